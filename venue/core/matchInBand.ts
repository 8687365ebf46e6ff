import type { Refusal } from '../exchange.ts';
import { textOf } from '../ledger/units.ts';
import type { Book } from '../matching/book.ts';
import { type Match, match } from '../matching/match.ts';
import { type FarOrder, farOrder, type WorstCase } from './farPrice.ts';
import type { Pair } from './pairs.ts';
import type { Matching } from './unsettled.ts';
import { type Band, isInside } from './priceBand.ts';
import { refuse } from './refusals.ts';
import type { IncomingOrder } from './terms.ts';

/** A market order fills inside the band only; a limit order that would trade outside is refused (LEDGER-03). */
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

/** What the database counts for a guarded order, if anything; a refusal where it is too far away (LEDGER-08). */
export function checkFar(
  { median }: Pick<Matching, 'median'>,
  { side, priceCheck }: Pick<IncomingOrder, 'side' | 'priceCheck'>,
  worstCase: (median: bigint) => Omit<WorstCase, 'side'>,
): { readonly ok: true; readonly far?: FarOrder } | Refusal {
  if (priceCheck === undefined || median === null) return { ok: true };
  if (priceCheck === 'confirmed') return { ok: true, far: { confirmed: true } };
  const far = farOrder(median, { side, ...worstCase(median) });
  return far ? { ok: true, far } : refuse.farPrice();
}

/** The message names the allowed prices. */
function outsideBand({ rules, tick }: Pair, { lowest, highest }: Band): Refusal {
  const [from, to] = [((lowest + tick - 1n) / tick) * tick, (highest / tick) * tick];
  return refuse.outsideBand(rules.priceDeviationPercent, textOf(from), textOf(to), rules.quote);
}
