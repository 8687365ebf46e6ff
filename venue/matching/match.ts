import type { Side } from '../../src/domain/market.ts';
import { affordable, valueOf } from '../ledger/units.ts';
import { type Book, hiddenOf, type RestingOrder } from './book.ts';

/** Amounts in units; `cost` in quote units, for buys only. Exactly one of `quantity` and `cost` is set. */
export interface Incoming {
  readonly accountId: string;
  readonly side: Side;
  /** Null accepts every price. */
  readonly limit: bigint | null;
  readonly quantity: bigint | null;
  readonly cost: bigint | null;
  readonly increment: bigint;
}

export interface Fill {
  /** Before this fill. */
  readonly maker: RestingOrder;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly value: bigint;
}

export interface Match {
  readonly fills: readonly Fill[];
  /** `filled` in base units, `value` in quote units. */
  readonly filled: bigint;
  readonly value: bigint;
  /** No quantity is left, or less cost than one increment. */
  readonly isComplete: boolean;
  /** With which it would trade; the order must then be refused. */
  readonly ownOrder: RestingOrder | undefined;
}

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

/** Price-time priority. Does not change the book. What it takes of one order is one fill. */
export function match(book: Book, incoming: Incoming): Match {
  const fills: Fill[] = [];
  let filled = 0n;
  let value = 0n;
  const answer = (isComplete: boolean, ownOrder?: RestingOrder): Match => ({
    fills,
    filled,
    value,
    isComplete,
    ownOrder,
  });
  for (const { price, orders } of book.byPrice(opposite(incoming.side))) {
    if (!accepts(incoming, price)) break;
    /** Icebergs that show another part, behind the others of their price (TYPE-11); the places of their fills. */
    const again: RestingOrder[] = [];
    const places = new Map<string, number>();
    for (const maker of inTurn(orders, again)) {
      const wanted = wantedAt(incoming, price, filled, value);
      // Later prices are worse, so the cost buys nothing there either.
      if (wanted === 0n) return answer(true);
      if (maker.accountId === incoming.accountId) return answer(false, maker);
      const place = places.get(maker.id) ?? fills.length;
      const before = fills[place]?.quantity ?? 0n;
      const shown = shownAfter(maker, before);
      const quantity = wanted < shown ? wanted : shown;
      const all = before + quantity;
      fills[place] = { maker, price, quantity: all, value: valueOf(price, all) };
      filled += quantity;
      value += valueOf(price, quantity);
      if (quantity === wanted) return answer(true);
      if (all === maker.quantityLeft) continue;
      places.set(maker.id, place);
      again.push(maker);
    }
  }
  return answer(false);
}

/** `again` grows meanwhile. */
function* inTurn(orders: readonly RestingOrder[], again: readonly RestingOrder[]): Generator<RestingOrder> {
  yield* orders;
  yield* again;
}

/** @param taken nothing, or all that it has shown. */
function shownAfter(maker: RestingOrder, taken: bigint): bigint {
  const left = maker.quantityLeft - taken;
  return left - (taken === 0n ? maker.hidden : hiddenOf(maker.display, left));
}

export function accepts(incoming: Pick<Incoming, 'side' | 'limit'>, price: bigint): boolean {
  if (incoming.limit === null) return true;
  return incoming.side === 'buy' ? price <= incoming.limit : price >= incoming.limit;
}

function wantedAt(incoming: Incoming, price: bigint, filled: bigint, value: bigint): bigint {
  if (incoming.quantity !== null) return incoming.quantity - filled;
  return affordable((incoming.cost ?? 0n) - value, price, incoming.increment);
}
