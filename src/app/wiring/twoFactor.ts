import { fromPromise } from 'xstate';
import { succeeded } from '../../domain/result.ts';
import type { CodeInput, CodeOutput, EnableOutput, SentCode } from '../../machines/twoFactor/index.ts';
import { accountCalls } from '../../services/contract/calls/account.ts';
import type { Http } from '../../services/http/port.ts';
import { createReconcileWrite } from './reconcileWrite.ts';

export interface TwoFactorDependencies {
  readonly http: Pick<Http, 'send'>;
  /** Asks the server anew who this is. */
  readonly outdateAccount: () => void;
}

/** Effects of the `twoFactor` machine. */
export function createTwoFactorWiring({ http, outdateAccount }: TwoFactorDependencies) {
  return {
    actors: {
      enable: fromPromise<EnableOutput>(({ signal }) =>
        http.send(accountCalls.twoFactorEnable, {}, { signal }),
      ),
      verify: fromPromise<CodeOutput, CodeInput>(({ input, signal }) =>
        http.send(accountCalls.twoFactorVerify, { body: input }, { signal }),
      ),
      disable: fromPromise<CodeOutput, CodeInput>(({ input, signal }) =>
        http.send(accountCalls.twoFactorDisable, { body: input }, { signal }),
      ),
      reconcileWrite: createReconcileWrite<SentCode, true>(async ({ isOn }, signal) => {
        const account = await http.send(accountCalls.me, {}, { signal });
        if (!account.ok) return account;
        return succeeded(account.value.twoFactorEnabled === isOn ? true : null);
      }),
    },
    actions: { outdateAccount },
  };
}
