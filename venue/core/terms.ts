import type { TimeInForce } from '../../src/domain/order.ts';
import type { PriceCheck } from '../exchange.ts';
import { valueOf } from '../ledger/units.ts';
import type { Book, Oco } from '../matching/book.ts';
import { accepts, type Incoming, type Match, opposite } from '../matching/match.ts';

/** `limit` of a market order is the worst price that it may trade at (TYPE-05). */
export interface IncomingOrder extends Incoming {
  readonly kind: 'limit' | 'market';
  /** IOC of a market order. */
  readonly timeInForce: TimeInForce;
  readonly isPostOnly: boolean;
  /** Of an iceberg order: what the book shows of it at most (TYPE-11). */
  readonly display?: bigint | undefined;
  /** Of a one-cancels-other order (OCO-01). */
  readonly oco?: Oco | undefined;
  readonly priceCheck?: PriceCheck | undefined;
  /** Of a stop order that is not triggered (STOP-01). */
  readonly stop?: bigint;
  /** In its place: how far the stop trails the last price, in tenths of a percent (TRAIL-01). */
  readonly trail?: bigint;
}

/** The part that does not fill at once goes into the book. */
export const mayRest = ({ timeInForce }: Pick<IncomingOrder, 'timeInForce'>): boolean =>
  timeInForce === 'GTC';

/** FOK takes nothing where it cannot take all (TYPE-03). */
export function matchAllowedBy(incoming: IncomingOrder, found: Match): Match {
  if (incoming.timeInForce !== 'FOK' || found.isComplete || found.ownOrder) return found;
  return { fills: [], filled: 0n, value: 0n, isComplete: false, ownOrder: undefined };
}

/** @returns the best price of the other side, where the order would trade with it. */
export function bestOpposingPrice(book: Book, incoming: IncomingOrder): bigint | undefined {
  const best = book.bestPrice(opposite(incoming.side));
  return best !== undefined && accepts(incoming, best) ? best : undefined;
}

/** Units that stay reserved with `left` in the book: quote coin for a buy, base coin for a sell. */
export function heldFor(
  { side, limit, timeInForce, oco }: Pick<IncomingOrder, 'side' | 'limit' | 'timeInForce' | 'oco'>,
  left: bigint,
): bigint {
  if (limit === null || !mayRest({ timeInForce })) return 0n;
  return side === 'buy' ? valueOf(dearest(limit, oco), left) : left;
}

/** The price of the leg that costs more (OCO-03). */
export const dearest = (limit: bigint, oco: Oco | null | undefined): bigint =>
  oco && oco.limit !== null && oco.limit > limit ? oco.limit : limit;

/** Parts that an amendment leaves out stay the same (AMEND-01). `quantity` includes what is already filled. */
export interface Amendment {
  readonly limit: bigint | undefined;
  readonly quantity: bigint | undefined;
  readonly stop: bigint | undefined;
  readonly priceCheck: PriceCheck | undefined;
}
