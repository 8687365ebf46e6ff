import { OutageError, type Failure } from '../../../src/domain/failure.ts';
import type { Outcome } from './explore.ts';

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
