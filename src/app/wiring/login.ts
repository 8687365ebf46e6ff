import { fromPromise } from 'xstate';
import { succeeded } from '../../domain/result.ts';
import type { Credentials, SignInOutput } from '../../machines/login/index.ts';
import type { StoredSession } from '../../machines/session/index.ts';
import type { Clock } from '../../services/clock.ts';
import { accountCalls } from '../../services/contract/calls/account.ts';
import type { Http } from '../../services/http/port.ts';
import type { SessionStore } from '../../services/sessionStore.ts';

export interface LoginDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly store: Pick<SessionStore, 'writeToken'>;
  /** Hands the session to the session machine. */
  readonly enter: (session: StoredSession) => void;
}

/** Effects of the `login` machine. */
export function createLoginWiring({ http, clock, store, enter }: LoginDependencies) {
  return {
    actors: {
      signIn: fromPromise<SignInOutput, Credentials>(async ({ input, signal }) => {
        const { email, password, code, captchaToken } = input;
        const hadCode = code !== '';
        const body = { email, password, two_factor_code: code, turnstile_token: captchaToken };
        const answer = await http.send(accountCalls.login, { body }, { signal });
        if (!answer.ok) return { answer, hadCode };
        const { user, expiresIn, accessToken } = answer.value;
        // The token goes to the storage and to no machine.
        store.writeToken(accessToken);
        const session = { user, expiresAt: clock.now() + Math.round(expiresIn * 1000) };
        return { answer: succeeded(session), hadCode };
      }),
    },
    actions: {
      handOver: (_: unknown, { session }: { session: StoredSession }) => enter(session),
    },
  };
}
