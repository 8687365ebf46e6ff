import { OutageError, type Failure } from '../../../src/domain/failure.ts';
import { refused } from '../../../src/domain/result.ts';
import type { AnyEvent, Outcome } from './explore.ts';
import { CHALLENGE, WORK, type Reply } from './ports.ts';

/** With the failure that the call layer makes of it. */
export function refusal(status: number, message: string, code?: string) {
  const failure: Failure = {
    status,
    text: message,
    ...(code === undefined ? {} : { serverCode: code }),
    code: status === 429 ? 'tooMany' : 'refused',
    retryable: status === 429,
  };
  return { reply: { status, body: { message, ...(code === undefined ? {} : { code }) } }, failure };
}

/** @param call its name in the contract */
export function outages(call: string, unreadable: unknown) {
  const lost = (name: string, reply: unknown, failure: Failure): Outcome & { readonly failure: Failure } => ({
    name,
    reply,
    error: new OutageError(failure),
    failure,
  });
  return {
    serverDown: lost(
      'server down',
      { status: 500, body: undefined },
      { status: 500, code: 'server', retryable: false, cause: `${call} 500` },
    ),
    noAnswer: lost('no answer', 'noAnswer', { code: 'unreachable', retryable: false, cause: 'TypeError' }),
    unreadable: lost(
      'unreadable',
      { status: 200, body: unreadable },
      { status: 200, code: 'unreadable', retryable: false, cause: `${call} 200` },
    ),
  };
}

/** A refusal as the call returns it. */
export function refusedAnswer(
  status: number,
  message: string,
  code: string,
): Pick<Outcome, 'reply' | 'done'> {
  const { reply, failure } = refusal(status, message, code);
  return { reply, done: refused(failure) };
}

export const NO_ANSWER = {
  name: 'no answer',
  reply: 'noAnswer',
  error: new OutageError({ code: 'unreachable', retryable: false, cause: 'TypeError' }),
} satisfies Outcome;

/** The failure of an event that an actor ends with; null where it has none. */
export const failureIn = (event: AnyEvent): Failure | null =>
  (event.output as { failure?: Failure } | undefined)?.failure ??
  (event.error as OutageError | undefined)?.failure ??
  null;

/** An answer after which a form says why it was refused. */
export function formRefusal(
  name: string,
  status: number,
  body: { message?: string; code?: string },
): Outcome {
  const failure: Failure = {
    status,
    code: ({ 401: 'unauthorized', 429: 'tooMany' } as const)[status] ?? 'refused',
    retryable: status === 429,
    ...(body.message === undefined ? {} : { text: body.message }),
    ...(body.code === undefined ? {} : { serverCode: body.code }),
  };
  return { name, reply: { status, body }, done: refused(failure) };
}

const formOutage = (name: string, reply: Reply, failure: Failure): Outcome => ({
  name,
  reply,
  error: new OutageError(failure),
});

/** @param call its name in the contract */
export const formOutages = (call: string): readonly Outcome[] => [
  formOutage(
    'server down',
    { status: 500, body: undefined },
    { status: 500, code: 'server', retryable: false, cause: `${call} 500` },
  ),
  NO_ANSWER,
  formOutage('silence', 'silence', { code: 'timeout', retryable: false, cause: 'AbortError' }),
];

/** The refusal that can be worked off (LOGIN-21). */
export const ASKS_FOR_WORK: Failure = {
  status: 429,
  code: 'tooMany',
  retryable: true,
  text: 'Slow down',
  retryAfter: 30,
  work: CHALLENGE,
};

/** The answer with that refusal. @param form what was sent */
export const asksForWork = (form: unknown): Outcome => ({
  name: 'to be worked off',
  reply: { status: 429, body: { message: 'Slow down', proof_of_work: CHALLENGE }, retryAfter: 30 },
  done: { ...refused(ASKS_FOR_WORK), challenged: { form, challenge: CHALLENGE, failure: ASKS_FOR_WORK } },
});

/** How the work can end. @param form what was sent @param name of the work that is done */
export const workEnds = (form: unknown, name = 'solved'): readonly Outcome[] => [
  {
    name,
    says: 'the browser has worked off what the server asks for',
    reply: 'solved',
    done: { form, work: WORK },
  },
  {
    name: 'broken',
    says: 'the browser cannot work off what the server asks for',
    reply: 'broken',
    error: new OutageError(ASKS_FOR_WORK),
  },
];
