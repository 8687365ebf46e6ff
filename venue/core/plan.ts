import type { OrderRecord, Outcome, Refusal } from '../exchange.ts';
import type { LevelChange } from '../matching/levels.ts';
import type { PlannedTrade } from './fills.ts';
import { answeredWith, type IdempotencyKey } from './idempotency.ts';
import type { Operation } from './settlement.ts';
import type { UnsettledOrder } from './unsettled.ts';

export interface Plan {
  readonly operation: Operation;
  readonly outcome: Outcome<OrderRecord>;
  readonly changes: readonly LevelChange[];
  readonly trades: readonly PlannedTrade[];
  /** Set when some of its fills are settled later. */
  readonly unsettled?: UnsettledOrder | undefined;
  /** Whether the price band kept it from filling more: the pair then pauses (LEDGER-03). */
  readonly isCut: boolean;
  /** Undoes its changes of the book in memory, in reverse order of the plans. */
  undo(): void;
}

/** A refusal is an operation too, because it depends on the orders before it. */
export function planRefusal(
  accountId: string,
  refusal: Refusal,
  idempotencyKey: IdempotencyKey | undefined,
  now: Date,
): Plan {
  const operation: Operation = {
    type: 'refusal',
    at: now,
    account: accountId,
    ...answeredWith(idempotencyKey, { refusal }),
  };
  return { operation, outcome: refusal, changes: [], trades: [], isCut: false, undo: () => undefined };
}

/** The requested state is already the case. */
export function planAsItIs(
  accountId: string,
  order: OrderRecord,
  idempotencyKey: IdempotencyKey | undefined,
  now: Date,
): Plan {
  const operation: Operation = {
    type: 'refusal',
    at: now,
    account: accountId,
    ...answeredWith(idempotencyKey, { order }),
  };
  const outcome = { ok: true, value: order } as const;
  return { operation, outcome, changes: [], trades: [], isCut: false, undo: () => undefined };
}

export function undoAll(plans: readonly Pick<Plan, 'undo'>[]): void {
  for (const plan of plans.toReversed()) plan.undo();
}
