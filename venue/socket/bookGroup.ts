import type { BookLevel, BookSnapshot } from '../exchange.ts';

/** Clients of the same pair and depth. Updates include levels that enter or leave the depth. */
export interface BookGroup {
  snapshot(): string;
  /** Null when nothing visible changed. */
  advance(book: BookSnapshot): string | null;
}

interface View {
  sequence: number;
  lastPrice: string | null;
  buysVolume: string;
  sellsVolume: string;
  at: Date;
  bids: Map<string, string>;
  asks: Map<string, string>;
}

export function createBookGroup(first: BookSnapshot): BookGroup {
  let view = viewOf(first);
  let snapshot: string | null = null;
  return {
    snapshot() {
      snapshot ??= JSON.stringify({
        type: 'orderbook_snapshot',
        pair_symbol: first.pair,
        sequence: view.sequence,
        timestamp: view.at.toISOString(),
        bids: [...view.bids],
        asks: [...view.asks],
        ...figures(view),
      });
      return snapshot;
    },

    advance(book) {
      if (book.sequence === view.sequence) return null;
      const next = viewOf(book);
      const bids = difference(view.bids, next.bids);
      const asks = difference(view.asks, next.asks);
      // The sequence stays, so the next update still follows it.
      if (bids.length === 0 && asks.length === 0 && next.lastPrice === view.lastPrice) return null;
      const previous = view.sequence;
      view = next;
      snapshot = null;
      return JSON.stringify({
        type: 'orderbook_update',
        pair_symbol: first.pair,
        delta: true,
        previous_sequence: previous,
        sequence: next.sequence,
        timestamp: next.at.toISOString(),
        bids,
        asks,
        ...figures(next),
      });
    },
  };
}

function viewOf(book: BookSnapshot): View {
  return {
    sequence: book.sequence,
    lastPrice: book.lastPrice,
    buysVolume: book.buysVolume,
    sellsVolume: book.sellsVolume,
    at: book.at,
    bids: new Map(book.bids),
    asks: new Map(book.asks),
  };
}

function figures(view: View): Record<string, unknown> {
  return { buys_volume: view.buysVolume, sells_volume: view.sellsVolume, last_trade_price: view.lastPrice };
}

function difference(known: ReadonlyMap<string, string>, next: ReadonlyMap<string, string>): BookLevel[] {
  const changed: BookLevel[] = [];
  for (const price of known.keys()) if (!next.has(price)) changed.push([price, '0']);
  for (const [price, quantity] of next) if (known.get(price) !== quantity) changed.push([price, quantity]);
  return changed;
}
