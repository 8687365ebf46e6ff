import * as selectors from '../../../src/machines/twoFactor/selectors.ts';
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
    isBusy: /enabling|verifying|disabling/,
    selectEnrolment: { context: 'enrolmentSecret' },
    selectFailure: { context: 'failure' },
  },
  {
    busy: /enabling|verifying|disabling/,
  },
);
