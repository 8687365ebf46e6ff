import * as selectors from '../../../src/machines/access/login.machine.ts';
import { testSelectors } from '../tools/selectors.ts';
import { loginModel } from './login.model.ts';

testSelectors(
  loginModel,
  selectors,
  {
    isSubmitting: /form\.submitting/,
    isUsingPasskey: /form\.usingPasskey/,
    isWorking: /form\.working/,
    isAwaitingCode: /form\.awaitingCode/,
    isWaiting: /form\.waiting/,
    showsNotice: /notice\.shown/,
    hasSaidNotice: /notice\.over/,
    selectRefusal: { context: 'refusal' },
  },
  {
    busy: /form\.(submitting|working|usingPasskey)/,
    failed: /form\.awaitingCode/,
  },
);
