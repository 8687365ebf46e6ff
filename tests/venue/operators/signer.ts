import type { KeyObject } from 'node:crypto';
import { RefusedError } from '../../../venue/refused.ts';
import type { Operators } from '../../../venue/operators/commands.ts';
import { newPrivateKey, prove, publicTextOf } from '../../../venue/operators/signing.ts';

/** Calls as an operator's command does. @param key null for an unsigned call. */
export async function runAs(
  operators: Operators,
  key: KeyObject | null,
  command: string,
  given: object = {},
): Promise<Record<string, unknown>> {
  const body = JSON.stringify(given);
  const proof = key && prove(key, operators.challenge(), command, body);
  return (await operators.run(command, proof, body)) as Record<string, unknown>;
}

/** @returns the code of the refusal, or `done`. */
export async function codeAs(...call: Parameters<typeof runAs>): Promise<string> {
  try {
    await runAs(...call);
    return 'done';
  } catch (error) {
    if (error instanceof RefusedError) return error.code;
    throw error;
  }
}

/** @param by key of the operator who adds; the first one adds himself. */
export async function addedBy(
  operators: Operators,
  name: string,
  by: readonly KeyObject[] = [],
): Promise<KeyObject> {
  const key = newPrivateKey();
  for (const adding of by.length === 0 ? [key] : by)
    await runAs(operators, adding, 'add', { name, key: publicTextOf(key) });
  return key;
}
