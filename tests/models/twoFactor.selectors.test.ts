import * as selectors from '../../src/machines/account/twoFactor.selectors.ts';
import { testSelectors } from './tools/selectors.ts';
import { twoFactorModel } from './twoFactor.model.ts';

testSelectors(
  twoFactorModel,
  selectors,
  {
    selectView: [
      [/^off/, 'off'],
      [/^enrolling/, 'enrolling'],
      [/^on\.keeping/, 'keepingCodes'],
      [/^on\.(asking|making)/, 'askingCodes'],
      [/^on/, 'on'],
    ],
    isBusy: /enabling|verifying|disabling|finding|making/,
    selectEnrolment: { context: 'enrolmentSecret' },
    selectFailure: { context: 'failure' },
    isChecking: /finding/,
    selectLost: { context: 'lost' },
    selectRecoveryCodes: { context: 'privateRecoveryCodes' },
    areCodesUnseen: { context: 'areCodesUnseen' },
  },
  {
    busy: /enabling|verifying|disabling|finding|making/,
  },
);
