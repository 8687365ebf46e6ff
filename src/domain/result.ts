import { type Failure, OutageError } from './failure.ts';

/** A refusal is a value. Outages and bugs are thrown, so that a machine's `onError` means only those. */
export type Result<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** How many records of a list could not be read and are missing; absent when none. */
      readonly leftOut?: number;
    }
  | { readonly ok: false; readonly failure: Failure };

export const succeeded = <T>(value: T, leftOut?: number): Result<T> => ({
  ok: true,
  value,
  ...(leftOut === undefined ? {} : { leftOut }),
});
export const refused = (failure: Failure): Result<never> => ({ ok: false, failure });

/** For a read whose refusal is shown like an outage. @throws OutageError */
export function valueOrThrow<T>(answer: Result<T>): T {
  if (!answer.ok) throw new OutageError(answer.failure);
  return answer.value;
}

export const valueIn = <T>(answer: Result<T>): T | null => (answer.ok ? answer.value : null);
export const failureIn = (answer: Result<unknown>): Failure | null => (answer.ok ? null : answer.failure);
