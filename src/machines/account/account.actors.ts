import { fromPromise } from 'xstate';
import { succeeded } from '../../domain/result.ts';
import { accountCalls } from '../../services/contract/calls/account.ts';
import { passkeyCalls } from '../../services/contract/calls/passkeys.ts';
import type { PasskeyDevice } from '../../services/passkeys.ts';
import type { Http } from '../../services/http/port.ts';
import { createReconcileWrite } from '../reconcileWrite/index.ts';
import {
  type PasswordChange,
  type PasswordChangeOutput,
  passwordChangeMachine,
} from './passwordChange.machine.ts';
import type { CodeInput, CodeOutput, EnableOutput, SentCode } from './twoFactor.types.ts';
import type { App } from '../app/index.ts';
import { perApp } from '../shared/index.ts';
import {
  type PasskeyChange,
  type PasskeyOutput,
  type PasskeyProof,
  passkeysMachine,
} from './passkeys.machine.ts';
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

export interface PasskeysDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly device: Pick<PasskeyDevice, 'create'>;
  /** Reads the list and the account anew. */
  readonly outdate: () => void;
}

const proofOf = ({ privatePassword: password, code }: PasskeyProof) => ({
  password,
  ...(code === '' ? {} : { two_factor_code: code }),
});

/** Effects of the `passkeys` machine. */
export function passkeysImplementations({ http, device, outdate }: PasskeysDependencies) {
  async function make(change: PasskeyChange, signal: AbortSignal): Promise<PasskeyOutput['answer']> {
    if (change.kind === 'rename') {
      const { id, name } = change;
      return http.send(passkeyCalls.renamePasskey, { params: { id }, body: { name } }, { signal });
    }
    const body = proofOf(change);
    if (change.kind === 'remove')
      return http.send(passkeyCalls.removePasskey, { params: { id: change.id }, body }, { signal });
    const options = await http.send(passkeyCalls.passkeyOptions, { body }, { signal });
    if (!options.ok) return options;
    const made = await device.create(options.value, signal);
    if (!made.ok) return { ok: false, failure: null, notMade: made.reason };
    const { name } = change;
    return http.send(passkeyCalls.addPasskey, { body: { name, credential: made.value } }, { signal });
  }
  return {
    actors: {
      change: fromPromise<PasskeyOutput, PasskeyChange>(async ({ input, signal }) => {
        const { kind } = input;
        return { kind, answer: await make(input, signal) };
      }),
    },
    actions: { outdate },
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

/** Only where `canUsePasskeys`. */
export const providePasskeys = perApp((app: App) => {
  const { passkeyDevice: device } = app.services;
  if (!device) throw new Error('this browser has no passkeys');
  return passkeysMachine.provide(
    passkeysImplementations({
      http: app.services.http,
      device,
      outdate: () => {
        app.resources.invalidate('passkeys');
        outdateAccount(app)();
      },
    }),
  );
});
