import { createFetch } from 'ofetch';
import { type Clock, monotonic } from '../clock.ts';
import type { ServerClock } from '../serverClock.ts';
import { DefectError, type HttpAnswer, type Transport } from './port.ts';

/**
 * Sends credentials (CALL-01), does not follow redirects (CALL-10), and does not retry.
 * @param base API base without a trailing slash; empty for the page's own origin.
 * @param clock gets the server's time from every answer
 * @param ownFetch for tests outside of a browser.
 */
export function createTransport(
  base: string,
  clock: Pick<Clock, 'now'> & Partial<Pick<ServerClock, 'hear'>>,
  ownFetch?: typeof fetch,
): Transport {
  return async ({ path, signal, method, headers, body }) => {
    const sentAt = monotonic();
    // Only `fetch` and the answer that it gives fail by the network.
    let isAsking = false;
    const client = createFetch({
      fetch: (input, init) => {
        const asked = (ownFetch ?? fetch)(input, init);
        isAsking = true;
        return asked;
      },
    });
    let status: number | undefined;
    try {
      const answer = await client.raw<string, 'text'>(path, {
        ...(base === '' ? {} : { baseURL: base }),
        method,
        headers,
        signal,
        ...(body === undefined ? {} : { body }),
        responseType: 'text',
        credentials: 'include',
        redirect: 'manual',
        cache: 'no-store',
        retry: 0,
        ignoreResponseError: true,
      });
      isAsking = false;
      status = answer.status;
      clock.hear?.(answer.headers.get('date'), sentAt);
      const retryAfter = readRetryAfter(answer.headers.get('retry-after'), clock.now());
      return {
        status: answer.status,
        ...read(answer._data ?? '', answer.headers.get('content-type') ?? ''),
        ...(retryAfter === null ? {} : { retryAfter }),
      };
    } catch (error) {
      throw isAsking ? error : new DefectError(error, status);
    }
  };
}

function read(text: string, type: string): Pick<HttpAnswer, 'body' | 'isUnreadable'> {
  if (text === '') return { body: undefined };
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    // HTML or broken JSON is unreadable.
    return /^text\/plain\b/i.test(type) ? { body: text } : { body: undefined, isUnreadable: true };
  }
}

const SECONDS = /^\d+(?:\.\d+)?$/;
/** The date format of HTTP (RFC 9110 §5.6.7). */
const DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** @returns seconds from `now` (epoch milliseconds); null where the header is neither seconds nor a date. */
export function readRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text);
  const time = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now) / 1000));
}
