import * as selectors from '../../../src/machines/access/login.machine.ts';
import { testSelectors } from '../tools/selectors.ts';
import { loginModel } from './login.model.ts';

testSelectors(
  loginModel,
  selectors,
  {
    isSubmitting: /form\.submitting/,
    isAwaitingCode: /form\.awaitingCode/,
    isWaiting: /form\.waiting/,
    showsNotice: /notice\.shown/,
    hasSaidNotice: /notice\.over/,
    selectRefusal: { context: 'refusal' },
  },
  {
    busy: /form\.submitting/,
    failed: /form\.awaitingCode/,
  },
);
