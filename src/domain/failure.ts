/**
 * Failures are data. The screen shows the server's `text` where there is one, else the words kept under
 * `failure.<code>` in `locales`; `cause` is for the log and never holds what a user typed.
 */
export type FailureCode =
  /** 400, 403, 404, 409, 422: the server understood and said no. */
  | 'refused'
  /** 401. */
  | 'unauthorized'
  /** 429. */
  | 'tooMany'
  /** 5xx. */
  | 'server'
  /** No answer: offline, refused, host not found. */
  | 'unreachable'
  /** No answer within the limit (reads 10 s, writes 30 s). */
  | 'timeout'
  /** An answer that is not what the contract says. */
  | 'unreadable'
  /** A defect of this client. */
  | 'internal';

export interface Failure {
  readonly code: FailureCode;
  /** The server's own words, when it sent some. */
  readonly text?: string;
  /** Stable, upper snake case; the venue sends it beside the message. */
  readonly serverCode?: string;
  /** HTTP status, when there was an answer. */
  readonly status?: number;
  /** Seconds the server asked to wait (`Retry-After`). */
  readonly retryAfter?: number;
  /** Whether the same read may be tried again by itself. Writes are never retried by themselves. */
  readonly retryable: boolean;
  /** For the log only. */
  readonly cause?: string;
}

/** Thrown for outages and unreadable answers; refusals are returned as a `Result`. */
export class OutageError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.cause ?? failure.code);
    this.name = 'OutageError';
    this.failure = failure;
  }
}

/** The failure inside a thrown value; a value that is no `OutageError` is a defect of ours. */
export function failureOf(error: unknown): Failure {
  if (error instanceof OutageError) return error.failure;
  return { code: 'internal', retryable: false, cause: error instanceof Error ? error.message : 'unknown' };
}

/** Whether the write may have happened although no answer came: the outcome is unknown (LOST-01). */
export function isOutcomeUnknown(failure: Failure): boolean {
  return (
    failure.code === 'server' ||
    failure.code === 'unreachable' ||
    failure.code === 'timeout' ||
    failure.code === 'unreadable'
  );
}

/**
 * Whether the refusal of a write that is sent again with the same idempotency key says nothing of the first time it was sent:
 * no session, too many requests, too early, or (409 without a code that names another reason) still being worked on.
 */
export function leavesFirstOpen({ status, serverCode }: Failure): boolean {
  if (status === 409) return serverCode === undefined || /IDEMPOTENCY|IN_PROGRESS/.test(serverCode);
  return status === 401 || status === 425 || status === 429;
}

/** Whether a security cooldown is the reason: by its code, or by the parts that its message is joined of. */
export const isCooldownRefusal = ({ serverCode, text }: Failure): boolean =>
  serverCode === 'SECURITY_COOLDOWN' || / — Cooldown until: /.test(text ?? '');
