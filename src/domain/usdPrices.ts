import { decimal, type DecimalText, divideBy, isPositive, multiply, toText } from './decimal.ts';
import { type Market, parsePair } from './market.ts';

/** Of a price that is worked out by division; far more than any screen shows. */
const DIGITS = 18;

/**
 * The value of one unit of each coin in USD, where it follows from the price of BTC and the last prices of the markets:
 * BTC itself, coins that trade against BTC, coins that BTC trades against, and coins that trade against those. A
 * missing coin has no known price (WALLET-07).
 */
export function usdPrices(
  markets: readonly Market[],
  btcPrice: DecimalText | null,
): Readonly<Record<string, DecimalText>> {
  if (btcPrice === null || !isPositive(decimal(btcPrice))) return {};
  const known = new Map<string, DecimalText>([['BTC', btcPrice]]);
  const priced = markets.flatMap(({ pair, lastPrice }) => {
    const sides = parsePair(pair);
    return sides && lastPrice !== null && isPositive(decimal(lastPrice)) ? [{ ...sides, lastPrice }] : [];
  });
  // A price of BTC in another coin gives that coin's value.
  for (const { base, quote, lastPrice } of priced) {
    if (base === 'BTC') note(quote, divideBy(decimal(btcPrice), decimal(lastPrice), DIGITS));
  }
  // Prices in BTC first: they pass through one market, the others through two.
  for (const wantsBtc of [true, false]) {
    for (const { base, quote, lastPrice } of priced) {
      const quotePrice = (quote === 'BTC') === wantsBtc ? known.get(quote) : undefined;
      if (quotePrice !== undefined) note(base, multiply(decimal(lastPrice), decimal(quotePrice)));
    }
  }
  return Object.fromEntries(known);

  function note(ticker: string, price: ReturnType<typeof decimal>): void {
    if (!known.has(ticker) && isPositive(price)) known.set(ticker, toText(price));
  }
}
