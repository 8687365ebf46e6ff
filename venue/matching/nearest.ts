import type { Side } from '../../src/domain/market.ts';

/** What waits for a trade at `stop` or beyond. */
export interface Waiting {
  readonly side: Side;
  readonly stop: bigint;
  /** Rises with age: of those at the same price the oldest comes first. */
  readonly number: number;
}

export const isHit = ({ side, stop }: Pick<Waiting, 'side' | 'stop'>, price: bigint): boolean =>
  side === 'buy' ? price >= stop : price <= stop;

/** The next one to be reached: the nearest stop price, then the oldest. */
const order = (one: Waiting, other: Waiting): number => {
  if (one.stop === other.stop) return one.number - other.number;
  return one.stop < other.stop === (one.side === 'buy') ? -1 : 1;
};

/** Entries that wait for a price, the next one to be reached first. */
export class Nearest<T> {
  readonly #entries: Record<Side, T[]> = { buy: [], sell: [] };
  readonly #waitingOf: (entry: T) => Waiting;

  constructor(waitingOf: (entry: T) => Waiting) {
    this.#waitingOf = waitingOf;
  }

  add(entry: T): void {
    this.#of(entry).splice(this.#placeOf(entry), 0, entry);
  }

  /** The entry, or an equal one. */
  remove(entry: T): void {
    this.#of(entry).splice(this.#placeOf(entry), 1);
  }

  /** Many at once, in the time of a sort. */
  addAll(added: readonly T[]): void {
    for (const side of ['buy', 'sell'] as const) {
      const ofSide = added.filter((entry) => this.#waitingOf(entry).side === side);
      if (ofSide.length > 0) this.#entries[side] = this.sorted([...this.#entries[side], ...ofSide]);
    }
  }

  /** Takes out those of a side that a trade at this price reaches, in linear time. @param isTaken else it stays */
  take(side: Side, price: bigint, isTaken: (entry: T) => boolean = () => true): T[] {
    const entries = this.#entries[side];
    const end = placeIn(entries, (entry) => isHit(this.#waitingOf(entry), price));
    const reached = entries.slice(0, end);
    const taken = reached.filter(isTaken);
    if (taken.length > 0)
      this.#entries[side] = [...reached.filter((entry) => !isTaken(entry)), ...entries.slice(end)];
    return taken;
  }

  /** As the entries here are sorted. */
  sorted(entries: readonly T[]): T[] {
    return entries.toSorted((one, other) => order(this.#waitingOf(one), this.#waitingOf(other)));
  }

  #of(entry: T): T[] {
    return this.#entries[this.#waitingOf(entry).side];
  }

  /** Its index, or where it would be. */
  #placeOf(entry: T): number {
    const waiting = this.#waitingOf(entry);
    return placeIn(this.#of(entry), (other) => order(this.#waitingOf(other), waiting) < 0);
  }
}

/** The first place of a sorted list whose entry is not before it. */
export function placeIn<T>(sorted: readonly T[], isBefore: (entry: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = sorted[middle];
    if (entry !== undefined && isBefore(entry)) low = middle + 1;
    else high = middle;
  }
  return low;
}
