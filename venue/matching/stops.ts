import type { Side } from '../../src/domain/market.ts';
import type { IncomingOrder } from '../core/terms.ts';
import { valueOf } from '../ledger/units.ts';
import { type Book, otherLeg, type RestingOrder } from './book.ts';
import { isHit, Nearest, placeIn } from './nearest.ts';
import { type Mark, Trails } from './trails.ts';

/** An order that is not in the book before a trade reaches its stop price (STOP-01). */
export interface StopOrder {
  readonly id: string;
  /** Rises in the order of acceptance, or of the amendments that took it out of its place. */
  readonly number: number;
  /** Null while it trails the last price: `Stops.priceOf` has the price at which it would be triggered now. */
  readonly stop: bigint | null;
  /** How far it trails, in tenths of a percent; null for a fixed stop price (TRAIL-01). */
  readonly trail: bigint | null;
  /** What it becomes. */
  readonly incoming: Omit<IncomingOrder, 'increment'>;
  readonly createdAt: Date;
  /** The leg that was in the book until that price was reached, as it was then (OCO-02). */
  readonly rested?: RestingOrder;
}

type TrailingOrder = StopOrder & { readonly trail: bigint };

const isTrailing = (order: StopOrder): order is TrailingOrder => order.stop === null && order.trail !== null;

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
    trail: null,
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
  /** Of sides on which it triggered trailing orders: the marks that they had then. */
  readonly marks: readonly Mark[];
}

/** What trades did to the orders that wait. */
export interface Followed {
  /** The triggered ones that are stored with the trades: all, or the first. */
  readonly first: readonly StopOrder[];
  /** Where there are more (LOAD-16): the marks of the sides on which trailing orders were triggered. */
  readonly reached: readonly Mark[] | null;
  /** At most one of a side: it replaces those of its side from its `since` on. */
  readonly moved: readonly Mark[];
  /** What left the book. */
  readonly left: readonly RestingOrder[];
  undo(): void;
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
    stop: stop ?? 0n,
    number,
  }));
  readonly #trails: Trails<TrailingOrder>;
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

  /** @param tick of the prices at which trailing orders are triggered. @param marks as they were stored. */
  constructor(tick: bigint, marks: readonly Mark[] = []) {
    this.#trails = new Trails(tick, marks);
  }

  get(id: string): StopOrder | undefined {
    return this.#orders.get(id);
  }

  all(): IterableIterator<StopOrder> {
    return this.#orders.values();
  }

  /** The price at which it is triggered, or was; for one that trails, as of now. */
  priceOf(order: StopOrder): bigint {
    return isTrailing(order) ? this.#trails.stopOf(order) : (order.stop ?? 0n);
  }

  marksOf(side: Side): readonly Mark[] {
    return this.#trails.marksOf(side);
  }

  /**
   * The first mark of an order that begins to trail now.
   * @returns the mark to store, and how to undo it. @throws Error without a last price.
   */
  begin({ number, incoming: { side } }: StopOrder): ReturnType<Trails<TrailingOrder>['begin']> {
    if (this.lastPrice === null) throw new Error('there is no price to trail');
    return this.#trails.begin(side, number, this.lastPrice);
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
    else this.#wait(stop);
  }

  #wait(order: StopOrder): void {
    if (isTrailing(order)) this.#trails.add(order);
    else this.#waiting.add(order);
  }

  /** Triggers those that were reached when they were stored as waiting, and takes their legs out of the book. */
  restore({ number, lowest, highest, marks }: Reached, book: Book): void {
    this.#hasReached = true;
    for (const side of SIDES) {
      const isOlder = (order: { readonly number: number }): boolean => order.number <= number;
      const price = side === 'buy' ? highest : lowest;
      const atThatTime = marks.filter((mark) => mark.side === side);
      const trailing = atThatTime.length > 0 ? this.#trails.take(side, price, atThatTime, isOlder) : [];
      for (const stop of this.#take(side, price, book, trailing, isOlder)) {
        this.#trigger(stop);
        this.#unstored.add(stop.id);
      }
    }
  }

  /** Whether triggered orders remain to be stored (LOAD-16). */
  get hasUnstored(): boolean {
    return this.#hasReached;
  }

  /** @returns those to store as triggered next, and whether they are the last. */
  nextUnstored(): { readonly orders: readonly StopOrder[]; readonly areLast: boolean } {
    const orders = [...this.#unstored].slice(0, STORED_AT_ONCE).flatMap((id) => this.#orders.get(id) ?? []);
    return { orders, areLast: orders.length === this.#unstored.size };
  }

  /** After `nextUnstored` was stored. */
  stored({ orders, areLast }: ReturnType<Stops['nextUnstored']>): void {
    for (const { id } of orders) this.#unstored.delete(id);
    if (areLast) this.#hasReached = false;
  }

  /** @returns restores its place. @throws Error for an unknown one. */
  remove(id: string): () => void {
    const stop = this.#orders.get(id);
    if (!stop) throw new Error(`stop order ${id} does not wait`);
    const [rank, parked, isUnstored] = [this.#ranks.get(id), this.#parked.get(id), this.#unstored.has(id)];
    this.#orders.delete(id);
    this.#count(stop, -1);
    if (rank !== undefined) this.#untrigger(stop);
    else if (isTrailing(stop)) this.#trails.remove(stop);
    else this.#waiting.remove(stop);
    return () => {
      this.#orders.set(id, stop);
      this.#count(stop, 1);
      if (rank === undefined) return this.#wait(stop);
      this.#trigger(stop, rank);
      if (isUnstored) this.#unstored.add(id);
      if (parked !== undefined) this.park(id, parked);
    };
  }

  /**
   * Triggers the orders whose stop price the trades reach, one trade after the other, and moves the others' marks
   * (TRAIL-02). Legs leave the book at once (OCO-02), which holds what the trades left of it.
   */
  follow(prices: readonly bigint[], book: Book): Followed {
    const [before, hadReached] = [this.lastPrice, this.#hasReached];
    const hit: StopOrder[] = [];
    const moves: NonNullable<ReturnType<Trails<TrailingOrder>['follow']>>[] = [];
    const trailed = new Set<Side>();
    for (const price of prices) {
      for (const side of SIDES) {
        const moved = this.#trails.follow(side, price);
        if (moved) moves.push(moved);
        const trailing = this.#trails.take(side, price);
        if (trailing.length > 0) trailed.add(side);
        for (const stop of this.#take(side, price, book, trailing)) hit.push(stop);
      }
      this.lastPrice = price;
    }
    for (const stop of hit) this.#trigger(stop);
    const later = hit.slice(STORED_AT_ONCE);
    for (const { id } of later) this.#unstored.add(id);
    if (later.length > 0) this.#hasReached = true;
    return {
      first: hit.slice(0, STORED_AT_ONCE),
      // The prices of an order only rise or only fall: none after those that triggered orders moved marks of their side.
      reached: later.length > 0 ? [...trailed].flatMap((side) => this.marksOf(side)) : null,
      moved: SIDES.flatMap((side) => moves.findLast(({ mark }) => mark.side === side)?.mark ?? []),
      left: hit.flatMap(({ rested }) => rested ?? []),
      undo: () => {
        for (const stop of hit.toReversed()) this.#untrigger(stop);
        this.#putBack(hit, book);
        for (const { undo } of moves.toReversed()) undo();
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

  /** Takes out those that a trade at this price reaches, with those whose leg is in the book, and those that trailed. */
  #take(
    side: Side,
    price: bigint,
    book: Book,
    trailing: ReturnType<Trails<TrailingOrder>['take']>,
    isTaken?: (order: { readonly number: number }) => boolean,
  ): StopOrder[] {
    const legs = book.takeReached(side, price, isTaken).map(stopOfLeg);
    for (const leg of legs) this.#count(leg, 1);
    const trailed = trailing.map(({ order, stop }) => ({ ...order, stop }));
    for (const stop of [...legs, ...trailed]) this.#orders.set(stop.id, stop);
    const waiting = this.#waiting.take(side, price, isTaken);
    return legs.length + trailed.length === 0
      ? waiting
      : this.#waiting.sorted([...waiting, ...legs, ...trailed]);
  }

  #putBack(taken: readonly StopOrder[], book: Book): void {
    const legs = taken.filter(({ rested }) => rested);
    for (const leg of legs) {
      this.#orders.delete(leg.id);
      this.#count(leg, -1);
    }
    book.putBack(legs.flatMap(({ rested }) => rested ?? []));
    const trailing = taken
      .map((order) => (order.trail === null ? order : { ...order, stop: null }))
      .filter(isTrailing);
    for (const order of trailing) this.#orders.set(order.id, order);
    this.#trails.addAll(trailing);
    this.#waiting.addAll(taken.filter(({ rested, trail }) => !rested && trail === null));
  }

  #count({ incoming: { accountId } }: StopOrder, change: number): void {
    const count = this.openOf(accountId) + change;
    if (count === 0) this.#open.delete(accountId);
    else this.#open.set(accountId, count);
  }
}
