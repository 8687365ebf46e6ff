import * as selectors from '../../src/machines/access/registration.machine.ts';
import { testSelectors } from './tools/selectors.ts';
import { registrationModel } from './registration.model.ts';

testSelectors(
  registrationModel,
  selectors,
  {
    isRegistering: /^submitting/,
    isWorkingOff: /^working/,
    selectRegistrationRefusal: { context: 'refusal' },
  },
  {
    busy: /^(submitting|working)/,
  },
);
