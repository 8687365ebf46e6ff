import type { WorkChallenge } from './proofOfWork.ts';

/** The screen shows `text`, else the locale's `failure.<code>`. `cause` is for the log, without what a user typed. */
export type FailureCode =
  /** 400, 403, 404, 409, 422. */
  | 'refused'
  | 'unauthorized'
  | 'tooMany'
  | 'server'
  /** No answer: offline, connection refused, host not found. */
  | 'unreachable'
  /** No answer within the limit (reads 10 s, writes 30 s). */
  | 'timeout'
  | 'unreadable'
  /** A defect of this client. */
  | 'internal';

/** Rules that a value of a request may break (CALL-19). */
export const RULES = [
  'empty',
  'short',
  'long',
  'many',
  'decimal',
  'format',
  'network',
  'range',
  'choice',
  'type',
  'unknown',
] as const;

/** The venue sends it beside its message, so that the page can show it in the user's language. */
export interface BrokenRule {
  /** Its name on the wire. */
  readonly field: string;
  readonly rule: (typeof RULES)[number];
  /** Characters, or entries. */
  readonly limit?: number;
}

export interface Failure {
  readonly code: FailureCode;
  /** The server's text. */
  readonly text?: string;
  readonly brokenRule?: BrokenRule;
  /** Upper snake case; the venue sends it beside the message. */
  readonly serverCode?: string;
  readonly status?: number;
  /** Seconds that the server asked to wait (`Retry-After`). */
  readonly retryAfter?: number;
  /** Admits the same attempt at once, instead of waiting (LOGIN-21). */
  readonly work?: WorkChallenge;
  /** Whether the same read may be tried again automatically. Writes never are. */
  readonly retryable: boolean;
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

export function failureOf(error: unknown): Failure {
  if (error instanceof OutageError) return error.failure;
  return { code: 'internal', retryable: false, cause: error instanceof Error ? error.message : 'unknown' };
}

/** The server gives no answer of its own. */
export const isOutage = ({ code }: Failure): boolean =>
  code === 'server' || code === 'unreachable' || code === 'timeout';

/** Whether an error of this page kept it from reading an answer. One before the request has no status. */
export const isUnreadByDefect = ({ code, status }: Failure): boolean =>
  code === 'internal' && status !== undefined;

/** Whether the write may have been done although no answer was read (LOST-01). */
export const isOutcomeUnknown = (failure: Failure): boolean =>
  isOutage(failure) || failure.code === 'unreadable' || isUnreadByDefect(failure);

/** Whether the server refused only for now, and said for how long (429 with `Retry-After`). */
export const isAskedToWait = ({ code, retryAfter = 0 }: Failure): boolean =>
  code === 'tooMany' && retryAfter > 0;

/**
 * Whether the refusal of a repeated write (same idempotency key) reveals nothing about the first attempt: no session,
 * rate limited, too early, or a 409 while the first is still in progress.
 */
export function leavesFirstOpen({ status, serverCode }: Failure): boolean {
  if (status === 409) return serverCode === undefined || /IDEMPOTENCY|IN_PROGRESS/.test(serverCode);
  return status === 401 || status === 425 || status === 429;
}

/** By its code, or by the parts of its text. */
export const isCooldownRefusal = ({ serverCode, text }: Failure): boolean =>
  serverCode === 'SECURITY_COOLDOWN' || / — Cooldown until: /.test(text ?? '');

/** The server's code for a password that is easy to guess (LOGIN-19). */
export const PASSWORD_COMMON = 'PASSWORD_COMMON';

/** The server's own text, and the rule that it names. */
export type Said = Pick<Failure, 'text' | 'brokenRule'>;

export const saidIn = ({ text, brokenRule }: Said): Said => ({
  ...(text === undefined ? {} : { text }),
  ...(brokenRule === undefined ? {} : { brokenRule }),
});
