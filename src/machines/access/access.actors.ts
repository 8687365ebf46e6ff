import { fromPromise } from 'xstate';
import { OutageError, type Failure } from '../../domain/failure.ts';
import type { Clock } from '../../services/clock.ts';
import { accountCalls } from '../../services/contract/calls/account.ts';
import type { LoginAnswer } from '../../services/contract/auth.ts';
import { passkeyCalls } from '../../services/contract/calls/passkeys.ts';
import type { PasskeyDevice } from '../../services/passkeys.ts';
import type { Http } from '../../services/http/port.ts';
import type { SolveWork } from '../../services/proofOfWork/solver.ts';
import type { SessionStore } from '../../services/sessionStore.ts';
import type { StoredSession } from '../session/session.machine.ts';
import { type Attempt, type Challenged, loginRefusal, NO_PASSKEY } from './access.rules.ts';
import { type Credentials, type Entry, loginMachine, type SignInOutput } from './login.machine.ts';
import { type KeyProof, lostFactorMachine, type ResetOutput } from './lostFactor.machine.ts';
import { type Recovery, recoveryMachine, type RecoveryOutput } from './recovery.machine.ts';
import { type NewAccount, type RegistrationOutput, registrationMachine } from './registration.machine.ts';
import type { App } from '../app/app.ts';
import { perApp } from '../shared/common.ts';

interface WorkDependencies {
  /** Null where the server wants no work, or the browser cannot do any. */
  readonly solveWork: SolveWork | null;
}

export interface LoginDependencies extends WorkDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly store: Pick<SessionStore, 'writeToken'>;
  /** Null where the browser has none for this page. */
  readonly passkeyDevice: Pick<PasskeyDevice, 'get'> | null;
  /** Whether the server takes recovery codes (`recoveryCodes`). */
  readonly hasRecoveryCodes: boolean;
  /** Whether it resets a lost second factor (`twoFactorReset`). */
  readonly hasReset: boolean;
  /** Hands the session to the session machine. */
  readonly enter: (session: StoredSession) => void;
}

/** Effects of the `login` machine. */
export function loginImplementations(dependencies: LoginDependencies) {
  const { http, clock, store, hasRecoveryCodes, hasReset, enter, solveWork, passkeyDevice } = dependencies;
  const enteredBy = ({ user, expiresIn, accessToken, twoFactorReset }: LoginAnswer): Entry => {
    // The token goes to the storage and to no machine.
    store.writeToken(accessToken);
    const session = { user, expiresAt: clock.now() + Math.round(expiresIn * 1000) };
    return { session, refusal: null, reset: hasReset ? twoFactorReset : null, codesLeft: null };
  };
  return {
    actors: {
      signIn: fromPromise<SignInOutput, Attempt<Credentials>>(async ({ input, signal }) => {
        const { email, password, code, captchaToken } = input.form;
        const body = { email, password, two_factor_code: code, turnstile_token: captchaToken };
        const answer = await http.send(
          accountCalls.login,
          { body: { ...body, ...workOf(input) } },
          { signal },
        );
        if (!answer.ok) {
          const { failure } = answer;
          return {
            ...refusedBy(failure, code !== ''),
            isUnknown: failure.code === 'unauthorized',
            ...challengeOf(input, failure, solveWork),
          };
        }
        const codesLeft = hasRecoveryCodes ? answer.value.recoveryCodesLeft : null;
        return { ...enteredBy(answer.value), isUnknown: false, codesLeft };
      }),
      passkey: fromPromise<Entry>(async ({ signal }) => {
        const none = { session: null, refusal: NO_PASSKEY, reset: null, codesLeft: null };
        if (!passkeyDevice) return none;
        const options = await http.send(passkeyCalls.passkeyLoginOptions, {}, { signal });
        if (!options.ok) return refusedBy(options.failure);
        const given = await passkeyDevice.get(options.value, signal);
        if (!given.ok) return none;
        const body = { credential: given.value };
        const answer = await http.send(passkeyCalls.passkeyLogin, { body }, { signal });
        return answer.ok ? enteredBy(answer.value) : refusedBy(answer.failure);
      }),
      work: workActor<Credentials>(solveWork),
    },
    actions: {
      handOver: (_: unknown, session: StoredSession | null) => {
        if (session) enter(session);
      },
    },
  };
}

/** Effects of the `lostFactor` machine. */
export function lostFactorImplementations({ http }: Pick<LoginDependencies, 'http'>) {
  return {
    actors: {
      // Not ended by a signal: what has left cannot be taken back.
      ask: fromPromise<ResetOutput, Credentials | KeyProof>(({ input }) =>
        http.send(accountCalls.askTwoFactorReset, {
          body:
            'recoveryKey' in input
              ? { email: input.email, recovery_key: input.recoveryKey }
              : { email: input.email, password: input.password, turnstile_token: input.captchaToken },
        }),
      ),
    },
  };
}

/** Effects of the `registration` machine. */
export function registrationImplementations({
  http,
  solveWork,
  noteAccount,
}: WorkDependencies & {
  readonly http: Pick<Http, 'send'>;
  /** Called when the server has taken it. */
  readonly noteAccount: (account: Pick<NewAccount, 'email'>) => void;
}) {
  return {
    actors: {
      register: fromPromise<RegistrationOutput, Attempt<NewAccount>>(async ({ input, signal }) => {
        const { email, username, password, confirmation } = input.form;
        const body = {
          ...(email === '' ? {} : { email }),
          username,
          password,
          confirm_password: confirmation,
          ...workOf(input),
        };
        const answer = await http.send(accountCalls.register, { body }, { signal });
        if (!answer.ok) return { ...answer, ...challengeOf(input, answer.failure, solveWork) };
        noteAccount({ email: email === '' ? username : email });
        return answer;
      }),
      work: workActor<NewAccount>(solveWork),
    },
  };
}

/** Effects of the `recovery` machine. */
export function recoveryImplementations({
  http,
  solveWork,
}: WorkDependencies & { readonly http: Pick<Http, 'send'> }) {
  return {
    actors: {
      recover: fromPromise<RecoveryOutput, Attempt<Recovery>>(async ({ input, signal }) => {
        const { email, recoveryKey, password, confirmation, code } = input.form;
        const body = {
          email,
          recovery_key: recoveryKey,
          new_password: password,
          confirm_password: confirmation,
          two_factor_code: code,
          ...workOf(input),
        };
        const answer = await http.send(accountCalls.recoverPassword, { body }, { signal });
        return answer.ok ? answer : { ...answer, ...challengeOf(input, answer.failure, solveWork) };
      }),
      work: workActor<Recovery>(solveWork),
    },
  };
}

const refusedBy = (failure: Failure, hadCode = false): Entry => ({
  session: null,
  refusal: loginRefusal(failure, hadCode),
  reset: null,
  codesLeft: null,
});

const workOf = ({ work }: Attempt<unknown>) => (work === undefined ? {} : { proof_of_work: work });

const challengeOf = <Form>({ form }: Attempt<Form>, failure: Failure, solveWork: SolveWork | null) =>
  failure.work && failure.retryAfter && solveWork
    ? { challenged: { form, challenge: failure.work, failure } }
    : {};

/** Repeats the attempt with the solved challenge. Fails with the refusal that asked for it. */
function workActor<Form>(solveWork: SolveWork | null) {
  return fromPromise<Attempt<Form>, Challenged<Form>>(async ({ input, signal }) => {
    const { form, challenge, failure } = input;
    const solution = await solveWork?.(challenge, signal).catch(() => undefined);
    if (solution === undefined) throw new OutageError(failure);
    return { form, work: { challenge: challenge.challenge, solution } };
  });
}

const solverFor = ({ config, services }: App): WorkDependencies => ({
  solveWork: config.capabilities.proofOfWork ? services.solveWork : null,
});

export const provideLogin = (app: App) =>
  loginMachine.provide(
    loginImplementations({
      ...app.services,
      ...solverFor(app),
      hasRecoveryCodes: app.config.capabilities.recoveryCodes,
      hasReset: app.config.capabilities.twoFactorReset,
      enter: (entered) => app.session.send({ type: 'login.succeeded', session: entered }),
    }),
  );

export const provideLostFactor = (app: App) =>
  lostFactorMachine.provide(lostFactorImplementations(app.services));

export const provideRecovery = (app: App) =>
  recoveryMachine.provide(recoveryImplementations({ ...app.services, ...solverFor(app) }));

/** Of the account that was made last, for the login that follows (LOGIN-26): it ends with the page. */
export const newAccountOf = perApp((_app: App) => ({ email: '' }));

export const provideRegistration = (app: App) =>
  registrationMachine.provide(
    registrationImplementations({
      ...app.services,
      ...solverFor(app),
      noteAccount: ({ email }) => {
        newAccountOf(app).email = email;
      },
    }),
  );
