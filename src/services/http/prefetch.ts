import type { Clock } from '../clock.ts';
import type { Call } from '../contract/calls/call.ts';
import type { Http, SendOptions } from './port.ts';

/** Milliseconds for which a prefetched answer is kept. */
const KEPT_FOR = 3000;

interface Begun {
  readonly answer: Promise<unknown>;
  readonly end: AbortController;
  /** Epoch milliseconds; null while there is no answer. */
  cameAt: number | null;
}

export interface Prefetch {
  /** Gives the answer of a prefetched read once, and sends everything else. */
  readonly http: Http;
  /** Starts reads for the next sender of the same read, who also gets a failure. */
  readonly prefetch: Pick<Http, 'send'>;
}

/** Starts reads while the scripts of a screen are loading. @throws Error when `prefetch` gets a write. */
export function createPrefetch(http: Http, clock: Pick<Clock, 'now'>): Prefetch {
  const begun = new Map<string, Begun>();
  const keyOf = (call: Call, input: unknown): string => JSON.stringify([call.name, input]);
  // A running read has no age, and a clock that was set back shows none.
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
    // Writes, which may hold passwords, must not get into a key.
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
