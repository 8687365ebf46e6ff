import type { BrokenRule } from '../src/domain/failure.ts';
import type { Outcome, Refusal } from './exchange.ts';

export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  readonly code: string;
  /** Seconds, for `Retry-After`. */
  readonly retryAfter: number | undefined;
  readonly parts: Refusal['parts'];

  constructor(status: number, code: string, message: string, retryAfter?: number, parts?: Refusal['parts']) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
    this.parts = parts;
  }

  static of(refusal: Refusal): RefusedError {
    return new RefusedError(refusal.status, refusal.code, refusal.message, refusal.retryAfter, refusal.parts);
  }
}

/** A value that breaks a rule (CALL-19). */
export class InvalidError extends RefusedError {
  readonly broken: BrokenRule;

  constructor(message: string, broken: BrokenRule, code = 'VALIDATION_FAILED', status = 422) {
    super(status, code, message);
    this.broken = broken;
  }
}

/** @throws RefusedError when the outcome is a refusal. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw RefusedError.of(outcome);
  return outcome.value;
}
