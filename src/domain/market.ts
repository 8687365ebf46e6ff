import type { DecimalText } from './decimal.ts';

/** 24-hour figures of a market; null where the server did not send one, never a made-up 0. */
export interface Market {
  readonly pair: string;
  readonly lastPrice: DecimalText | null;
  readonly percentChange: DecimalText | null;
  readonly baseVolume: DecimalText | null;
  readonly quoteVolume: DecimalText | null;
  readonly high24h: DecimalText | null;
  readonly low24h: DecimalText | null;
  readonly lowestAsk: DecimalText | null;
  readonly highestBid: DecimalText | null;
}

/** Limits for an order of the pair, null without a rule. Precisions are fractional digits; sizes in base coin. */
export interface PairSettings {
  readonly pair: string;
  readonly isEnabled: boolean;
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
  /** The tick. */
  readonly minPriceIncrement: DecimalText | null;
  readonly minQuantityIncrement: DecimalText;
  readonly minOrderSize: DecimalText | null;
  readonly makerFeePercent: DecimalText | null;
  readonly takerFeePercent: DecimalText | null;
}

/** A public trade: the taker's side, time in epoch milliseconds. */
export interface MarketTrade {
  readonly id: string;
  readonly pair: string;
  readonly price: DecimalText;
  readonly amount: DecimalText;
  readonly side: Side;
  readonly time: number;
}

export type Side = 'buy' | 'sell';

/** Written BASE-QUOTE everywhere, such as `XMR-BTC` (TRADE-01). */
export interface Pair {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
}

const HALF = /^[A-Z0-9]{1,12}$/;

/** Splits a symbol at its dash (TRADE-02); lower case is accepted. Null when the pair or a half of it is missing. */
export function parsePair(text: string | undefined): Pair | null {
  const [base = '', quote = '', ...rest] = (text ?? '').toUpperCase().split('-');
  if (rest.length > 0 || !HALF.test(base) || !HALF.test(quote)) return null;
  return { symbol: `${base}-${quote}`, base, quote };
}
