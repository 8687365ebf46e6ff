import type { Clock } from '../clock.ts';
import type { Call } from '../contract/calls/call.ts';
import type { Http, SendOptions } from './port.ts';

/** An answer that came this long before somebody asked for it is not given any more. Milliseconds. */
const KEPT_FOR = 3000;

interface Begun {
  readonly answer: Promise<unknown>;
  /** Ends the request when whoever took it gives it up. */
  readonly end: AbortController;
  /** Epoch milliseconds; null while nothing came. */
  cameAt: number | null;
}

export interface Prefetch {
  /** Sends what was not begun ahead, and takes the answer of what was, once. */
  readonly http: Http;
  /** Begins reads for whoever asks `http` the same next. A failure is theirs, too. */
  readonly prefetch: Pick<Http, 'send'>;
}

/**
 * Lets a page begin reads while the scripts of its screen are still on their way. A write is never begun ahead.
 * @throws Error when `ahead` is told to send one.
 */
export function createPrefetch(http: Http, clock: Pick<Clock, 'now'>): Prefetch {
  const begun = new Map<string, Begun>();
  const keyOf = (call: Call, input: unknown): string => JSON.stringify([call.name, input]);
  // What is on its way has no age, and a clock that was set back says nothing of one.
  const isOld = ({ cameAt }: Begun): boolean => {
    const age = cameAt === null ? 0 : clock.now() - cameAt;
    return age < 0 || age > KEPT_FOR;
  };

  function begin(call: Call, input: never): Promise<unknown> {
    if (call.isWrite) throw new Error(`${call.name} is a write`);
    const end = new AbortController();
    const answer = http.send(call, input, { signal: end.signal });
    const entry: Begun = { answer, end, cameAt: null };
    const note = (): void => {
      entry.cameAt = clock.now();
    };
    answer.then(note, note);
    begun.set(keyOf(call, input), entry);
    return answer;
  }

  function send(call: Call, input: never, options?: SendOptions): Promise<unknown> {
    // What else is sent, passwords among it, is written into no key.
    if (begun.size === 0 || call.isWrite) return http.send(call, input, options);
    const key = keyOf(call, input);
    const entry = begun.get(key);
    begun.delete(key);
    if (!entry || isOld(entry)) return http.send(call, input, options);
    options?.signal?.addEventListener('abort', () => entry.end.abort(), { once: true });
    return entry.answer;
  }

  return { http: { send: send as Http['send'] }, prefetch: { send: begin as Http['send'] } };
}
