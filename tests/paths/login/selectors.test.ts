import * as selectors from '../../../src/machines/access/login.machine.ts';
import { testSelectors } from '../tools/selectors.ts';
import { loginModel } from './login.model.ts';

testSelectors(
  loginModel,
  selectors,
  {
    isSubmitting: /form\.submitting/,
    isWorking: /form\.working/,
    isAwaitingCode: /form\.awaitingCode/,
    isWaiting: /form\.waiting/,
    showsNotice: /notice\.shown/,
    hasSaidNotice: /notice\.over/,
    selectRefusal: { context: 'refusal' },
  },
  {
    busy: /form\.(submitting|working)/,
    failed: /form\.awaitingCode/,
  },
);
