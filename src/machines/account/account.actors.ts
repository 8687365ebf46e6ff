import { fromPromise } from 'xstate';
import { succeeded } from '../../domain/result.ts';
import { accountCalls } from '../../services/contract/calls/account.ts';
import type { Http } from '../../services/http/port.ts';
import {
  accountDeletionMachine,
  type DeletionInput,
  type DeletionOutput,
  type RemainsOutput,
} from './accountDeletion.machine.ts';
import { createReconcileWrite } from '../reconcileWrite/index.ts';
import {
  type PasswordChange,
  type PasswordChangeOutput,
  passwordChangeMachine,
} from './passwordChange.machine.ts';
import type { CodeInput, CodeOutput, EnableOutput, SentCode } from './twoFactor.types.ts';
import type { App } from '../app/index.ts';
import { perApp } from '../shared/index.ts';
import { twoFactorMachine } from './twoFactor.machine.ts';

export interface PasswordChangeDependencies {
  readonly http: Pick<Http, 'send'>;
  /** Asks the server anew who this is. */
  readonly outdateAccount: () => void;
}

/** Effects of the `passwordChange` machine. */
export function passwordChangeImplementations({ http, outdateAccount }: PasswordChangeDependencies) {
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

export interface TwoFactorDependencies {
  readonly http: Pick<Http, 'send'>;
  /** Asks the server anew who this is. */
  readonly outdateAccount: () => void;
}

const bodyOf = ({ code, privatePassword: password }: CodeInput) =>
  password === undefined ? { code } : { code, password };

/** Effects of the `twoFactor` machine. */
export function twoFactorImplementations({ http, outdateAccount }: TwoFactorDependencies) {
  return {
    actors: {
      enable: fromPromise<EnableOutput>(({ signal }) =>
        http.send(accountCalls.twoFactorEnable, {}, { signal }),
      ),
      verify: fromPromise<CodeOutput, CodeInput>(({ input, signal }) =>
        http.send(accountCalls.twoFactorVerify, { body: bodyOf(input) }, { signal }),
      ),
      disable: fromPromise<CodeOutput, CodeInput>(({ input, signal }) =>
        http.send(accountCalls.twoFactorDisable, { body: bodyOf(input) }, { signal }),
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

export interface AccountDeletionDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly doubtSession: () => void;
  readonly deleted: (isConfirmed: boolean) => void;
}

/** Effects of the `accountDeletion` machine. */
export function accountDeletionImplementations({ http, doubtSession, deleted }: AccountDeletionDependencies) {
  return {
    actors: {
      look: fromPromise<RemainsOutput>(({ signal }) =>
        http.send(accountCalls.accountRemains, {}, { signal }),
      ),
      remove: fromPromise<DeletionOutput, DeletionInput>(
        ({ input: { username, privatePassword: password, code, givenUp }, signal }) =>
          http.send(
            accountCalls.deleteAccount,
            {
              body: {
                username,
                password,
                ...(code === '' ? {} : { two_factor_code: code }),
                ...(givenUp.length === 0 ? {} : { given_up: [...givenUp] }),
              },
            },
            { signal },
          ),
      ),
      reconcileWrite: createReconcileWrite<null, true>(async (_, signal) => {
        const answer = await http.send(accountCalls.accountRemains, {}, { signal });
        if (answer.ok) return succeeded(null);
        return answer.failure.status === 401 ? succeeded(true) : answer;
      }),
    },
    actions: {
      doubtSession,
      reportDeleted: (_: unknown, { isConfirmed }: { isConfirmed: boolean }) => deleted(isConfirmed),
    },
  };
}

/** What the account is now is asked of the server again. */
const outdateAccount =
  ({ session }: App) =>
  (): void =>
    session.send({ type: 'session.doubted' });

export const providePasswordChange = perApp((app: App) =>
  passwordChangeMachine.provide(
    passwordChangeImplementations({ ...app.services, outdateAccount: outdateAccount(app) }),
  ),
);

export const provideTwoFactor = perApp((app: App) =>
  twoFactorMachine.provide(
    twoFactorImplementations({ ...app.services, outdateAccount: outdateAccount(app) }),
  ),
);

export const provideAccountDeletion = perApp((app: App) =>
  accountDeletionMachine.provide(
    accountDeletionImplementations({
      ...app.services,
      doubtSession: outdateAccount(app),
      deleted: (isConfirmed) => app.session.send({ type: 'account.deleted', isConfirmed }),
    }),
  ),
);
