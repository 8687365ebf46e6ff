import { createHttp } from '../../../../src/services/http/http.ts';
import { createTransport } from '../../../../src/services/http/ofetch.ts';
import type { Http, HttpAnswer } from '../../../../src/services/http/port.ts';
import { TestClock } from '../../../models/tools/clock.ts';
import { silentLog } from '../../../models/tools/ports.ts';
import { keepingCookies } from '../../cookies.ts';
import type { Browser } from '../../edge/harness.ts';

/** The real network of a chart, whose requests leave when the walk lets them. */
export interface HeldNetwork {
  readonly http: Http;
  /** Runs the time limits of requests. */
  readonly clock: TestClock;
  /**
   * Releases the waiting requests. @returns their answers, in the order of the requests; without those that were
   * abandoned because another one of them was enough.
   */
  release(): Promise<readonly (HttpAnswer | 'noAnswer')[]>;
  /** Waiting requests never arrive, and run into their time limit. */
  letTimePass(): void;
  /** Waiting requests never leave: nobody listens to their answers. */
  forget(): void;
  /** Number of waiting requests. */
  readonly waiting: number;
}

interface Waiting {
  readonly go: () => void;
  readonly answered: Promise<HttpAnswer | 'noAnswer' | 'givenUp'>;
}

export interface NetworkOptions {
  readonly origin: string;
  /** Whose cookies are sent and kept; read when a request leaves. */
  readonly browser: () => Browser;
  /** The user that the page believes to be signed in; null sends no header about it. */
  readonly accountId?: () => string | null;
  readonly onUnauthorized?: () => void;
  readonly sendsIdempotencyKeys?: boolean;
}

/** The product's call layer and transport, with what a browser adds: origin and cookie. */
export function heldNetwork({
  origin,
  browser,
  accountId = () => null,
  onUnauthorized = () => undefined,
  sendsIdempotencyKeys = true,
}: NetworkOptions): HeldNetwork {
  const clock = new TestClock();
  const send = createTransport(origin, clock, keepingCookies({ take: (headers) => browser().take(headers) }));
  let waiting: Waiting[] = [];
  const http = createHttp({
    clock,
    log: silentLog,
    sendsIdempotencyKeys,
    sessionHeaders: () => {
      const id = accountId();
      return id === null ? {} : { 'x-account-id': id };
    },
    onUnauthorized,
    transport: async (request) => {
      let go = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        go = resolve;
      });
      const answer = (async () => {
        await released;
        const { cookies } = browser();
        const own = {
          origin,
          'sec-fetch-site': 'same-origin',
          ...(cookies === '' ? {} : { cookie: cookies }),
        };
        return send({ ...request, headers: { ...request.headers, ...own } });
      })();
      const lost = (): 'noAnswer' | 'givenUp' => (request.signal.aborted ? 'givenUp' : 'noAnswer');
      const entry: Waiting = { go, answered: answer.catch(lost) };
      waiting.push(entry);
      request.signal.addEventListener('abort', () => {
        waiting = waiting.filter((one) => one !== entry);
      });
      const givenUp = new Promise<never>((_resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
      return Promise.race([answer, givenUp]);
    },
  });
  return {
    http,
    clock,
    async release() {
      const leaving = waiting;
      waiting = [];
      for (const { go } of leaving) go();
      const ends = await Promise.all(leaving.map(({ answered }) => answered));
      return ends.filter((end) => end !== 'givenUp');
    },
    letTimePass() {
      waiting = [];
      clock.advanceToNext();
    },
    forget() {
      waiting = [];
    },
    get waiting() {
      return waiting.length;
    },
  };
}
