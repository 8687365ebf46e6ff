import type { Side } from '../../src/domain/market.ts';
import { affordable, valueOf } from '../ledger/units.ts';
import type { Book, RestingOrder } from './book.ts';

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

/** Price-time priority. Does not change the book. */
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
  for (const maker of book.inPriority(opposite(incoming.side))) {
    if (!accepts(incoming, maker.price)) break;
    const wanted = wantedAt(incoming, maker.price, filled, value);
    // Later prices are worse, so the cost buys nothing there either.
    if (wanted === 0n) return answer(true);
    if (maker.accountId === incoming.accountId) return answer(false, maker);
    const quantity = wanted < maker.quantityLeft ? wanted : maker.quantityLeft;
    const fillValue = valueOf(maker.price, quantity);
    fills.push({ maker, price: maker.price, quantity, value: fillValue });
    filled += quantity;
    value += fillValue;
    if (quantity === wanted) return answer(true);
  }
  return answer(false);
}

export function accepts(incoming: Pick<Incoming, 'side' | 'limit'>, price: bigint): boolean {
  if (incoming.limit === null) return true;
  return incoming.side === 'buy' ? price <= incoming.limit : price >= incoming.limit;
}

function wantedAt(incoming: Incoming, price: bigint, filled: bigint, value: bigint): bigint {
  if (incoming.quantity !== null) return incoming.quantity - filled;
  return affordable((incoming.cost ?? 0n) - value, price, incoming.increment);
}
