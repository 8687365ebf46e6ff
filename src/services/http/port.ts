import type { Result } from '../../domain/result.ts';
import type { Answer, Arguments, Call } from '../contract/calls/call.ts';

/** One request as it leaves: everything below this line is the network. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path and query, from the root of the API base. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; absent for a request without a body. */
  readonly body?: string;
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  /** Parsed JSON, or the text of a `text/plain` answer; undefined when the answer is empty or cannot be read. */
  readonly body: unknown;
  /** There was something, and it was neither JSON nor plain text: often the page of a host that has no such call. */
  readonly isUnreadable?: boolean;
  /** Seconds of `Retry-After`, when the server sent them. */
  readonly retryAfter?: number;
}

/** Carries one request. Rejects when there was no answer at all (network, abort). Never retries. */
export type Transport = (request: HttpRequest) => Promise<HttpAnswer>;

export interface SendOptions {
  /** Ends the request when its state is left. */
  readonly signal?: AbortSignal;
  /** The user's idempotency key, a UUID: sent as `Idempotency-Key` with calls that have one. */
  readonly idempotencyKey?: string;
}

export interface Http {
  /**
   * Sends one call, once.
   * @returns the answer, or the server's refusal (4xx).
   * @throws OutageError for 5xx, no answer, no answer in time, and answers that cannot be read.
   */
  send<C extends Call>(call: C, input: Arguments<C>, options?: SendOptions): Promise<Result<Answer<C>>>;
}
