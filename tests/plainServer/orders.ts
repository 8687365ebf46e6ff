/** Matched by price, then by time. */
import { PAIRS, type Pair } from './coins.ts';
import { Refusal } from './http.ts';
import type { Ledger } from './ledger.ts';
import { money, times, type Money } from './money.ts';

export type Operation = 'BUY' | 'SELL';

export interface Order {
  readonly id: number;
  readonly account: number;
  readonly pair: Pair;
  readonly operation: Operation;
  readonly price: Money;
  readonly quantity: Money;
  left: Money;
  state: 'OPENED' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED';
  readonly createdAt: number;
  updatedAt: number;
  executedAt: number | undefined;
}

export interface Trade {
  readonly id: number;
  readonly pair: Pair;
  readonly maker: Order;
  readonly taker: Order;
  readonly price: Money;
  readonly quantity: Money;
  readonly at: number;
}

export const TAKER_RATE = money('0.003');

export function pairNamed(symbol: string): Pair {
  const pair = PAIRS.find((one) => one.symbol === symbol);
  if (pair === undefined) throw new Refusal(404, `No such pair: ${symbol}`);
  return pair;
}

function crosses(taker: Order, maker: Order): boolean {
  return taker.operation === 'BUY' ? maker.price <= taker.price : maker.price >= taker.price;
}

export class Orders {
  readonly all: Order[] = [];
  readonly trades: Trade[] = [];
  private readonly ledger: Ledger;
  private readonly changed: (pair: Pair) => void;

  constructor(ledger: Ledger, changed: (pair: Pair) => void) {
    this.ledger = ledger;
    this.changed = changed;
  }

  place(account: number, pair: Pair, operation: Operation, price: Money, quantity: Money): Order {
    if (price <= 0n) throw new Refusal(422, 'Enter a valid price');
    if (quantity <= 0n) throw new Refusal(422, 'Enter a valid quantity');
    if (quantity % pair.step !== 0n)
      throw new Refusal(422, 'The quantity is not a multiple of the increment');
    const [ticker, amount] =
      operation === 'BUY' ? [pair.quote.ticker, times(price, quantity)] : [pair.base.ticker, quantity];
    this.ledger.bind(account, ticker, amount);
    const at = Date.now();
    const order: Order = {
      id: this.all.length + 1,
      account,
      pair,
      operation,
      price,
      quantity,
      left: quantity,
      state: 'OPENED',
      createdAt: at,
      updatedAt: at,
      executedAt: undefined,
    };
    this.all.push(order);
    for (const maker of this.side(pair, operation === 'BUY' ? 'SELL' : 'BUY')) {
      if (order.left === 0n || !crosses(order, maker)) break;
      this.trade(maker, order);
    }
    this.changed(pair);
    return order;
  }

  cancel(account: number, id: number | undefined): Order {
    const order = this.all.find((one) => one.id === id && one.account === account);
    if (order === undefined) throw new Refusal(404, 'No such order');
    if (!this.isOpen(order)) throw new Refusal(400, 'The order is not open');
    const bought = order.operation === 'BUY';
    this.ledger.free(
      account,
      bought ? order.pair.quote.ticker : order.pair.base.ticker,
      bought ? times(order.price, order.left) : order.left,
    );
    order.state = 'CANCELED';
    order.updatedAt = Date.now();
    this.changed(order.pair);
    return order;
  }

  isOpen(order: Order): boolean {
    return order.state === 'OPENED' || order.state === 'PARTIALLY_FILLED';
  }

  side(pair: Pair, operation: Operation): readonly Order[] {
    const sign = operation === 'BUY' ? -1 : 1;
    return this.all
      .filter((one) => one.pair === pair && one.operation === operation && this.isOpen(one))
      .toSorted((a, b) => (a.price === b.price ? a.id - b.id : a.price < b.price ? -sign : sign));
  }

  levels(pair: Pair, operation: Operation, depth: number): readonly { price: Money; quantity: Money }[] {
    const levels: { price: Money; quantity: Money }[] = [];
    for (const order of this.side(pair, operation)) {
      const last = levels.at(-1);
      if (last?.price === order.price) last.quantity += order.left;
      else levels.push({ price: order.price, quantity: order.left });
    }
    return levels.slice(0, depth);
  }

  last(pair: Pair): Trade | undefined {
    return this.trades.findLast((one) => one.pair === pair);
  }

  private trade(maker: Order, taker: Order): void {
    const { pair } = maker;
    const quantity = maker.left < taker.left ? maker.left : taker.left;
    const at = Date.now();
    const cost = times(maker.price, quantity);
    const [buyer, seller] = taker.operation === 'BUY' ? [taker, maker] : [maker, taker];
    this.ledger.spend(seller.account, pair.base.ticker, quantity);
    this.ledger.spend(buyer.account, pair.quote.ticker, times(buyer.price, quantity));
    this.ledger.add(buyer.account, pair.quote.ticker, times(buyer.price, quantity) - cost);
    const trade = { id: this.trades.length + 1, pair, maker, taker, price: maker.price, quantity, at };
    this.ledger.add(buyer.account, pair.base.ticker, quantity - this.fee(trade, buyer));
    this.ledger.add(seller.account, pair.quote.ticker, cost - this.fee(trade, seller));
    for (const order of [maker, taker]) {
      order.left -= quantity;
      order.state = order.left === 0n ? 'FILLED' : 'PARTIALLY_FILLED';
      order.updatedAt = at;
      order.executedAt = at;
    }
    this.trades.push(trade);
  }

  /** The taker pays in the coin that it receives. */
  fee(trade: Omit<Trade, 'id'>, order: Order): Money {
    if (order !== trade.taker) return 0n;
    return times(order.operation === 'BUY' ? trade.quantity : times(trade.price, trade.quantity), TAKER_RATE);
  }
}
