import * as selectors from '../../../src/machines/account/twoFactor.selectors.ts';
import { testSelectors } from '../tools/selectors.ts';
import { twoFactorModel } from './twoFactor.model.ts';

testSelectors(
  twoFactorModel,
  selectors,
  {
    selectView: [
      [/^off/, 'off'],
      [/^enrolling/, 'enrolling'],
      [/^on/, 'on'],
    ],
    isBusy: /enabling|verifying|disabling|finding/,
    selectEnrolment: { context: 'enrolmentSecret' },
    selectFailure: { context: 'failure' },
    isChecking: /finding/,
    selectLost: { context: 'lost' },
  },
  {
    busy: /enabling|verifying|disabling|finding/,
  },
);
