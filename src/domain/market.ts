import type { DecimalText } from './decimal.ts';

/** 24 hour figures of a market. A figure the server did not send is null, never a made-up 0. */
export interface Market {
  readonly pair: string;
  readonly lastPrice: DecimalText | null;
  /** Percent over 24 hours, signed. */
  readonly percentChange: DecimalText | null;
  readonly baseVolume: DecimalText | null;
  readonly quoteVolume: DecimalText | null;
  readonly high24h: DecimalText | null;
  readonly low24h: DecimalText | null;
  readonly lowestAsk: DecimalText | null;
  readonly highestBid: DecimalText | null;
}

/** The rules an order of the pair must keep. Absent rules are null. */
export interface PairSettings {
  readonly pair: string;
  readonly isEnabled: boolean;
  /** Fractional digits. */
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
  /** The tick. */
  readonly minPriceIncrement: DecimalText | null;
  readonly minQuantityIncrement: DecimalText;
  /** In base coin. */
  readonly minOrderSize: DecimalText | null;
  readonly makerFeePercent: DecimalText | null;
  readonly takerFeePercent: DecimalText | null;
}

/** A public trade of the market history. */
export interface MarketTrade {
  readonly id: string;
  readonly pair: string;
  readonly price: DecimalText;
  readonly amount: DecimalText;
  /** The taker's side. */
  readonly side: Side;
  /** Epoch milliseconds. */
  readonly time: number;
}

export type Side = 'buy' | 'sell';

/** A market as it is written everywhere: BASE-QUOTE, for example `XMR-BTC` (TRADE-01). */
export interface Pair {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
}

const HALF = /^[A-Z0-9]{1,12}$/;

/**
 * Splits a pair symbol at its dash (TRADE-02). Lower case is accepted from the address bar.
 * @returns null when the pair or either half is missing: the not-found page.
 */
export function parsePair(text: string | undefined): Pair | null {
  const [base = '', quote = '', ...rest] = (text ?? '').toUpperCase().split('-');
  if (rest.length > 0 || !HALF.test(base) || !HALF.test(quote)) return null;
  return { symbol: `${base}-${quote}`, base, quote };
}
