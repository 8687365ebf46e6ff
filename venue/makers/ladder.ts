import type { Side } from '../../src/domain/market.ts';

/** Levels that a maker keeps on each side. */
export const LEVELS = 24;
/** How far from the ladder an own order may rest before it is taken away, in levels. */
const SLACK = 4;
/** Orders on one side above which the outermost one goes: as fair moves, levels come to hold several. */
const MOST_ORDERS = 40;

/** Where a maker wants its orders, in ticks. */
export interface Ladder {
  /** The best price of each side that the maker would still quote. */
  readonly top: Readonly<Record<Side, number>>;
  /** Ticks from one level to the next. */
  readonly step: number;
}

export interface OwnOrder {
  readonly id: string;
  readonly side: Side;
  readonly ticks: number;
}

/**
 * @param fair in ticks.
 * @param nearest how far the best level of a side is from fair, and `gap` one level from the next, as fractions of
 *   fair; never closer than the ticks allow.
 */
export function ladderAround(fair: number, nearest: number, gap: number): Ladder {
  const distance = Math.max(0.5, fair * nearest);
  return {
    top: { buy: Math.max(1, Math.floor(fair - distance)), sell: Math.max(2, Math.ceil(fair + distance)) },
    step: Math.max(1, Math.round(fair * gap)),
  };
}

/** The level that a price belongs to: 0 is the best; below 0 is too good a price. */
export function levelOf(ladder: Ladder, side: Side, ticks: number): number {
  const distance = side === 'buy' ? ladder.top.buy - ticks : ticks - ladder.top.sell;
  return distance < 0 ? -1 : Math.floor(distance / ladder.step);
}

/** The price of a level in ticks, moved inside the level by `place` (0 to 1); null below one tick. */
export function ticksOf(ladder: Ladder, side: Side, level: number, place: number): number | null {
  const distance = level * ladder.step + Math.floor(place * ladder.step);
  const ticks = side === 'buy' ? ladder.top.buy - distance : ladder.top.sell + distance;
  return ticks >= 1 ? ticks : null;
}

/**
 * The own order that is most wrong: at a price better than fair allows, else far outside the ladder, else the
 * outermost one of a side that has become crowded.
 */
export function mostWrong(ladder: Ladder, orders: readonly OwnOrder[]): OwnOrder | null {
  let worst: OwnOrder | null = null;
  let fault = 0;
  const isCrowded = (side: Side): boolean =>
    orders.filter((order) => order.side === side).length > MOST_ORDERS;
  const crowded = { buy: isCrowded('buy'), sell: isCrowded('sell') };
  for (const order of orders) {
    const inside = order.side === 'buy' ? order.ticks - ladder.top.buy : ladder.top.sell - order.ticks;
    const outside = levelOf(ladder, order.side, order.ticks) - (crowded[order.side] ? 0 : LEVELS + SLACK);
    // Any order that is too good comes before all that are too far away.
    const size = inside > 0 ? 1e9 + inside : outside;
    if (size > fault) [worst, fault] = [order, size];
  }
  return worst;
}

/** The best level without an own order; null when the ladder is complete. */
export function missingLevel(
  ladder: Ladder,
  orders: Iterable<OwnOrder>,
): { side: Side; level: number } | null {
  const taken = { buy: new Set<number>(), sell: new Set<number>() };
  for (const { side, ticks } of orders) taken[side].add(levelOf(ladder, side, ticks));
  for (let level = 0; level < LEVELS; level += 1) {
    for (const side of ['buy', 'sell'] as const) {
      if (!taken[side].has(level) && ticksOf(ladder, side, level, 0) !== null) return { side, level };
    }
  }
  return null;
}
