import { fromPromise } from 'xstate';
import type { AccountRemains } from '../../domain/account.ts';
import { type SessionChange, showsChange } from '../../domain/ownSession.ts';
import { refused, succeeded, type Result } from '../../domain/result.ts';
import type { Enrolment } from '../../domain/twoFactor.ts';
import { accountCalls } from '../../services/contract/calls/account.ts';
import { passkeyCalls } from '../../services/contract/calls/passkeys.ts';
import type { PasskeyDevice } from '../../services/passkeys.ts';
import { type Files, createFiles } from '../../services/files.ts';
import type { Http } from '../../services/http/port.ts';
import {
  accountDeletionMachine,
  type Deleted,
  type DeletionInput,
  type DeletionNews,
} from './accountDeletion.machine.ts';
import { createWrite } from '../write/write.machine.ts';
import {
  type PasswordChange,
  type PasswordChangeOutput,
  passwordChangeMachine,
} from './passwordChange.machine.ts';
import type { App } from '../app/app.ts';
import {
  type PasskeyChange,
  type PasskeyOutput,
  type PasskeyProof,
  passkeysMachine,
} from './passkeys.machine.ts';
import { type RecoveryKeyInput, recoveryKeyMachine } from './recoveryKey.machine.ts';
import { resetStopMachine } from './resetStop.machine.ts';
import { sessionListMachine } from './sessionList.machine.ts';
import { type CodeInput, type Proven, twoFactorMachine } from './twoFactor.machine.ts';

export interface PasswordChangeDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly invalidateAccount: () => void;
}

/** Effects of the `passwordChange` machine. */
export function passwordChangeImplementations({ http, invalidateAccount }: PasswordChangeDependencies) {
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
    actions: { invalidateAccount },
  };
}

export interface TwoFactorDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly files: Pick<Files, 'save'>;
  /** Whether the server makes recovery codes (`recoveryCodes`). */
  readonly hasRecoveryCodes: boolean;
  /** Name of the site, for the file of recovery codes. */
  readonly brand: string;
  readonly report: (where: string, error: unknown) => void;
  readonly invalidateAccount: () => void;
}

const bodyOf = ({ code, privatePassword: password }: CodeInput) =>
  password === undefined ? { code } : { code, password };

const withoutSecrets = (): CodeInput => ({ code: '' });

/** Effects of the `twoFactor` machine. */
export function twoFactorImplementations(dependencies: TwoFactorDependencies) {
  const { http, files, hasRecoveryCodes, brand, report, invalidateAccount } = dependencies;
  /** Reads the account as it would be if the code had counted. */
  const lookFor = (isOn: boolean) => async (_: CodeInput, signal: AbortSignal) => {
    const account = await http.send(accountCalls.me, {}, { signal });
    return account.ok ? succeeded(account.value.twoFactorEnabled === isOn ? { codes: null } : null) : account;
  };
  return {
    actors: {
      enable: fromPromise<Result<Enrolment>>(({ signal }) =>
        http.send(accountCalls.twoFactorEnable, {}, { signal }),
      ),
      verify: createWrite<CodeInput, Proven>({
        send: async (typed) => {
          const verified = await http.send(accountCalls.twoFactorVerify, { body: bodyOf(typed) });
          return verified.ok ? succeeded({ codes: hasRecoveryCodes ? verified.value : null }) : verified;
        },
        look: lookFor(true),
        withoutSecrets,
      }),
      disable: createWrite<CodeInput, Proven>({
        send: async (typed) => {
          const disabled = await http.send(accountCalls.twoFactorDisable, { body: bodyOf(typed) });
          return disabled.ok ? succeeded({ codes: null }) : disabled;
        },
        look: lookFor(false),
        withoutSecrets,
      }),
      makeCodes: fromPromise<Result<readonly string[]>, CodeInput>(({ input, signal }) =>
        http.send(accountCalls.newRecoveryCodes, { body: bodyOf(input) }, { signal }),
      ),
    },
    actions: {
      invalidateAccount,
      saveCodes: (_: unknown, { codes }: { readonly codes: readonly string[] }) => {
        const name = `${brand.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-recovery-codes.txt`;
        files
          .save(name, 'text/plain;charset=utf-8', `${codes.join('\n')}\n`)
          .catch((error: unknown) => report('twoFactor.saveCodes', error));
      },
    },
  };
}

export interface AccountDeletionDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly invalidateAccount: () => void;
  readonly tell: (news: DeletionNews) => void;
}

/** Effects of the `accountDeletion` machine. */
export function accountDeletionImplementations({
  http,
  invalidateAccount,
  tell,
}: AccountDeletionDependencies) {
  const look = (signal: AbortSignal) => http.send(accountCalls.accountRemains, {}, { signal });
  return {
    actors: {
      look: fromPromise<Result<AccountRemains>>(({ signal }) => look(signal)),
      remove: createWrite<DeletionInput, Deleted>({
        send: async ({ username, privatePassword: password, code, givenUp }) => {
          const deleted = await http.send(accountCalls.deleteAccount, {
            body: {
              username,
              password,
              ...(code === '' ? {} : { two_factor_code: code }),
              ...(givenUp.length === 0 ? {} : { given_up: [...givenUp] }),
            },
          });
          return deleted.ok ? succeeded({ isConfirmed: true }) : deleted;
        },
        look: async (_, signal) => {
          const answer = await look(signal);
          if (answer.ok) return succeeded(null);
          // The server no longer knows the session.
          return answer.failure.status === 401 ? succeeded({ isConfirmed: false }) : answer;
        },
        withoutSecrets: (subject) => ({ ...subject, privatePassword: '', code: '' }),
      }),
    },
    actions: { invalidateAccount, tellSession: (_: unknown, news: DeletionNews) => tell(news) },
  };
}

export interface PasskeysDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly device: Pick<PasskeyDevice, 'create'>;
  /** Reads the list and the account anew. */
  readonly invalidate: () => void;
}

const proofOf = ({ privatePassword: password, code }: PasskeyProof) => ({
  password,
  ...(code === '' ? {} : { two_factor_code: code }),
});

/** Effects of the `passkeys` machine. */
export function passkeysImplementations({ http, device, invalidate }: PasskeysDependencies) {
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
    actions: { invalidate },
  };
}

/** The account is read again; a change of security ends the other sessions. */
const accountInvalidator =
  ({ session, resources }: App) =>
  (): void => {
    for (const list of ['passkeys', 'recoveryCodes', 'sessions'] as const) resources.invalidate(list);
    session.send({ type: 'session.doubted' });
  };

export const providePasswordChange = (app: App) =>
  passwordChangeMachine.provide(
    passwordChangeImplementations({ ...app.services, invalidateAccount: accountInvalidator(app) }),
  );

export const provideTwoFactor = (app: App) =>
  twoFactorMachine.provide(
    twoFactorImplementations({
      ...app.services,
      files: createFiles(globalThis.window),
      hasRecoveryCodes: app.config.capabilities.recoveryCodes,
      brand: app.config.brand.name,
      report: app.report,
      invalidateAccount: accountInvalidator(app),
    }),
  );

export interface SessionListDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly invalidateList: () => void;
}

/** Effects of the `sessionList` machine. */
export function sessionListImplementations({ http, invalidateList }: SessionListDependencies) {
  const send = (change: SessionChange): Promise<Result<null>> => {
    if (change.kind === 'rename') return http.send(accountCalls.nameSession, { body: { name: change.name } });
    if (change.kind === 'endOthers') return http.send(accountCalls.endOtherSessions, {});
    return http.send(accountCalls.endSession, { params: { id: change.id } });
  };
  return {
    actors: {
      change: createWrite<SessionChange, SessionChange['kind']>({
        send: async (change) => {
          const answer = await send(change);
          // It was over before: nothing is left to do.
          const isOver = !answer.ok && answer.failure.serverCode === 'SESSION_NOT_FOUND';
          return answer.ok || isOver ? succeeded(change.kind) : answer;
        },
        look: async (change, signal) => {
          const list = await http.send(accountCalls.sessions, {}, { signal });
          return list.ok ? succeeded(showsChange(list.value, change) ? change.kind : null) : list;
        },
      }),
    },
    actions: { invalidateList },
  };
}

export const provideSessionList = ({ services, resources }: App) =>
  sessionListMachine.provide(
    sessionListImplementations({ ...services, invalidateList: () => resources.invalidate('sessions') }),
  );

/** Effects of the `resetStop` machine. */
export function resetStopImplementations({ http, invalidateAccount }: ResetStopDependencies) {
  return {
    actors: {
      stop: createWrite<null>({
        send: () => http.send(accountCalls.stopTwoFactorReset, {}),
        look: async (_, signal) => {
          const account = await http.send(accountCalls.me, {}, { signal });
          return account.ok ? succeeded(account.value.twoFactorResetAt === undefined || null) : account;
        },
      }),
    },
    actions: { invalidateAccount },
  };
}

interface ResetStopDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly invalidateAccount: () => void;
}

/** Effects of the `recoveryKey` machine. */
export function recoveryKeyImplementations({ http, invalidateAccount }: ResetStopDependencies) {
  return {
    actors: {
      keep: createWrite<RecoveryKeyInput>({
        send: ({ keyHash, privatePassword, code }) =>
          http.send(accountCalls.makeRecoveryKey, {
            body: {
              key_hash: keyHash,
              password: privatePassword,
              ...(code === '' ? {} : { two_factor_code: code }),
            },
          }),
        // Another tab may have made another key.
        look: async ({ keyHash }, signal) => {
          const account = await http.send(accountCalls.me, {}, { signal });
          if (!account.ok) return account;
          const { recoveryKeyMark: mark, recoveryKeyAt: madeAt } = account.value;
          // A server that does not tell which key it has cannot confirm this one.
          if (mark === undefined && madeAt) return refused({ code: 'unreadable', retryable: false });
          return succeeded((mark !== undefined && keyHash.startsWith(mark)) || null);
        },
        withoutSecrets: (subject) => ({ ...subject, privatePassword: '', code: '' }),
      }),
    },
    actions: { invalidateAccount },
  };
}

export const provideRecoveryKey = (app: App) =>
  recoveryKeyMachine.provide(
    recoveryKeyImplementations({ ...app.services, invalidateAccount: accountInvalidator(app) }),
  );

export const provideResetStop = (app: App) =>
  resetStopMachine.provide(
    resetStopImplementations({ ...app.services, invalidateAccount: accountInvalidator(app) }),
  );

export const provideAccountDeletion = (app: App) =>
  accountDeletionMachine.provide(
    accountDeletionImplementations({
      ...app.services,
      invalidateAccount: accountInvalidator(app),
      tell: (news) => app.session.send(news),
    }),
  );

/** Only where `canUsePasskeys`. */
export const providePasskeys = (app: App) => {
  const { passkeyDevice: device } = app.services;
  if (!device) throw new Error('this browser has no passkeys');
  return passkeysMachine.provide(
    passkeysImplementations({ http: app.services.http, device, invalidate: accountInvalidator(app) }),
  );
};
