import type { Result } from '../../domain/result.ts';
import type { Answer, Arguments, Call } from '../contract/calls/call.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** From the root of the API base. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  /** Parsed JSON, or `text/plain`; undefined when the answer is empty or unreadable. */
  readonly body: unknown;
  /** The answer was neither JSON nor plain text, such as the page of a host without such a call. */
  readonly isUnreadable?: boolean;
  /** Seconds. */
  readonly retryAfter?: number;
}

/** An error of this client before it sent a request, or the answer that it got. */
export class DefectError extends Error {
  /** Status of the answer, where one had come: a write may have been done. */
  readonly status: number | undefined;

  constructor(cause: unknown, status?: number) {
    super(cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown');
    this.name = 'DefectError';
    this.status = status;
  }
}

/** Rejects when there was no answer (network, abort); with a DefectError for an error of its own. Never retries. */
export type Transport = (request: HttpRequest) => Promise<HttpAnswer>;

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** A UUID. */
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
