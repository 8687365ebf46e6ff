import { fromPromise } from 'xstate';
import { succeeded, type Result } from '../../domain/result.ts';
import type { Clock } from '../../services/clock.ts';
import { accountCalls } from '../../services/contract/calls/account.ts';
import type { Http } from '../../services/http/port.ts';
import type { SessionStore } from '../../services/sessionStore.ts';
import type { StoredSession } from '../session/index.ts';
import { type Credentials, type SignInOutput, loginMachine } from './login.machine.ts';
import { type NewAccount, registrationMachine } from './registration.machine.ts';
import type { App } from '../app/index.ts';
import { perApp } from '../shared/index.ts';

export interface LoginDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly store: Pick<SessionStore, 'writeToken'>;
  /** Whether the server takes recovery codes (`recoveryCodes`). */
  readonly hasRecoveryCodes: boolean;
  /** Hands the session to the session machine. */
  readonly enter: (session: StoredSession) => void;
}

/** Effects of the `login` machine. */
export function loginImplementations(dependencies: LoginDependencies) {
  const { http, clock, store, hasRecoveryCodes, enter } = dependencies;
  return {
    actors: {
      signIn: fromPromise<SignInOutput, Credentials>(async ({ input, signal }) => {
        const { email, password, code, captchaToken } = input;
        const hadCode = code !== '';
        const body = { email, password, two_factor_code: code, turnstile_token: captchaToken };
        const answer = await http.send(accountCalls.login, { body }, { signal });
        if (!answer.ok) return { answer, hadCode, codesLeft: null };
        const { user, expiresIn, accessToken, recoveryCodesLeft } = answer.value;
        // The token goes to the storage and to no machine.
        store.writeToken(accessToken);
        const session = { user, expiresAt: clock.now() + Math.round(expiresIn * 1000) };
        const codesLeft = hasRecoveryCodes ? recoveryCodesLeft : null;
        return { answer: succeeded(session), hadCode, codesLeft };
      }),
    },
    actions: {
      handOver: (_: unknown, { session }: { session: StoredSession }) => enter(session),
    },
  };
}

/** Effects of the `registration` machine. */
export function registrationImplementations({ http }: { readonly http: Pick<Http, 'send'> }) {
  return {
    actors: {
      register: fromPromise<Result<null>, NewAccount>(({ input, signal }) => {
        const { email, username, password, confirmation } = input;
        const body = { email, username, password, confirm_password: confirmation };
        return http.send(accountCalls.register, { body }, { signal });
      }),
    },
  };
}

export const provideLogin = perApp(({ services, session, config }: App) =>
  loginMachine.provide(
    loginImplementations({
      ...services,
      hasRecoveryCodes: config.capabilities.recoveryCodes,
      enter: (entered) => session.send({ type: 'login.succeeded', session: entered }),
    }),
  ),
);

export const provideRegistration = perApp(({ services }: App) =>
  registrationMachine.provide(registrationImplementations(services)),
);
