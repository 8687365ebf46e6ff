import type { Side } from '../../src/domain/market.ts';
import { isHit, placeIn } from './nearest.ts';

/** The best last price for the orders accepted from `since` on: the highest for sells, the lowest for buys (TRAIL-02). */
export interface Mark {
  readonly side: Side;
  /** Number of the first order that it is for. */
  readonly since: number;
  readonly price: bigint;
}

interface Trailing {
  readonly id: string;
  readonly number: number;
  /** Tenths of a percent. */
  readonly trail: bigint;
  readonly incoming: { readonly side: Side };
}

const ALL = 1000n;

/**
 * The price at which an order is triggered: `trail` tenths of a percent from the mark, rounded to the price step away
 * from the last price.
 */
export function trailStop(side: Side, mark: bigint, trail: bigint, tick: bigint): bigint {
  const step = ALL * tick;
  const exact = mark * (side === 'sell' ? ALL - trail : ALL + trail);
  return ((side === 'sell' ? exact : exact + step - 1n) / step) * tick;
}

interface OfSide<T> {
  /** Oldest first. Each is nearer to the last price than the one before it. */
  readonly marks: Mark[];
  /** By percent, in the order of acceptance. */
  readonly groups: Map<bigint, T[]>;
  /** The next price to trigger one; null where it has to be found, or where none waits. */
  nearest: bigint | null;
}

/**
 * Orders that trail the last price, on one side of it each. The older of two orders has seen all prices that the younger
 * one has, so its mark is never the nearer one. Two things follow, so that a trade costs nothing for most orders
 * (TRAIL-04):
 * - A better price replaces the newest marks up to the first one that it does not improve. Each mark is made once and
 *   replaced once.
 * - Of the orders with one percent the oldest is triggered first, and there are at most 500 percents.
 */
export class Trails<T extends Trailing> {
  readonly #tick: bigint;
  readonly #sides: Record<Side, OfSide<T>>;

  /** @param marks as they were stored. */
  constructor(tick: bigint, marks: readonly Mark[] = []) {
    this.#tick = tick;
    const of = (side: Side): OfSide<T> => ({
      marks: marks.filter((mark) => mark.side === side),
      groups: new Map(),
      nearest: null,
    });
    this.#sides = { buy: of('buy'), sell: of('sell') };
  }

  /** Oldest first. */
  marksOf(side: Side): readonly Mark[] {
    return this.#sides[side].marks;
  }

  stopOf({ incoming: { side }, number, trail }: T, marks = this.marksOf(side)): bigint {
    const mark = marks[placeIn(marks, ({ since }) => since <= number) - 1];
    if (!mark) throw new Error(`there is no price that order ${number} trails`);
    return trailStop(side, mark.price, trail, this.#tick);
  }

  add(order: T): void {
    const group = this.#groupOf(order);
    group.splice(placeOf(group, order), 0, order);
    this.#sides[order.incoming.side].nearest = null;
  }

  /** Many at once, in the time of a sort. */
  addAll(orders: readonly T[]): void {
    const touched = new Set(orders.map((order) => this.#groupOf(order)));
    for (const order of orders) this.#groupOf(order).push(order);
    for (const group of touched) group.sort((one, other) => one.number - other.number);
    for (const of of Object.values(this.#sides)) of.nearest = null;
  }

  remove(order: T): void {
    const [of, group] = [this.#sides[order.incoming.side], this.#groupOf(order)];
    group.splice(placeOf(group, order), 1);
    if (group.length === 0) of.groups.delete(order.trail);
    of.nearest = null;
  }

  /**
   * The first price of an order that is accepted now. It shares the newest mark where that is as near. (After a restart
   * the last price is that of the trade stored last, which may be beyond it: LOAD-09. Then the mark is right.)
   * @returns the mark to store, and how to undo it.
   */
  begin(
    side: Side,
    since: number,
    price: bigint,
  ): { readonly mark: Mark | undefined; readonly undo: () => void } {
    const { marks } = this.#sides[side];
    const newest = marks.at(-1);
    if (newest && !isBetter(side, newest.price, price)) return { mark: undefined, undo: () => undefined };
    const mark = { side, since, price };
    marks.push(mark);
    return { mark, undo: () => void marks.pop() };
  }

  /** A trade. @returns the mark to store in place of all from its `since` on, and how to undo it. */
  follow(side: Side, price: bigint): { readonly mark: Mark; readonly undo: () => void } | undefined {
    const of = this.#sides[side];
    const { marks } = of;
    const newest = marks.at(-1);
    if (!newest || !isBetter(side, price, newest.price)) return undefined;
    const kept = placeIn(marks, (mark) => isBetter(side, mark.price, price));
    const replaced = marks.splice(kept);
    const mark = { side, since: replaced[0]?.since ?? newest.since, price };
    marks.push(mark);
    of.nearest = null;
    return {
      mark,
      undo: () => {
        marks.splice(kept, 1, ...replaced);
        of.nearest = null;
      },
    };
  }

  /**
   * Takes out those that a trade at this price triggers.
   * @param marks those of an earlier time, for orders that were triggered then @param isTaken else it stays
   */
  take(
    side: Side,
    price: bigint,
    marks: readonly Mark[] = this.marksOf(side),
    isTaken: (order: T) => boolean = () => true,
  ): { readonly order: T; readonly stop: bigint }[] {
    const of = this.#sides[side];
    if (marks === of.marks && !this.#mayHit(side, price)) return [];
    const hit: { readonly order: T; readonly stop: bigint }[] = [];
    for (const [trail, group] of of.groups) {
      const end = placeIn(group, (order) => isHit({ side, stop: this.stopOf(order, marks) }, price));
      const [reached, left] = [group.slice(0, end), group.slice(end)];
      for (const order of reached.filter(isTaken)) hit.push({ order, stop: this.stopOf(order, marks) });
      of.groups.set(trail, [...reached.filter((order) => !isTaken(order)), ...left]);
    }
    of.nearest = null;
    return hit;
  }

  #mayHit(side: Side, price: bigint): boolean {
    const of = this.#sides[side];
    of.nearest ??= this.#nearestOf(of);
    return of.nearest !== null && isHit({ side, stop: of.nearest }, price);
  }

  #nearestOf({ groups }: OfSide<T>): bigint | null {
    let nearest: bigint | null = null;
    for (const [oldest] of groups.values()) {
      // Of an emptied group there is none.
      if (!oldest) continue;
      const stop = this.stopOf(oldest);
      if (nearest === null || !isHit({ side: oldest.incoming.side, stop: nearest }, stop)) nearest = stop;
    }
    return nearest;
  }

  #groupOf({ incoming: { side }, trail }: T): T[] {
    const { groups } = this.#sides[side];
    const group = groups.get(trail) ?? [];
    groups.set(trail, group);
    return group;
  }
}

/** Whether a price moves the mark: a higher one of a sell, a lower one of a buy. */
const isBetter = (side: Side, price: bigint, mark: bigint): boolean =>
  side === 'sell' ? price > mark : price < mark;

const placeOf = <T extends Trailing>(group: readonly T[], { number }: T): number =>
  placeIn(group, (other) => other.number < number);
