import { failureOf } from '../../domain/failure.ts';
import type { StoredSession } from '../session/index.ts';
import type { Attempt, Challenged } from './access.rules.ts';
import type { Credentials, LoginEvent, LoginRefusal, PasskeyEntry, SignInOutput } from './login.types.ts';

/** The form of `user.submit`, or the attempt that was worked off. */
export function attemptIn(
  event: LoginEvent | { readonly output: Attempt<Credentials> },
): Attempt<Credentials> {
  if ('output' in event) return event.output;
  if (event.type !== 'user.submit') throw new Error(`${event.type} carries no credentials`);
  return { form: event.credentials };
}

/** The refusal that leads to `working`. */
export function challengedIn(event: LoginEvent | { readonly output: SignInOutput }): Challenged<Credentials> {
  const challenged = 'output' in event ? event.output.challenged : undefined;
  if (!challenged) throw new Error('there is nothing to work off');
  return challenged;
}

export function openedBy(entry: PasskeyEntry): StoredSession {
  if (!entry?.ok) throw new Error('no passkey opened the account');
  return entry.value;
}

export function refusedBy(entry: PasskeyEntry): LoginRefusal {
  if (!entry || entry.ok) throw new Error('no passkey was refused');
  return { failure: entry.failure, hadCode: false };
}

export const outageIn = (error: unknown): LoginRefusal => ({ failure: failureOf(error), hadCode: false });

/** The session in an answer that a guard found to hold one. */
export function sessionIn({ answer }: SignInOutput): StoredSession {
  if (!answer.ok) throw new Error('a refusal holds no session');
  return answer.value;
}

/** The refusal in an answer that is not accepted. */
export function refusalIn({ answer, hadCode }: Pick<SignInOutput, 'answer' | 'hadCode'>): LoginRefusal {
  if (answer.ok) throw new Error('an accepted login holds no refusal');
  return { failure: answer.failure, hadCode };
}
