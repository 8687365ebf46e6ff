import type { Failure } from './failure.ts';

/**
 * What a call answered. An expected refusal is a value (`ok: false`); outages and bugs are thrown, so that a
 * chart's `onError` means just those (design: "How a machine is written").
 */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export const succeeded = <T>(value: T): Result<T> => ({ ok: true, value });
export const refused = (failure: Failure): Result<never> => ({ ok: false, failure });
