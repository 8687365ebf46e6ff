import type { Side } from '../../src/domain/market.ts';
import { textOf } from '../ledger/units.ts';
import type { BookLevel } from '../exchange.ts';

/** Units. */
export interface LevelChange {
  readonly side: Side;
  readonly price: bigint;
  readonly change: bigint;
}

/** Committed quantities by price. The matching book may be ahead of it. */
export class Levels {
  readonly #bids = new SideLevels('buy');
  readonly #asks = new SideLevels('sell');

  /** @returns the changed levels with their new quantity. */
  apply(changes: readonly LevelChange[]): { bids: BookLevel[]; asks: BookLevel[] } {
    const touched = { buy: new Set<bigint>(), sell: new Set<bigint>() };
    for (const { side, price, change } of changes) {
      this.#of(side).change(price, change);
      touched[side].add(price);
    }
    return {
      bids: [...touched.buy].map((price) => this.#bids.at(price)),
      asks: [...touched.sell].map((price) => this.#asks.at(price)),
    };
  }

  set(side: Side, price: bigint, quantity: bigint): void {
    this.#of(side).change(price, quantity - this.#of(side).quantity(price));
  }

  get isCrossed(): boolean {
    const [bid, ask] = [this.#bids.best, this.#asks.best];
    return bid !== undefined && ask !== undefined && bid >= ask;
  }

  top(side: Side, depth: number): BookLevel[] {
    return this.#of(side).top(depth);
  }

  volume(side: Side): bigint {
    return this.#of(side).volume;
  }

  changesTo(other: Levels): LevelChange[] {
    return (['buy', 'sell'] as const).flatMap((side) => {
      const prices = new Set([...this.#of(side).prices, ...other.#of(side).prices]);
      return [...prices]
        .map((price) => ({
          side,
          price,
          change: other.#of(side).quantity(price) - this.#of(side).quantity(price),
        }))
        .filter(({ change }) => change !== 0n);
    });
  }

  #of(side: Side): SideLevels {
    return side === 'buy' ? this.#bids : this.#asks;
  }
}

class SideLevels {
  readonly #side: Side;
  readonly #quantities = new Map<bigint, bigint>();
  /** Worst first, because most changes are at the best prices. */
  readonly #prices: bigint[] = [];
  volume = 0n;

  constructor(side: Side) {
    this.#side = side;
  }

  get prices(): readonly bigint[] {
    return this.#prices;
  }

  get best(): bigint | undefined {
    return this.#prices.at(-1);
  }

  quantity(price: bigint): bigint {
    return this.#quantities.get(price) ?? 0n;
  }

  at(price: bigint): BookLevel {
    return [textOf(price), textOf(this.quantity(price))];
  }

  change(price: bigint, change: bigint): void {
    const before = this.quantity(price);
    const after = before + change;
    if (after < 0n) throw new Error('a level of the book would fall below zero');
    this.volume += change;
    if (after === 0n) this.#quantities.delete(price);
    else this.#quantities.set(price, after);
    if (before === 0n && after > 0n) this.#prices.splice(this.#find(price), 0, price);
    if (before > 0n && after === 0n) this.#prices.splice(this.#find(price), 1);
  }

  top(depth: number): BookLevel[] {
    const levels: BookLevel[] = [];
    for (let index = this.#prices.length - 1; index >= 0 && levels.length < depth; index -= 1) {
      levels.push(this.at(this.#prices[index] ?? 0n));
    }
    return levels;
  }

  #find(price: bigint): number {
    let low = 0;
    let high = this.#prices.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#prices[middle] ?? price;
      if (this.#side === 'buy' ? other < price : other > price) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
