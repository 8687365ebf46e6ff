import type { Failure } from './failure.ts';

/**
 * What a call answered. An expected refusal is a value (`ok: false`); outages and bugs are thrown, so that a
 * machine's `onError` means just those (docs/architecture.md, "How a machine is written").
 */
export type Result<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** Records that the server sent and that could not be read: they are not in the list; absent when there is none. */
      readonly leftOut?: number;
    }
  | { readonly ok: false; readonly failure: Failure };

export const succeeded = <T>(value: T, leftOut?: number): Result<T> => ({
  ok: true,
  value,
  ...(leftOut === undefined ? {} : { leftOut }),
});
export const refused = (failure: Failure): Result<never> => ({ ok: false, failure });
