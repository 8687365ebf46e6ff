import type { Side } from '../../../src/domain/market.ts';

/** An order of the model, in units of 0.00000001. */
export interface ModelOrder {
  readonly id: string;
  readonly account: string;
  readonly side: Side;
  readonly price: bigint;
  /** Of the whole order, including what is filled. */
  quantity: bigint;
  left: bigint;
  /** The part of it that others see. */
  shown: bigint;
  /** Of an iceberg order. */
  readonly display: bigint | null;
  /** Its place in the queue at its price. */
  place: number;
  readonly isPostOnly: boolean;
  /** Set for a one-cancels-other order until that price is reached. */
  readonly oco: ModelLeg | null;
}

/** The other leg of an order: removed from the book at `stop` and matched up to `limit`, or at any price. */
export interface ModelLeg {
  readonly stop: bigint;
  readonly limit: bigint | null;
  /** Its age among those at its stop price. */
  readonly number: number;
}

const ONE = 100_000_000n;

export interface ModelFill {
  readonly maker: string;
  readonly price: bigint;
  readonly quantity: bigint;
}

/** What a taker still wants at a price, after its trades. */
export type Wants = (price: bigint, traded: bigint, spent: bigint) => bigint;

/** Terms of an order besides side, price and quantity. */
export interface ModelTerms {
  /** The part that does not fill at once stays in the book. */
  readonly rests: boolean;
  readonly isAllOrNothing: boolean;
  readonly isPostOnly: boolean;
  readonly display: bigint | null;
  readonly oco: ModelLeg | null;
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

export type ModelRefusal = 'own order' | 'would trade' | 'nothing left';

/** From the text of OCO-03: a buy holds what its dearer leg costs. */
export function heldInBook({ side, price, left, oco }: ModelOrder): bigint {
  if (side === 'sell') return left;
  const dearest = oco && oco.limit !== null && oco.limit > price ? oco.limit : price;
  return (dearest * left) / ONE;
}

/** A stop order of the model. It waits until a trade is at its stop price or beyond. */
export interface ModelStop {
  readonly id: string;
  readonly account: string;
  readonly number: number;
  readonly side: Side;
  readonly stop: bigint;
  /** Of one that trails the last price, which moves its stop. */
  readonly trail?: ModelTrail;
  readonly limit: bigint | null;
  /** Null for an order by cost. */
  readonly quantity: bigint | null;
  readonly cost: bigint | null;
  /** What it was in the book until its price was reached. */
  readonly rested?: ModelOrder;
}

export interface ModelTrail {
  /** Tenths of a percent. */
  readonly tenths: bigint;
  /** The best last price since it was accepted. */
  readonly best: bigint;
  readonly tick: bigint;
}

/** From the text of TRAIL-02: so much from the best last price, and then to the next price step away from it. */
export function trailedStop(side: Side, { tenths, best, tick }: ModelTrail): bigint {
  const exact = best * (side === 'sell' ? 1000n - tenths : 1000n + tenths);
  let stop = side === 'sell' ? tick : best;
  if (side === 'sell') while ((stop + tick) * 1000n <= exact) stop += tick;
  else while (stop * 1000n < exact) stop += tick;
  return stop;
}

const trailing = (one: ModelStop, price: bigint): ModelStop => {
  const { side, trail } = one;
  if (!trail || (side === 'sell' ? price <= trail.best : price >= trail.best)) return one;
  const next = { ...trail, best: price };
  return { ...one, trail: next, stop: trailedStop(side, next) };
};

/** From the text of STOP-01 and STOP-03: every waiting order sees every trade. */
export class NaiveStops {
  waiting: ModelStop[] = [];
  triggered: ModelStop[] = [];
  last: bigint | null = null;

  isReached({ side, stop }: Pick<ModelStop, 'side' | 'stop'>, price: bigint | null): boolean {
    return price !== null && (side === 'buy' ? price >= stop : price <= stop);
  }

  heldBy({ side, limit, quantity, cost, rested }: ModelStop): bigint {
    if (rested) return heldInBook(rested);
    const all = quantity ?? 0n;
    return cost ?? (side === 'buy' ? ((limit ?? 0n) * all) / ONE : all);
  }

  /** From the text of STOP-07. @param number of the order, where it loses its place. */
  amend(
    before: ModelStop,
    number: number | undefined,
    changed: { readonly limit?: bigint; readonly quantity?: bigint; readonly stop?: bigint },
  ): 'amended' | 'reached' | 'has a cost' | 'trails' {
    if (before.trail) return 'trails';
    if (changed.quantity !== undefined && before.cost !== null) return 'has a cost';
    const after = {
      ...before,
      stop: changed.stop ?? before.stop,
      limit: changed.limit ?? before.limit,
      quantity: changed.quantity ?? before.quantity,
    };
    if (this.isReached(after, this.last)) return 'reached';
    const isSame = after.stop === before.stop && after.limit === before.limit;
    const isLess = isSame && (after.quantity ?? 0n) <= (before.quantity ?? 0n);
    const place = isLess ? before.number : (number ?? NaN);
    this.waiting = this.waiting.map((one) => (one === before ? { ...after, number: place } : one));
    return 'amended';
  }

  /** Also triggers orders of the book whose other leg is reached (OCO-02). */
  follow(prices: readonly bigint[], book: NaiveBook): void {
    for (const price of prices) {
      this.waiting = this.waiting.map((one) => trailing(one, price));
      const legs = book.orders.flatMap((order): ModelStop[] => {
        const { id, account, side, left: quantity, oco } = order;
        return oco ? [{ id, account, side, quantity, cost: null, ...oco, rested: order }] : [];
      });
      // Buys first, then the nearest, then the oldest.
      const hit = [...this.waiting, ...legs]
        .filter((one) => this.isReached(one, price))
        .sort((a, b) => {
          if (a.side !== b.side) return a.side === 'buy' ? -1 : 1;
          if (a.stop === b.stop) return a.number - b.number;
          return a.stop < b.stop === (a.side === 'buy') ? -1 : 1;
        });
      this.waiting = this.waiting.filter((one) => !hit.includes(one));
      book.orders = book.orders.filter(({ id }) => !hit.some((one) => one.id === id));
      this.triggered.push(...hit);
      this.last = price;
    }
  }
}

/**
 * Price-time priority as plainly as possible: of all orders of the other side that the price allows, the best
 * price trades first, and of those the oldest. An iceberg order shows another part once the last one is gone, and is the
 * newest then (TYPE-11). One list, sorted anew for every part; shares no code with the venue.
 */
export class NaiveBook {
  orders: ModelOrder[] = [];
  #places = 0;

  trade(account: string, side: Side, limit: bigint | null, wants: Wants): ModelFill[] | 'own order' {
    const before = this.orders.map((order) => ({ ...order }));
    const fills: ModelFill[] = [];
    let traded = 0n;
    let spent = 0n;
    for (let next = this.#best(side, limit); next; next = this.#best(side, limit)) {
      const wanted = wants(next.price, traded, spent);
      if (wanted === 0n) return fills;
      if (next.account === account) {
        this.orders = before;
        return 'own order';
      }
      const quantity = least(wanted, next.shown);
      const { id, price } = next;
      const known = fills.findIndex(({ maker }) => maker === id);
      if (known < 0) fills.push({ maker: id, price, quantity });
      else fills[known] = { maker: id, price, quantity: (fills[known]?.quantity ?? 0n) + quantity };
      traded += quantity;
      spent += (quantity * next.price) / ONE;
      next.left -= quantity;
      next.shown -= quantity;
      if (next.shown === 0n) {
        next.shown = least(next.left, next.display ?? 0n);
        next.place = this.#places += 1;
      }
      this.orders = this.orders.filter(({ left }) => left > 0n);
    }
    return fills;
  }

  /** From the text of TYPE-01 to TYPE-04. @param quantity null for an order by cost. */
  place(
    order: Pick<ModelOrder, 'id' | 'account' | 'side'> & {
      readonly limit: bigint | null;
      readonly quantity: bigint | null;
    },
    terms: ModelTerms,
    wants: Wants,
  ): ModelFill[] | ModelRefusal {
    const { id, account, side, limit, quantity } = order;
    if ((terms.isPostOnly || terms.oco) && this.#best(side, limit)) return 'would trade';
    const before = this.orders.map((one) => ({ ...one }));
    const fills = this.trade(account, side, limit, wants);
    if (fills === 'own order') return fills;
    const left = (quantity ?? 0n) - fills.reduce((sum, fill) => sum + fill.quantity, 0n);
    if (terms.isAllOrNothing && left > 0n) {
      this.orders = before;
      return [];
    }
    if (terms.rests && limit !== null && left > 0n) {
      const { isPostOnly, display, oco } = terms;
      this.orders.push({
        id,
        account,
        side,
        price: limit,
        quantity: quantity ?? 0n,
        left,
        shown: least(left, display ?? left),
        display,
        place: (this.#places += 1),
        isPostOnly,
        oco,
      });
    }
    return fills;
  }

  /** From the text of AMEND-01 to AMEND-03. */
  amend(
    id: string,
    changed: { readonly limit?: bigint; readonly quantity?: bigint },
  ): ModelFill[] | ModelRefusal {
    const order = this.orders.find((one) => one.id === id);
    if (!order) throw new Error(`the model has no order ${id}`);
    const { account, side, price, isPostOnly, display } = order;
    const [limit, quantity] = [changed.limit ?? price, changed.quantity ?? order.quantity];
    const filled = order.quantity - order.left;
    if (quantity <= filled) return 'nothing left';
    if (limit === price && quantity <= order.quantity) {
      order.left = quantity - filled;
      order.quantity = quantity;
      order.shown = least(order.shown, order.left);
      return [];
    }
    const before = this.orders;
    this.orders = before.filter((one) => one !== order).map((one) => ({ ...one }));
    const asked = { id, account, side, limit, quantity: quantity - filled };
    const terms = { rests: true, isAllOrNothing: false, isPostOnly, display, oco: null };
    const fills = this.place(asked, terms, (_, traded) => asked.quantity - traded);
    if (typeof fills === 'string') this.orders = before;
    const resting = this.orders.find((one) => one.id === id);
    if (resting && typeof fills !== 'string') resting.quantity = quantity;
    return fills;
  }

  #best(taker: Side, limit: bigint | null): ModelOrder | undefined {
    return this.orders
      .filter((order) => order.side !== taker)
      .filter(({ price }) => limit === null || (taker === 'buy' ? price <= limit : price >= limit))
      .sort((a, b) => {
        if (a.price === b.price) return a.place - b.place;
        return a.price < b.price === (taker === 'buy') ? -1 : 1;
      })[0];
  }

  /** What others see, by price, best first. */
  levels(side: Side): [price: bigint, quantity: bigint][] {
    const sums = new Map<bigint, bigint>();
    for (const order of this.orders) {
      if (order.side === side) sums.set(order.price, (sums.get(order.price) ?? 0n) + order.shown);
    }
    return [...sums].sort(([a], [b]) => (a < b === (side === 'sell') ? -1 : 1));
  }
}
