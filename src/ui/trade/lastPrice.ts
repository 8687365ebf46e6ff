import { compare, decimal, type DecimalText } from '../../domain/decimal.ts';
import type { Direction } from '../../domain/format.ts';
import type { MarketTrade } from '../../domain/market.ts';

export interface LastPrice {
  /** Null while no price is known. */
  readonly price: DecimalText | null;
  /** Which way it moved from the price before it. */
  readonly direction: Direction;
}

/**
 * The pair's last price from known data, the quickest first: the book's feed, the latest trades, the market's day. The
 * direction compares with the newest trade at another price.
 * @param trades newest first.
 */
export function lastPriceOf(
  fromBook: DecimalText | null,
  trades: readonly MarketTrade[],
  fromDay: DecimalText | null,
): LastPrice {
  const price = fromBook ?? trades[0]?.price ?? fromDay;
  if (price === null) return { price, direction: 'level' };
  const last = decimal(price);
  for (const trade of trades) {
    const order = compare(last, decimal(trade.price));
    if (order !== 0) return { price, direction: order > 0 ? 'up' : 'down' };
  }
  return { price, direction: 'level' };
}

/**
 * The last price in the book where a stream brings the trades (LIVE-09); null leaves the book its own.
 * @param trades newest first; null where no stream brings them, or before they are known.
 */
export const sharedLastPrice = (
  trades: readonly MarketTrade[] | null,
  fromDay: DecimalText | null,
): DecimalText | null => trades && (trades[0]?.price ?? fromDay);
