import type { Side } from '../../src/domain/market.ts';
import type { IncomingOrder } from '../core/terms.ts';
import { valueOf } from '../ledger/units.ts';
import { type Book, otherLeg, type RestingOrder } from './book.ts';
import { isHit, Nearest, placeIn } from './nearest.ts';

/** An order that is not in the book before a trade reaches its stop price (STOP-01). */
export interface StopOrder {
  readonly id: string;
  /** Rises in the order of acceptance, or of the amendments that took it out of its place. */
  readonly number: number;
  readonly stop: bigint;
  /** What it becomes. */
  readonly incoming: Omit<IncomingOrder, 'increment'>;
  readonly createdAt: Date;
  /** The leg that was in the book until that price was reached, as it was then (OCO-02). */
  readonly rested?: RestingOrder;
}

/** What an order in the book becomes once a trade reaches its other leg. @throws Error where it has none. */
export function stopOfLeg(rested: RestingOrder): StopOrder {
  const leg = otherLeg(rested);
  if (leg === null) throw new Error(`order ${rested.id} has no other leg`);
  const { id, number, accountId, side, quantityLeft, createdAt } = rested;
  const terms =
    leg.limit === null
      ? ({ kind: 'market', timeInForce: 'IOC' } as const)
      : ({ kind: 'limit', timeInForce: 'GTC' } as const);
  return {
    id,
    number,
    stop: leg.stop,
    incoming: {
      accountId,
      side,
      limit: leg.limit,
      quantity: quantityLeft,
      cost: null,
      isPostOnly: false,
      ...terms,
    },
    createdAt,
    rested,
  };
}

/** Units that a stop order reserves: quote coin for a buy, base coin for a sell. Its leg in the book holds its own. */
export function heldByStop({
  incoming: { side, cost, limit, quantity },
}: Pick<StopOrder, 'incoming'>): bigint {
  if (cost !== null) return cost;
  if (quantity === null) throw new Error('a stop order has neither cost nor quantity');
  if (side === 'sell') return quantity;
  if (limit === null) throw new Error('a buy stop order by quantity has no limit');
  return valueOf(limit, quantity);
}

/** A trade that reached more stop orders than were stored with it. Units, both included. */
export interface Reached {
  /** Of the order that traded; stop orders with higher numbers came later. */
  readonly number: number;
  readonly lowest: bigint;
  readonly highest: bigint;
}

/** Stop orders whose state is stored with the trade that triggers them; the others follow (LOAD-16). */
const STORED_AT_ONCE = 100;

const SIDES: readonly Side[] = ['buy', 'sell'];

interface Triggered {
  readonly stop: StopOrder;
  /** Rises in the order of triggering. */
  readonly rank: number;
}

/** The stop orders of one pair: those that wait, and those that were triggered and are to be matched. */
export class Stops {
  readonly #waiting = new Nearest<StopOrder>(({ stop, number, incoming: { side } }) => ({
    side,
    stop,
    number,
  }));
  /** Triggered first comes first. */
  readonly #triggered: Triggered[] = [];
  /** Triggered ones that could not be matched, and when they are tried again, in epoch milliseconds; earliest first. */
  readonly #parked = new Map<string, number>();
  readonly #ranks = new Map<string, number>();
  readonly #orders = new Map<string, StopOrder>();
  readonly #open = new Map<string, number>();
  /** Triggered ones whose stored state is still waiting. */
  readonly #unstored = new Set<string>();
  #hasReached = false;
  #lastRank = 0;
  /** Of the latest trade that was matched; null before the first. */
  lastPrice: bigint | null = null;

  get(id: string): StopOrder | undefined {
    return this.#orders.get(id);
  }

  all(): IterableIterator<StopOrder> {
    return this.#orders.values();
  }

  isTriggered(id: string): boolean {
    return this.#ranks.has(id);
  }

  /** Whether that is stored in the database, too. */
  isStoredAsTriggered(id: string): boolean {
    return this.#ranks.has(id) && !this.#unstored.has(id);
  }

  /** @param now epoch milliseconds. */
  nextTriggered(now: number): StopOrder | undefined {
    for (const [id, until] of this.#parked) {
      if (until > now) break;
      this.#parked.delete(id);
      const [stop, rank] = [this.#orders.get(id), this.#ranks.get(id)];
      if (stop && rank !== undefined) this.#line({ stop, rank });
    }
    return this.#triggered[0]?.stop;
  }

  /** Epoch milliseconds, 0 for at once, when the next triggered one can be tried; undefined for none. */
  get dueAt(): number | undefined {
    return this.#triggered.length > 0 ? 0 : this.#parked.values().next().value;
  }

  /** Postpones a triggered one, so that others do not wait behind it (STOP-04). @param until epoch milliseconds. */
  park(id: string, until: number): void {
    const rank = this.#ranks.get(id);
    if (rank === undefined) return;
    this.#unline(rank);
    this.#parked.set(id, until);
  }

  /** Takes over how long the same orders were postponed, after they were read again. */
  parkAs(before: Stops): void {
    for (const [id, until] of before.#parked) this.park(id, until);
  }

  openOf(accountId: string): number {
    return this.#open.get(accountId) ?? 0;
  }

  /** Whether the latest trade has reached its stop price already. */
  isReached(side: 'buy' | 'sell', stop: bigint): boolean {
    return this.lastPrice !== null && isHit({ side, stop }, this.lastPrice);
  }

  add(stop: StopOrder, isTriggered = false): void {
    this.#orders.set(stop.id, stop);
    this.#count(stop, 1);
    if (isTriggered) this.#trigger(stop);
    else this.#waiting.add(stop);
  }

  /** Triggers those that were reached when they were stored as waiting, and takes their legs out of the book. */
  restore({ number, lowest, highest }: Reached, book: Book): void {
    this.#hasReached = true;
    for (const side of SIDES) {
      const isOlder = (order: { readonly number: number }): boolean => order.number <= number;
      for (const stop of this.#take(side, side === 'buy' ? highest : lowest, book, isOlder)) {
        this.#trigger(stop);
        this.#unstored.add(stop.id);
      }
    }
  }

  /** Whether triggered orders remain to be stored (LOAD-16). */
  get hasUnstored(): boolean {
    return this.#hasReached;
  }

  /** @returns IDs to store as triggered next, and whether they are the last. */
  nextUnstored(): { readonly ids: readonly string[]; readonly areLast: boolean } {
    const ids = [...this.#unstored].slice(0, STORED_AT_ONCE);
    return { ids, areLast: ids.length === this.#unstored.size };
  }

  /** After `nextUnstored` was stored. */
  stored({ ids, areLast }: { readonly ids: readonly string[]; readonly areLast: boolean }): void {
    for (const id of ids) this.#unstored.delete(id);
    if (areLast) this.#hasReached = false;
  }

  /** @returns restores its place. @throws Error for an unknown one. */
  remove(id: string): () => void {
    const stop = this.#orders.get(id);
    if (!stop) throw new Error(`stop order ${id} does not wait`);
    const [rank, parked, isUnstored] = [this.#ranks.get(id), this.#parked.get(id), this.#unstored.has(id)];
    this.#orders.delete(id);
    this.#count(stop, -1);
    if (rank === undefined) this.#waiting.remove(stop);
    else this.#untrigger(stop);
    return () => {
      this.#orders.set(id, stop);
      this.#count(stop, 1);
      if (rank === undefined) return this.#waiting.add(stop);
      this.#trigger(stop, rank);
      if (isUnstored) this.#unstored.add(id);
      if (parked !== undefined) this.park(id, parked);
    };
  }

  /**
   * Triggers the orders whose stop price the trades reach, one trade after the other. Their legs leave the book at once
   * (OCO-02), which holds what the trades left of it.
   * @returns the IDs to store with the trades, whether there are more of them, what left the book, and how to undo it.
   */
  follow(
    prices: readonly bigint[],
    book: Book,
  ): {
    readonly ids: readonly string[];
    readonly isCut: boolean;
    readonly left: readonly RestingOrder[];
    undo(): void;
  } {
    const [before, hadReached] = [this.lastPrice, this.#hasReached];
    const hit: StopOrder[] = [];
    for (const price of prices) {
      for (const side of SIDES) for (const stop of this.#take(side, price, book)) hit.push(stop);
      this.lastPrice = price;
    }
    for (const stop of hit) this.#trigger(stop);
    const later = hit.slice(STORED_AT_ONCE);
    for (const { id } of later) this.#unstored.add(id);
    if (later.length > 0) this.#hasReached = true;
    return {
      ids: hit.slice(0, STORED_AT_ONCE).map(({ id }) => id),
      isCut: later.length > 0,
      left: hit.flatMap(({ rested }) => rested ?? []),
      undo: () => {
        for (const stop of hit.toReversed()) this.#untrigger(stop);
        this.#putBack(hit, book);
        this.#hasReached = hadReached;
        this.lastPrice = before;
      },
    };
  }

  #trigger(stop: StopOrder, rank = (this.#lastRank += 1)): void {
    this.#ranks.set(stop.id, rank);
    this.#line({ stop, rank });
  }

  #untrigger({ id }: StopOrder): void {
    const rank = this.#ranks.get(id);
    if (rank !== undefined) this.#unline(rank);
    this.#ranks.delete(id);
    this.#parked.delete(id);
    this.#unstored.delete(id);
  }

  #line(triggered: Triggered): void {
    this.#triggered.splice(this.#placeInLine(triggered.rank), 0, triggered);
  }

  #unline(rank: number): void {
    const place = this.#placeInLine(rank);
    if (this.#triggered[place]?.rank === rank) this.#triggered.splice(place, 1);
  }

  #placeInLine = (rank: number): number => placeIn(this.#triggered, (other) => other.rank < rank);

  /** Takes out those that a trade at this price reaches, with those whose leg is in the book. */
  #take(
    side: Side,
    price: bigint,
    book: Book,
    isTaken?: (order: { readonly number: number }) => boolean,
  ): StopOrder[] {
    const legs = book.takeReached(side, price, isTaken).map(stopOfLeg);
    for (const leg of legs) {
      this.#orders.set(leg.id, leg);
      this.#count(leg, 1);
    }
    const waiting = this.#waiting.take(side, price, isTaken);
    return legs.length === 0 ? waiting : this.#waiting.sorted([...waiting, ...legs]);
  }

  #putBack(taken: readonly StopOrder[], book: Book): void {
    const legs = taken.filter(({ rested }) => rested);
    for (const leg of legs) {
      this.#orders.delete(leg.id);
      this.#count(leg, -1);
    }
    this.#waiting.addAll(taken.filter(({ rested }) => !rested));
    book.putBack(legs.flatMap(({ rested }) => rested ?? []));
  }

  #count({ incoming: { accountId } }: StopOrder, change: number): void {
    const count = this.openOf(accountId) + change;
    if (count === 0) this.#open.delete(accountId);
    else this.#open.set(accountId, count);
  }
}
