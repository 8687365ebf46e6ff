import { expect } from 'vitest';

type Side = Map<string, string>;
type Frame = Readonly<Record<string, unknown>>;

/**
 * The simplest client that the contract allows (BOOK-07): a snapshot replaces the book, a delta changes the
 * levels that it names, and every frame must follow the one before. It ignores prices and depth.
 */
export function createNaiveBook() {
  let bids: Side = new Map();
  let asks: Side = new Map();
  let sequence: number | null = null;
  const change = (side: Side, levels: unknown): void => {
    for (const [price, quantity] of levels as [string, string][]) {
      if (quantity === '0') side.delete(price);
      else side.set(price, quantity);
    }
  };
  const sorted = (side: Side, sign: 1 | -1): [string, string][] =>
    [...side].sort(([a], [b]) => sign * (Number(a) - Number(b)));
  return {
    get sequence() {
      return sequence;
    },
    take(frame: Frame): void {
      if (frame.type === 'orderbook_snapshot') {
        [bids, asks] = [new Map(), new Map()];
      } else {
        expect(frame.type).toBe('orderbook_update');
        expect(frame.delta).toBe(true);
        expect(frame.previous_sequence).toBe(sequence);
        expect(Number(frame.sequence)).toBeGreaterThan(sequence ?? Number.POSITIVE_INFINITY);
      }
      change(bids, frame.bids);
      change(asks, frame.asks);
      sequence = Number(frame.sequence);
    },
    get bids() {
      return sorted(bids, -1);
    },
    get asks() {
      return sorted(asks, 1);
    },
  };
}

export type NaiveBook = ReturnType<typeof createNaiveBook>;
