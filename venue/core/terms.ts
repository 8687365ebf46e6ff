import type { TimeInForce } from '../../src/domain/order.ts';
import type { PriceCheck } from '../exchange.ts';
import { valueOf } from '../ledger/units.ts';
import type { Book } from '../matching/book.ts';
import { accepts, type Incoming, type Match, opposite } from '../matching/match.ts';

/** `limit` of a market order is the worst price that it may trade at (TYPE-05). */
export interface IncomingOrder extends Incoming {
  readonly kind: 'limit' | 'market';
  /** IOC of a market order. */
  readonly timeInForce: TimeInForce;
  readonly isPostOnly: boolean;
  /** Of an iceberg order: what the book shows of it at most (TYPE-11). */
  readonly display?: bigint | undefined;
  readonly priceCheck?: PriceCheck | undefined;
  /** Of a stop order that is not triggered (STOP-01). */
  readonly stop?: bigint;
}

/** The part that does not fill at once goes into the book. */
export const mayRest = ({ timeInForce }: Pick<IncomingOrder, 'timeInForce'>): boolean =>
  timeInForce === 'GTC';

/** FOK takes nothing where it cannot take all (TYPE-03). */
export function taken(incoming: IncomingOrder, found: Match): Match {
  if (incoming.timeInForce !== 'FOK' || found.isComplete || found.ownOrder) return found;
  return { fills: [], filled: 0n, value: 0n, isComplete: false, ownOrder: undefined };
}

/** @returns the best price of the other side, where a post-only order would trade with it (TYPE-04). */
export function postOnlyMeets(book: Book, incoming: IncomingOrder): bigint | undefined {
  if (!incoming.isPostOnly) return undefined;
  const best = book.bestPrice(opposite(incoming.side));
  return best !== undefined && accepts(incoming, best) ? best : undefined;
}

/** Units that stay reserved with `left` in the book: quote coin for a buy, base coin for a sell. */
export function heldFor(order: Pick<IncomingOrder, 'side' | 'limit' | 'timeInForce'>, left: bigint): bigint {
  if (order.limit === null || !mayRest(order)) return 0n;
  return order.side === 'buy' ? valueOf(order.limit, left) : left;
}

/** Parts that an amendment leaves out stay the same (AMEND-01). `quantity` includes what is already filled. */
export interface Amendment {
  readonly limit: bigint | undefined;
  readonly quantity: bigint | undefined;
  readonly stop: bigint | undefined;
  readonly priceCheck: PriceCheck | undefined;
}
