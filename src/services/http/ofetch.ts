import { ofetch } from 'ofetch';
import type { Transport } from './port.ts';

/**
 * The network. Credentials travel with every request (spec 1 §6); redirects are not followed, so that a
 * 3xx reaches the caller (spec 1 §8); nothing is retried here.
 * @param base API base without a trailing slash; empty for the page's own origin.
 */
export function createTransport(base: string): Transport {
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
    const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN);
    return {
      status: answer.status,
      body: parse(answer._data),
      ...(Number.isFinite(retryAfter) ? { retryAfter } : {}),
    };
  };
}

function parse(text: string | undefined): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON: the caller names it as that call's failure (contract, "Values").
    return undefined;
  }
}
