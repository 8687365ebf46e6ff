import type { IncomingOrder } from '../core/terms.ts';
import { valueOf } from '../ledger/units.ts';

/** An order that is not in the book before a trade reaches its stop price (STOP-01). */
export interface StopOrder {
  readonly id: string;
  /** Rises in the order of acceptance. */
  readonly number: number;
  readonly stop: bigint;
  /** What it becomes. */
  readonly incoming: Omit<IncomingOrder, 'increment'>;
  readonly createdAt: Date;
}

/** Units that it reserves: quote coin for a buy, base coin for a sell. */
export function heldByStop({
  incoming: { side, cost, limit, quantity },
}: Pick<StopOrder, 'incoming'>): bigint {
  if (cost !== null) return cost;
  if (quantity === null) throw new Error('a stop order has neither cost nor quantity');
  if (side === 'sell') return quantity;
  if (limit === null) throw new Error('a buy stop order by quantity has no limit');
  return valueOf(limit, quantity);
}

const isHit = ({ stop, incoming: { side } }: StopOrder, price: bigint): boolean =>
  side === 'buy' ? price >= stop : price <= stop;

/** The next one to be hit first: the nearest stop price, then the oldest. */
const order = (one: StopOrder, other: StopOrder): number => {
  if (one.stop === other.stop) return one.number - other.number;
  return one.stop < other.stop === (one.incoming.side === 'buy') ? -1 : 1;
};

/** The stop orders of one pair: those that wait, and those that were triggered and are to be matched. */
export class Stops {
  readonly #waiting: Record<'buy' | 'sell', StopOrder[]> = { buy: [], sell: [] };
  /** The one that was triggered first stands first. */
  readonly #triggered: StopOrder[] = [];
  readonly #orders = new Map<string, StopOrder>();
  readonly #open = new Map<string, number>();
  /** Of the latest trade that was matched; null before the first. */
  lastPrice: bigint | null = null;

  get(id: string): StopOrder | undefined {
    return this.#orders.get(id);
  }

  all(): IterableIterator<StopOrder> {
    return this.#orders.values();
  }

  isTriggered(id: string): boolean {
    return this.#triggered.some((stop) => stop.id === id);
  }

  get nextTriggered(): StopOrder | undefined {
    return this.#triggered[0];
  }

  openOf(accountId: string): number {
    return this.#open.get(accountId) ?? 0;
  }

  /** Whether the latest trade has reached its stop price already. */
  isReached(stop: StopOrder): boolean {
    return this.lastPrice !== null && isHit(stop, this.lastPrice);
  }

  add(stop: StopOrder, isTriggered = false): void {
    this.#orders.set(stop.id, stop);
    this.#count(stop, 1);
    if (isTriggered) this.#triggered.push(stop);
    else this.#wait(stop);
  }

  /** @returns what puts it back in its place. @throws Error for one that is not here. */
  remove(id: string): () => void {
    const stop = this.#orders.get(id);
    if (!stop) throw new Error(`stop order ${id} does not wait`);
    const place = this.#triggered.indexOf(stop);
    this.#orders.delete(id);
    this.#count(stop, -1);
    if (place === -1) this.#waiting[stop.incoming.side].splice(this.#placeOf(stop), 1);
    else this.#triggered.splice(place, 1);
    return () => {
      this.#orders.set(id, stop);
      this.#count(stop, 1);
      if (place === -1) this.#wait(stop);
      else this.#triggered.splice(place, 0, stop);
    };
  }

  /**
   * Triggers the orders whose stop price the trades reach, one trade after the other.
   * @returns their IDs, and what undoes it.
   */
  follow(prices: readonly bigint[]): { readonly ids: readonly string[]; undo(): void } {
    const before = this.lastPrice;
    const hit: StopOrder[] = [];
    for (const price of prices) {
      for (const waiting of [this.#waiting.buy, this.#waiting.sell]) {
        let count = 0;
        for (const stop of waiting) {
          if (!isHit(stop, price)) break;
          count += 1;
        }
        hit.push(...waiting.splice(0, count));
      }
      this.lastPrice = price;
    }
    this.#triggered.push(...hit);
    return {
      ids: hit.map(({ id }) => id),
      undo: () => {
        this.#triggered.splice(this.#triggered.length - hit.length, hit.length);
        for (const stop of hit) this.#wait(stop);
        this.lastPrice = before;
      },
    };
  }

  #wait(stop: StopOrder): void {
    this.#waiting[stop.incoming.side].splice(this.#placeOf(stop), 0, stop);
  }

  /** Where it stands among those that wait, or would stand. */
  #placeOf(stop: StopOrder): number {
    const waiting = this.#waiting[stop.incoming.side];
    let [low, high] = [0, waiting.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = waiting[middle];
      if (other && order(other, stop) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #count({ incoming: { accountId } }: StopOrder, change: number): void {
    const count = this.openOf(accountId) + change;
    if (count === 0) this.#open.delete(accountId);
    else this.#open.set(accountId, count);
  }
}
