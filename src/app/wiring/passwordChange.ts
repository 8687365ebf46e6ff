import { fromPromise } from 'xstate';
import type { PasswordChange, PasswordChangeOutput } from '../../machines/passwordChange/index.ts';
import { accountCalls } from '../../services/contract/calls/account.ts';
import type { Http } from '../../services/http/port.ts';

export interface PasswordChangeDependencies {
  readonly http: Pick<Http, 'send'>;
  /** Asks the server anew who this is. */
  readonly outdateAccount: () => void;
}

/** Effects of the `passwordChange` machine. */
export function createPasswordChangeWiring({ http, outdateAccount }: PasswordChangeDependencies) {
  return {
    actors: {
      change: fromPromise<PasswordChangeOutput, PasswordChange>(({ input, signal }) =>
        http.send(
          accountCalls.changePassword,
          {
            body: {
              old_password: input.oldPassword,
              new_password: input.newPassword,
              confirm_password: input.confirmPassword,
              ...(input.twoFactorCode === '' ? {} : { two_factor_code: input.twoFactorCode }),
            },
          },
          { signal },
        ),
      ),
    },
    actions: { outdateAccount },
  };
}
