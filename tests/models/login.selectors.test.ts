import * as selectors from '../../src/machines/access/login.machine.ts';
import type { LoginContext } from '../../src/machines/access/index.ts';
import { testSelectors } from './tools/selectors.ts';
import { loginModel } from './login.model.ts';

testSelectors(
  loginModel,
  selectors,
  {
    isSubmitting: /form\.submitting/,
    isUsingPasskey: /form\.usingPasskey/,
    isWorking: /form\.working/,
    isAwaitingCode: /form\.awaitingCode/,
    isFactorMissing: ({ refusal }: LoginContext, state) =>
      /form\.awaitingCode/.test(state) || refusal?.key === 'login.refused.passkeyRequired',
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
