import { specTable } from './tools/spec.ts';
import { ANSWER_ROWS, CONFIRM_ROWS, FINDING_ROWS, FORM_ROWS, GATE_ROWS } from './withdrawal.rows.form.ts';
import { GRIN_ROWS } from './withdrawal.rows.grin.ts';
import type { Context } from './withdrawal.rows.shared.ts';
import { STANDING_ROWS, UNKNOWN_ROWS } from './withdrawal.rows.unknown.ts';

/** What the context does not tell: before the first state, and of the server. */
export interface Setting {
  ticker: string;
  /** Undefined: nothing was kept. */
  keptId: string | null | undefined;
  hasIdempotencyKeys: boolean;
  chosen: string | null;
}

/** The rules WITHDRAW and LOST of docs/requirements.md. */
export const withdrawalSpec = (setting: Setting) => () =>
  specTable<Context>([
    ...GATE_ROWS(() => setting),
    ...FINDING_ROWS,
    ...FORM_ROWS,
    ...CONFIRM_ROWS(() => setting.hasIdempotencyKeys),
    ...ANSWER_ROWS,
    ...UNKNOWN_ROWS(() => setting.hasIdempotencyKeys),
    ...STANDING_ROWS,
    ...GRIN_ROWS,
  ]);
