import type { Refusal } from '../exchange.ts';
import { textOf } from '../ledger/units.ts';
import type { Book } from '../matching/book.ts';
import { type Match, match } from '../matching/match.ts';
import type { LetThrough, WorstCase } from './farPrice.ts';
import type { Pair } from './pairs.ts';
import type { Matching } from './unsettled.ts';
import { type Band, isInside } from './priceBand.ts';
import { refuse } from './refusals.ts';
import type { IncomingOrder } from './terms.ts';

/** A market order takes what is inside the band; a limit order that would trade outside is refused (LEDGER-03). */
export function matchInBand(
  pair: Pair,
  book: Book,
  incoming: IncomingOrder,
  band: Band | null,
): { readonly ok: true; readonly found: Match; readonly isCut: boolean } | Refusal {
  const found = match(book, incoming);
  const outside = band ? found.fills.findIndex(({ price }) => !isInside(band, price)) : -1;
  if (band === null || outside === -1) return { ok: true, found, isCut: false };
  if (outside === 0 || incoming.kind === 'limit') return outsideBand(pair, band);
  const limit = incoming.side === 'buy' ? band.highest : band.lowest;
  return { ok: true, found: match(book, { ...incoming, limit }), isCut: true };
}

/** Holds a guarded order to what its account may lose (LEDGER-08). `undo` where it is not carried out. */
export function checkFar(
  { pair, median, farPrices }: Pick<Matching, 'pair' | 'median' | 'farPrices'>,
  { accountId, side, priceCheck }: Pick<IncomingOrder, 'accountId' | 'side' | 'priceCheck'>,
  worstCase: (median: bigint) => Omit<WorstCase, 'side'>,
  now: Date,
): ({ readonly ok: true } & LetThrough) | Refusal {
  const nothing = { ok: true, undo: () => undefined } as const;
  if (priceCheck === undefined || median === null) return nothing;
  if (priceCheck === 'confirmed') {
    farPrices.confirm(accountId);
    return nothing;
  }
  const order = { side, ...worstCase(median) };
  const isThrough = farPrices.letThrough(pair.rules.symbol, accountId, median, order, now.getTime());
  return isThrough ? { ok: true, ...isThrough } : refuse.farPrice();
}

/** The message names prices that an order may have. */
function outsideBand({ rules, tick }: Pair, { lowest, highest }: Band): Refusal {
  const [from, to] = [((lowest + tick - 1n) / tick) * tick, (highest / tick) * tick];
  return refuse.outsideBand(rules.priceDeviationPercent, textOf(from), textOf(to), rules.quote);
}
