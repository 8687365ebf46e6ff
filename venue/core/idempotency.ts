import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { parseDecimal, toText } from '../../src/domain/decimal.ts';
import type { LimitOrder, MarketOrder, OrderRecord, Outcome, Refusal } from '../exchange.ts';
import { refuse } from './refusals.ts';

/** The first outcome of a key, an order or a refusal, is stored and answers every repetition (LOST-04). */
export interface IdempotencyKey {
  readonly key: string;
  /** Hash of the order, to detect another order under the same key. */
  readonly fingerprint: string;
}

/** Older ones do not name their terms. */
type StoredOrder = Omit<OrderRecord, 'timeInForce' | 'isPostOnly'> &
  Partial<Pick<OrderRecord, 'timeInForce' | 'isPostOnly'>>;

/** `short` is written by `settle_batch`, which knows the balance. */
export type StoredOutcome =
  | { readonly order: StoredOrder }
  | { readonly refusal: Refusal }
  | { readonly short: { readonly currency: string; readonly needed: string; readonly available: string } };

const LONGEST_KEY = 255;

export const isKey = (key: string): boolean => key.length > 0 && key.length <= LONGEST_KEY;

/** Equal for `0.10` and `0.1`. Further terms follow by name, so that older fingerprints stay valid. */
export function fingerprintOf(kind: 'limit' | 'market', order: Partial<LimitOrder & MarketOrder>): string {
  const { pair, side, price, quantity, cost, ...terms } = order;
  const amounts = [price, quantity, cost].map((text) => {
    const value = text === undefined ? null : parseDecimal(text);
    return value ? toText(value) : (text ?? null);
  });
  return createHash('sha256')
    .update(JSON.stringify([kind, pair, side, ...amounts, ...Object.entries(terms).sort(byName)]))
    .digest('hex');
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

export function repeated(
  stored: { readonly fingerprint: string; readonly outcome: unknown },
  fingerprint: string,
): Outcome<OrderRecord> {
  if (stored.fingerprint !== fingerprint) return refuse.keyReused();
  // Only settle_batch and this module write the column.
  const outcome = stored.outcome as StoredOutcome;
  if ('refusal' in outcome) return outcome.refusal;
  if ('short' in outcome) {
    const { currency, needed, available } = outcome.short;
    return refuse.short(currency, BigInt(needed), BigInt(available));
  }
  const { order } = outcome;
  return {
    ok: true,
    value: {
      timeInForce: 'GTC',
      isPostOnly: false,
      ...order,
      createdAt: new Date(order.createdAt),
      updatedAt: new Date(order.updatedAt),
      executedAt: order.executedAt === null ? null : new Date(order.executedAt),
    },
  };
}

export async function readOutcome(
  pool: Pool,
  accountId: string,
  idempotencyKey: IdempotencyKey,
): Promise<Outcome<OrderRecord> | undefined> {
  const { rows } = await pool.query<{ fingerprint: string; outcome: unknown }>(
    'select fingerprint, outcome from intents where account_id = $1 and key = $2',
    [accountId, idempotencyKey.key],
  );
  return rows[0] && repeated(rows[0], idempotencyKey.fingerprint);
}
