import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { parseDecimal, toText } from '../../src/domain/decimal.ts';
import type { LimitOrder, MarketOrder, OrderAmendment, OrderRecord, Outcome, Refusal } from '../exchange.ts';
import { FAR_PRICE, refuse } from './refusals.ts';

/**
 * The first outcome of a key is stored and answers every repeat (LOST-04): an order, an amendment, a refusal of one, or
 * a cancellation that was carried out. Why a cancellation was refused is read anew.
 */
export interface IdempotencyKey {
  readonly key: string;
  /** Hash of the request, to detect another one under the same key. */
  readonly fingerprint: string;
}

/** Older ones do not name their terms. */
type StoredOrder = Omit<OrderRecord, Later> & Partial<Pick<OrderRecord, Later>>;
type Later =
  | 'fee'
  | 'timeInForce'
  | 'isPostOnly'
  | 'stopPrice'
  | 'trailPercent'
  | 'displayQuantity'
  | 'ocoStopPrice'
  | 'ocoLimitPrice';

/** `short` is written by `settle_batch`, which knows the balance. */
export type StoredOutcome =
  | { readonly order: StoredOrder }
  | { readonly refusal: Refusal }
  | {
      readonly short: {
        readonly currency: string;
        readonly needed: string;
        readonly named: string;
        readonly available: string;
        /** Of the operation. */
        readonly type?: string;
      };
    };

/** What an operation stores for its key, so that a repeat gets this answer; nothing without a key. */
export const answeredWith = (key: IdempotencyKey | undefined, outcome: StoredOutcome) => ({
  intent: key?.key,
  fingerprint: key?.fingerprint,
  outcome: key && outcome,
});

const LONGEST_KEY = 255;

export const isKey = (key: string): boolean => key.length > 0 && key.length <= LONGEST_KEY;

const AMOUNTS: ReadonlySet<string> = new Set([
  'stopPrice',
  'trailPercent',
  'displayQuantity',
  'ocoStopPrice',
  'ocoLimitPrice',
]);

/** Equal for `0.10` and `0.1`. Further terms follow by name, so that older fingerprints stay valid. */
export function fingerprintOf(kind: 'limit' | 'market', order: Partial<LimitOrder & MarketOrder>): string {
  const { pair, side, price, quantity, cost, priceCheck: _, ...others } = order;
  const amounts = [price, quantity, cost].map(canonical);
  const terms = Object.fromEntries(
    Object.entries(others)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, AMOUNTS.has(name) ? canonical(String(value)) : value]),
  );
  return createHash('sha256')
    .update(JSON.stringify([kind, pair, side, ...amounts, ...Object.entries(terms).sort(byName)]))
    .digest('hex');
}

/** @param orderId in lower case. */
export const fingerprintOfCancel = (orderId: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['cancel', orderId]))
    .digest('hex');

/** Equal for `0.10` and `0.1`. @param orderId in lower case. */
export const fingerprintOfAmendment = (
  orderId: string,
  { price, quantity, stopPrice }: OrderAmendment,
): string => {
  const stop = stopPrice === undefined ? [] : [canonical(stopPrice)];
  return createHash('sha256')
    .update(JSON.stringify(['amend', orderId, canonical(price), canonical(quantity), ...stop]))
    .digest('hex');
};

function canonical(text: string | undefined): string | null {
  const value = text === undefined ? null : parseDecimal(text);
  return value ? toText(value) : (text ?? null);
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
    const { currency, type, ...amounts } = outcome.short;
    return refuse.short(currency, amounts, type === 'amend');
  }
  const { order } = outcome;
  return {
    ok: true,
    value: {
      fee: null,
      timeInForce: 'GTC',
      isPostOnly: false,
      stopPrice: null,
      trailPercent: null,
      displayQuantity: null,
      ocoStopPrice: null,
      ocoLimitPrice: null,
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

/** The order may have been placed under this key and only needed confirmation: then that is the outcome. */
export async function placedBefore(
  pool: Pool,
  accountId: string,
  key: IdempotencyKey | undefined,
  outcome: Outcome<OrderRecord>,
): Promise<Outcome<OrderRecord>> {
  if (outcome.ok || outcome.code !== FAR_PRICE || !key) return outcome;
  return (await readOutcome(pool, accountId, key)) ?? outcome;
}

/** Runs requests with the same key one after the other. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  async inTurn<T>(key: string, act: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(act, act);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}
