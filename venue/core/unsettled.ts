import { randomUUID } from 'node:crypto';
import { Lines } from '../ledger/lines.ts';
import type { Book } from '../matching/book.ts';
import type { Stops } from '../matching/stops.ts';
import type { Fill, Incoming } from '../matching/match.ts';
import { addFills, makerChange, type PlannedTrade, tradeOf } from './fills.ts';
import type { Numbers } from './numbers.ts';
import type { Pair } from './pairs.ts';
import type { Band } from './priceBand.ts';
import type { RoundTrips } from './roundTrips.ts';
import type { Operation } from './settlement.ts';

/** Base and quote units. */
export interface Amounts {
  readonly quantity: bigint;
  readonly value: bigint;
}

export const NOTHING: Amounts = { quantity: 0n, value: 0n };

/** An order that was matched and is settled in several transactions (LOAD-09). */
export interface UnsettledOrder extends Pick<Incoming, 'accountId' | 'side'> {
  readonly id: string;
  readonly kind: 'limit' | 'market';
  /** State after the last fill of an order that never rests: market, IOC, FOK. */
  readonly endsAs: 'FILLED' | 'CANCELED' | null;
  /** Base units that such an order does not get; for others they go into the book. */
  readonly unfilled: bigint;
  /** Each takes everything that its maker has left. */
  readonly fills: readonly Fill[];
  readonly amounts: Amounts;
}

export interface Step {
  readonly order: UnsettledOrder;
  readonly operation: Operation;
  readonly trades: readonly PlannedTrade[];
}

export const sumOf = (fills: readonly Fill[]): Amounts =>
  fills.reduce(
    (sum, fill) => ({ quantity: sum.quantity + fill.quantity, value: sum.value + fill.value }),
    NOTHING,
  );

/**
 * Makers that keep a part are settled first, because others can still trade with them: at most one, and icebergs.
 * @param most at least 1; those are settled even where they are more.
 */
export function divide(fills: readonly Fill[], most: number): { first: Fill[]; later: Fill[] } {
  if (fills.length <= most) return { first: [...fills], later: [] };
  const keepsPart = ({ maker, quantity }: Fill): boolean => quantity < maker.quantityLeft;
  const kept = fills.filter(keepsPart);
  const whole = fills.filter((fill) => !keepsPart(fill));
  const others = Math.max(0, most - kept.length);
  return { first: [...kept, ...whole.slice(0, others)], later: whole.slice(others) };
}

export interface Matching {
  readonly pair: Pair;
  readonly book: Book;
  readonly stops: Stops;
  /** Stop orders that an account may have (LOAD-16). */
  readonly stopsPerPair: number;
  readonly numbers: Numbers;
  readonly unsettled: Unsettled;
  /** Null where no price is known. */
  readonly band: Band | null;
  /** Of the last hour; null where no price is known. */
  readonly median: bigint | null;
  /** A pair that knows no price then takes only orders that wait (LEDGER-09). */
  readonly needsReference: boolean;
  readonly roundTrips: RoundTrips;
}

/** Orders of one pair whose fills are not all settled (LOAD-09). They take turns. */
export class Unsettled {
  readonly #orders = new Map<string, UnsettledOrder>();
  /** By order: how far the database is behind the book in memory. */
  readonly #behind = new Map<string, Amounts>();

  get size(): number {
    return this.#orders.size;
  }

  behind(orderId: string): Amounts | undefined {
    return this.#behind.get(orderId);
  }

  get ids(): IterableIterator<string> {
    return this.#behind.keys();
  }

  /** Base units, once everything is settled. */
  leftOf(book: Book, orderId: string): bigint {
    return book.get(orderId)?.quantityLeft ?? this.#orders.get(orderId)?.unfilled ?? 0n;
  }

  add(order: UnsettledOrder): void {
    this.#orders.set(order.id, order);
    this.#grow(order.id, order.amounts);
    for (const fill of order.fills) this.#grow(fill.maker.id, fill);
  }

  reset(orders: readonly UnsettledOrder[]): void {
    this.#orders.clear();
    this.#behind.clear();
    for (const order of orders) this.add(order);
  }

  plan(
    { pair, book, numbers, roundTrips }: Pick<Matching, 'pair' | 'book' | 'numbers' | 'roundTrips'>,
    most: number,
    now: Date,
  ): Step | undefined {
    const [order] = this.#orders.values();
    if (!order) return undefined;
    const fills = order.fills.slice(0, most);
    const settled = sumOf(fills);
    const later = minus(order.amounts, settled);
    const trades = fills.map((fill) => tradeOf(pair, fill, order, numbers.nextTrade(), now, roundTrips));
    const lines = new Lines();
    addFills(lines, pair, order, trades);
    const isBuy = order.side === 'buy';
    const pays = isBuy ? pair.rules.quote : pair.rules.base;
    lines.add({ account: order.accountId }, pays, { inOrders: -(isBuy ? settled.value : settled.quantity) });
    const stored = this.#stored(book, order.id);
    const left = stored - settled.quantity;
    const ended = order.endsAs ?? (left === 0n ? 'FILLED' : 'PARTIALLY_FILLED');
    const operation: Operation = {
      type: 'fill',
      at: now,
      account: order.accountId,
      id: order.id,
      entry: randomUUID(),
      side: order.side,
      kind: order.kind,
      lines: lines.all(),
      makers: [
        ...fills.map((fill) => makerChange(fill, this.#stored(book, fill.maker.id))),
        {
          id: order.id,
          quantity_before: String(stored),
          quantity_left: String(left),
          value: String(settled.value),
          state: later.quantity === 0n ? ended : 'PARTIALLY_FILLED',
        },
      ],
      trades: trades.map(({ insert }) => insert),
      ...unsettledOf(later),
    };
    return { order: { ...order, fills: order.fills.slice(most), amounts: later }, operation, trades };
  }

  settled({ order, trades }: Step): void {
    const fills = trades.map(({ fill }) => fill);
    this.#grow(order.id, minus(NOTHING, sumOf(fills)));
    for (const fill of fills) this.#grow(fill.maker.id, minus(NOTHING, fill));
    this.#orders.delete(order.id);
    if (order.fills.length > 0) this.#orders.set(order.id, order);
  }

  /** Base units left in the database. */
  #stored(book: Book, orderId: string): bigint {
    return this.leftOf(book, orderId) + (this.behind(orderId) ?? NOTHING).quantity;
  }

  #grow(orderId: string, { quantity, value }: Amounts): void {
    const before = this.#behind.get(orderId) ?? NOTHING;
    const after = { quantity: before.quantity + quantity, value: before.value + value };
    if (after.quantity === 0n) this.#behind.delete(orderId);
    else this.#behind.set(orderId, after);
  }
}

const minus = (one: Amounts, other: Amounts): Amounts => ({
  quantity: one.quantity - other.quantity,
  value: one.value - other.value,
});

export const unsettledOf = ({ quantity, value }: Amounts): Partial<Operation> =>
  quantity === 0n ? {} : { unsettled_quantity: String(quantity), unsettled_value: String(value) };
