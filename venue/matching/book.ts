import type { Side } from '../../src/domain/market.ts';

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
  readonly value: bigint;
  readonly isPostOnly: boolean;
  /** Of a stop order that was triggered. */
  readonly stop: bigint | null;
  readonly createdAt: Date;
  readonly executedAt: Date | null;
}

interface Level {
  readonly price: bigint;
  readonly orders: RestingOrder[];
}

/** In price-time priority. The best price is last, where arrays change cheaply. */
export class Book {
  readonly #bids: Level[] = [];
  readonly #asks: Level[] = [];
  readonly #orders = new Map<string, RestingOrder>();
  readonly #openByAccount = new Map<string, number>();

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

  bestPrice(side: Side): bigint | undefined {
    return this.#levels(side).at(-1)?.price;
  }

  /** The book must not change meanwhile. */
  *inPriority(side: Side): Generator<RestingOrder, void, void> {
    const levels = this.#levels(side);
    for (let index = levels.length - 1; index >= 0; index -= 1) yield* levels[index]?.orders ?? [];
  }

  /** @throws Error when the order is in the book already. */
  add(order: RestingOrder): void {
    if (this.#orders.has(order.id)) throw new Error(`order ${order.id} is in the book already`);
    const levels = this.#levels(order.side);
    const at = this.#find(order.side, order.price);
    const found = levels[at];
    if (found?.price === order.price) insertByNumber(found.orders, order);
    else levels.splice(at, 0, { price: order.price, orders: [order] });
    this.#orders.set(order.id, order);
    this.#openByAccount.set(order.accountId, this.openOf(order.accountId) + 1);
  }

  /** @throws Error when the order is not in the book. */
  remove(id: string): RestingOrder {
    const { order, levels, at, level, position } = this.#locate(id);
    level.orders.splice(position, 1);
    if (level.orders.length === 0) levels.splice(at, 1);
    this.#forget(order);
    return order;
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

  /** ID, side, price and number must be the same. */
  replace(order: RestingOrder): void {
    const { level, position } = this.#locate(order.id);
    level.orders[position] = order;
    this.#orders.set(order.id, order);
  }

  #forget({ id, accountId }: RestingOrder): void {
    this.#orders.delete(id);
    const open = this.openOf(accountId) - 1;
    if (open === 0) this.#openByAccount.delete(accountId);
    else this.#openByAccount.set(accountId, open);
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

function insertByNumber(orders: RestingOrder[], order: RestingOrder): void {
  let at = orders.length;
  while (at > 0 && (orders[at - 1]?.number ?? 0) > order.number) at -= 1;
  orders.splice(at, 0, order);
}
