import type { Side } from '../../src/domain/market.ts';

export const LEVELS = 24;
/** Levels beyond the ladder in which an order may stay. */
const SLACK = 4;
const MAX_ORDERS = 40;

export interface Ladder {
  readonly top: Readonly<Record<Side, number>>;
  readonly step: number;
}

export interface OwnOrder {
  readonly id: string;
  readonly side: Side;
  readonly ticks: number;
}

/** @param fair in ticks. @param nearest half the spread, and `levelStep` between levels, as fractions of fair. */
export function ladderAround(fair: number, nearest: number, levelStep: number): Ladder {
  const distance = Math.max(0.5, fair * nearest);
  return {
    top: { buy: Math.max(1, Math.floor(fair - distance)), sell: Math.max(2, Math.ceil(fair + distance)) },
    step: Math.max(1, Math.round(fair * levelStep)),
  };
}

/** The level of a price: 0 is the best; -1 is too good. */
export function levelOf(ladder: Ladder, side: Side, ticks: number): number {
  const distance = side === 'buy' ? ladder.top.buy - ticks : ticks - ladder.top.sell;
  return distance < 0 ? -1 : Math.floor(distance / ladder.step);
}

/** Ticks of a level, moved inside it by `place` (0 to 1); null below one tick. */
export function ticksOf(ladder: Ladder, side: Side, level: number, place: number): number | null {
  const distance = level * ladder.step + Math.floor(place * ladder.step);
  const ticks = side === 'buy' ? ladder.top.buy - distance : ladder.top.sell + distance;
  return ticks >= 1 ? ticks : null;
}

/** The order to cancel first: too good a price, then far outside the ladder, then the outermost of too many. */
export function worstOrder(ladder: Ladder, orders: readonly OwnOrder[]): OwnOrder | null {
  let worst: OwnOrder | null = null;
  let fault = 0;
  const isCrowded = (side: Side): boolean =>
    orders.filter((order) => order.side === side).length > MAX_ORDERS;
  const crowded = { buy: isCrowded('buy'), sell: isCrowded('sell') };
  for (const order of orders) {
    const inside = order.side === 'buy' ? order.ticks - ladder.top.buy : ladder.top.sell - order.ticks;
    const outside = levelOf(ladder, order.side, order.ticks) - (crowded[order.side] ? 0 : LEVELS + SLACK);
    const size = inside > 0 ? 1e9 + inside : outside;
    if (size > fault) [worst, fault] = [order, size];
  }
  return worst;
}

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
