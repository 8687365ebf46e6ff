import type { Side } from '../../src/domain/market.ts';
import { Nearest } from './nearest.ts';

/** Amounts in units of 0.00000001. */
export interface RestingOrder {
  readonly id: string;
  /** Time priority: lower numbers trade first. */
  readonly number: number;
  readonly accountId: string;
  readonly side: Side;
  readonly price: bigint;
  readonly quantityLeft: bigint;
  readonly quantity: bigint;
  /** What an iceberg order shows at most (TYPE-11); null for all other orders, which show all. */
  readonly display: bigint | null;
  /** The part of `quantityLeft` that the book does not show. */
  readonly hidden: bigint;
  readonly value: bigint;
  readonly isPostOnly: boolean;
  /** Of a stop order that was triggered. */
  readonly stop: bigint | null;
  /** Of a one-cancels-other order (OCO-01). */
  readonly oco: Oco | null;
  readonly createdAt: Date;
  readonly executedAt: Date | null;
}

/** A trade at `stop` or beyond takes the order out of the book, to be matched up to `limit`. */
export interface Oco {
  readonly stop: bigint;
  /** Null for any price. */
  readonly limit: bigint | null;
}

/** The other leg of an order, while it waits for its price. */
export const otherLeg = ({ stop, oco }: Pick<RestingOrder, 'stop' | 'oco'>): Oco | null =>
  stop === null ? oco : null;

export const shownOf = ({ quantityLeft, hidden }: RestingOrder): bigint => quantityLeft - hidden;

/** What an order of this size hides when it comes into the book. */
export const hiddenOf = (display: bigint | null, left: bigint): bigint =>
  display !== null && left > display ? left - display : 0n;

/**
 * What is hidden once `quantity` of an order has traded, and how often it has shown another part by then. It is not
 * filled.
 */
export function refilled(
  order: RestingOrder,
  quantity: bigint,
): { readonly hidden: bigint; readonly times: bigint } {
  const { display, hidden } = order;
  const beyond = quantity - shownOf(order);
  if (display === null || beyond < 0n) return { hidden, times: 0n };
  const times = beyond / display + 1n;
  return { hidden: hiddenOf(times * display, hidden), times };
}

interface Level {
  readonly price: bigint;
  orders: RestingOrder[];
}

/** In price-time priority. The best price is last, where arrays change cheaply. */
export class Book {
  readonly #bids: Level[] = [];
  readonly #asks: Level[] = [];
  readonly #orders = new Map<string, RestingOrder>();
  readonly #openByAccount = new Map<string, number>();
  readonly #legs = new Nearest<RestingOrder>(({ side, number, stop, oco }) => ({
    side,
    number,
    stop: otherLeg({ stop, oco })?.stop ?? 0n,
  }));
  readonly #legsByAccount = new Map<string, number>();

  get size(): number {
    return this.#orders.size;
  }

  get(id: string): RestingOrder | undefined {
    return this.#orders.get(id);
  }

  all(): IterableIterator<RestingOrder> {
    return this.#orders.values();
  }

  openOf(accountId: string): number {
    return this.#openByAccount.get(accountId) ?? 0;
  }

  /** Orders of the account whose other leg waits for its price. */
  legsOf(accountId: string): number {
    return this.#legsByAccount.get(accountId) ?? 0;
  }

  bestPrice(side: Side): bigint | undefined {
    return this.#levels(side).at(-1)?.price;
  }

  /** Best price first. The book must not change meanwhile. */
  *byPrice(side: Side): Generator<{ readonly price: bigint; readonly orders: readonly RestingOrder[] }> {
    const levels = this.#levels(side);
    for (let index = levels.length - 1; index >= 0; index -= 1) {
      const level = levels[index];
      if (level) yield level;
    }
  }

  /** The book must not change meanwhile. */
  *inPriority(side: Side): Generator<RestingOrder, void, void> {
    for (const { orders } of this.byPrice(side)) yield* orders;
  }

  icebergsAt(side: Side, price: bigint): number {
    const level = this.#levels(side)[this.#find(side, price)];
    return level?.price === price ? level.orders.filter(({ display }) => display !== null).length : 0;
  }

  /** @throws Error when the order is in the book already. */
  add(order: RestingOrder): void {
    if (this.#orders.has(order.id)) throw new Error(`order ${order.id} is in the book already`);
    const levels = this.#levels(order.side);
    const at = this.#find(order.side, order.price);
    const found = levels[at];
    if (found?.price === order.price) insertByNumber(found.orders, order);
    else levels.splice(at, 0, { price: order.price, orders: [order] });
    this.#count(order, 1);
    if (otherLeg(order)) this.#legs.add(order);
  }

  /** @throws Error when the order is not in the book. */
  remove(id: string): RestingOrder {
    const { order, levels, at, level, position } = this.#locate(id);
    level.orders.splice(position, 1);
    if (level.orders.length === 0) levels.splice(at, 1);
    this.#forget(order);
    return order;
  }

  /**
   * Takes out those whose other leg a trade at this price reaches, in linear time.
   * @param isTaken else it stays
   */
  takeReached(side: Side, price: bigint, isTaken?: (order: RestingOrder) => boolean): RestingOrder[] {
    const taken = this.#legs.take(side, price, isTaken);
    const ids = new Set(taken.map(({ id }) => id));
    const levels = this.#levels(side);
    for (const at of new Set(taken.map((order) => order.price))) {
      const place = this.#find(side, at);
      const level = levels[place];
      if (!level) continue;
      level.orders = level.orders.filter(({ id }) => !ids.has(id));
      if (level.orders.length === 0) levels.splice(place, 1);
    }
    for (const order of taken) this.#count(order, -1);
    return taken;
  }

  /** What was taken out, in the time of a sort. */
  putBack(orders: readonly RestingOrder[]): void {
    const touched = new Set<Level>();
    for (const order of orders) {
      const levels = this.#levels(order.side);
      const at = this.#find(order.side, order.price);
      let level = levels[at];
      if (level?.price !== order.price) levels.splice(at, 0, (level = { price: order.price, orders: [] }));
      level.orders.push(order);
      touched.add(level);
      this.#count(order, 1);
    }
    for (const { orders: ofLevel } of touched) ofLevel.sort((a, b) => a.number - b.number);
    this.#legs.addAll(orders.filter((order) => otherLeg(order)));
  }

  /** In price-time priority, in linear time. */
  removeFirst(side: Side, count: number): void {
    const levels = this.#levels(side);
    let left = count;
    while (left > 0) {
      const level = levels.at(-1);
      if (!level) throw new Error('there are fewer orders in the book');
      const removed = level.orders.splice(0, left);
      for (const order of removed) this.#forget(order);
      if (level.orders.length === 0) levels.pop();
      left -= removed.length;
    }
  }

  /** ID, side, price, number and the other leg must be the same. */
  replace(order: RestingOrder): void {
    const { order: before, level, position } = this.#locate(order.id);
    level.orders[position] = order;
    this.#orders.set(order.id, order);
    if (!otherLeg(order)) return;
    this.#legs.remove(before);
    this.#legs.add(order);
  }

  #forget(order: RestingOrder): void {
    this.#count(order, -1);
    if (otherLeg(order)) this.#legs.remove(order);
  }

  #count(order: RestingOrder, change: 1 | -1): void {
    const { id, accountId } = order;
    if (change === 1) this.#orders.set(id, order);
    else this.#orders.delete(id);
    setOrDelete(this.#openByAccount, accountId, this.openOf(accountId) + change);
    if (otherLeg(order)) setOrDelete(this.#legsByAccount, accountId, this.legsOf(accountId) + change);
  }

  #levels(side: Side): Level[] {
    return side === 'buy' ? this.#bids : this.#asks;
  }

  #find(side: Side, price: bigint): number {
    const levels = this.#levels(side);
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = levels[middle]?.price ?? price;
      if (side === 'buy' ? other < price : other > price) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #locate(id: string): { order: RestingOrder; levels: Level[]; at: number; level: Level; position: number } {
    const order = this.#orders.get(id);
    if (!order) throw new Error(`order ${id} is not in the book`);
    const levels = this.#levels(order.side);
    const at = this.#find(order.side, order.price);
    const level = levels[at];
    const position = level?.orders.findIndex((other) => other.id === id) ?? -1;
    if (!level || position < 0) throw new Error(`order ${id} is not at its price`);
    return { order, levels, at, level, position };
  }
}

function setOrDelete(counts: Map<string, number>, key: string, count: number): void {
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

function insertByNumber(orders: RestingOrder[], order: RestingOrder): void {
  let at = orders.length;
  while (at > 0 && (orders[at - 1]?.number ?? 0) > order.number) at -= 1;
  orders.splice(at, 0, order);
}
