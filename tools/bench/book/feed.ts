// An order-book feed in the venue's frames, repeatable by its seed. Every update sets the quantity of the best
// bid to 1 + sequence / 100000, so that the screen shows the number of the newest update.
import { random } from '../../../scripts/random.ts';

const LEVELS = 40;
const MIDDLE = 512_345;

/** @param ticks of 1e-8 */
const priceText = (ticks: number) => `0.${String(ticks).padStart(8, '0')}`;
const quantityText = (hundredThousandths: number) => {
  const text = String(hundredThousandths).padStart(6, '0');
  return `${text.slice(0, -5)}.${text.slice(-5)}`;
};
const texts = (levels: readonly [number, string][]): [string, string][] =>
  levels.map(([ticks, amount]) => [priceText(ticks), amount]);
export const marker = (sequence: number) => quantityText(100_000 + sequence);

export interface Feed {
  /** a frame with the whole book after an update */
  snapshot: (sequence: number) => string;
  /** the same in the answer of the REST call */
  book: (sequence: number) => { bids: [string, string][]; asks: [string, string][] };
  /** frames; the first has sequence 1 */
  updates: readonly string[];
}

export function makeFeed(pair: string, count: number): Feed {
  const next = random(7);
  const quantity = () => quantityText(1 + Math.floor(next() * (next() < 0.15 ? 4_000_000 : 90_000)));
  const sides: { bids: Map<number, string>; asks: Map<number, string> } = {
    bids: new Map(),
    asks: new Map(),
  };
  for (const [side, direction] of [
    ['bids', -1],
    ['asks', 1],
  ] as const) {
    let ticks = MIDDLE + direction * 5;
    for (let level = 0; level < LEVELS; level += 1) {
      sides[side].set(ticks, quantity());
      ticks += direction * (1 + Math.floor(next() * 40));
    }
  }
  // The best bid keeps its price; everything else moves.
  const best = MIDDLE - 5;
  sides.bids.set(best, marker(0));
  const start = { bids: new Map(sides.bids), asks: new Map(sides.asks) };

  const edits: { bids: Map<number, string>; asks: Map<number, string> }[] = [];
  for (let sequence = 1; sequence <= count; sequence += 1) {
    const change: { bids: Map<number, string>; asks: Map<number, string> } = {
      bids: new Map([[best, marker(sequence)]]),
      asks: new Map(),
    };
    for (let left = 1 + Math.floor(next() * 4); left > 0; left -= 1) {
      const side = next() < 0.5 ? 'bids' : 'asks';
      const direction = side === 'bids' ? -1 : 1;
      const prices = [...sides[side].keys()].sort((a, b) => (a - b) * direction);
      // Seven in ten changes are near the top of the book.
      const at = prices[1 + Math.floor(next() * (next() < 0.7 ? 13 : LEVELS - 2))] ?? MIDDLE;
      if (next() < 0.8) change[side].set(at, quantity());
      else {
        const fresh = at + direction * (1 + Math.floor(next() * 12));
        if (sides[side].has(fresh) || change[side].has(fresh)) continue;
        change[side].set(at, '0').set(fresh, quantity());
      }
      for (const [ticks, amount] of change[side]) {
        if (amount === '0') sides[side].delete(ticks);
        else sides[side].set(ticks, amount);
      }
    }
    edits.push(change);
  }

  const book = (sequence: number) => {
    const at = { bids: new Map(start.bids), asks: new Map(start.asks) };
    for (const change of edits.slice(0, sequence)) {
      for (const side of ['bids', 'asks'] as const) {
        for (const [ticks, amount] of change[side]) {
          if (amount === '0') at[side].delete(ticks);
          else at[side].set(ticks, amount);
        }
      }
    }
    return {
      bids: texts([...at.bids].sort(([a], [b]) => b - a)),
      asks: texts([...at.asks].sort(([a], [b]) => a - b)),
    };
  };
  const figures = { buys_volume: '40', sells_volume: '40', last_trade_price: priceText(MIDDLE) };
  return {
    book,
    snapshot: (sequence) =>
      JSON.stringify({
        type: 'orderbook_snapshot',
        pair_symbol: pair,
        sequence,
        ...book(sequence),
        ...figures,
      }),
    updates: edits.map((change, index) =>
      JSON.stringify({
        type: 'orderbook_update',
        pair_symbol: pair,
        delta: true,
        previous_sequence: index,
        sequence: index + 1,
        bids: texts([...change.bids]),
        asks: texts([...change.asks]),
        ...figures,
      }),
    ),
  };
}
