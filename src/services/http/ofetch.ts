import { ofetch } from 'ofetch';
import type { Clock } from '../clock/port.ts';
import type { HttpAnswer, Transport } from './port.ts';
import { readRetryAfter } from './retryAfter.ts';

/**
 * The network. Credentials travel with every request (CALL-01); redirects are not followed, so that a
 * 3xx reaches the caller (CALL-10); nothing is retried here.
 * @param base API base without a trailing slash; empty for the page's own origin.
 */
export function createTransport(base: string, clock: Pick<Clock, 'now'>): Transport {
  return async ({ path, signal, method, headers, body }) => {
    const answer = await ofetch.raw<string, 'text'>(path, {
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
    const retryAfter = readRetryAfter(answer.headers.get('retry-after'), clock.now());
    return {
      status: answer.status,
      ...read(answer._data ?? '', answer.headers.get('content-type') ?? ''),
      ...(retryAfter === null ? {} : { retryAfter }),
    };
  };
}

function read(text: string, type: string): Pick<HttpAnswer, 'body' | 'isUnreadable'> {
  if (text === '') return { body: undefined };
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    // Plain text is an answer of its own kind; a page, or half a JSON text, is none.
    return /^text\/plain\b/i.test(type) ? { body: text } : { body: undefined, isUnreadable: true };
  }
}
