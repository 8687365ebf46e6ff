import { COINS, coinRecord, PAIRS, pairRecord, type Pair } from './coins.ts';
import { page, Refusal, required, signedIn, type Call, type Calls } from './http.ts';
import { amountOf, text, times, type Money } from './money.ts';
import { pairNamed, TAKER_RATE, type Order, type Orders, type Trade } from './orders.ts';
import type { Shapes } from './style.ts';

const DAY_MS = 86_400_000;
const FRAMES = { minute: 60_000, hour: 3_600_000, day: DAY_MS } as const;

export function trading(shapes: Shapes, orders: Orders, startedAt: number): Calls {
  const orderRecord = (order: Order) =>
    shapes.record({
      id: shapes.id(order.id),
      pair_symbol: order.pair.symbol,
      operation: shapes.operation(order.operation),
      type: shapes.style.operations === 'upper' ? 'LIMIT' : 'limit',
      price: shapes.number(order.price),
      quantity: shapes.number(order.quantity),
      quantity_left: shapes.number(order.left),
      state: order.state,
      created_at: shapes.time(order.createdAt),
      updated_at: shapes.time(order.updatedAt),
      executed_at: shapes.time(order.executedAt),
    });

  const executionRecord = (trade: Trade, own: Order) =>
    shapes.record({
      id: shapes.id(trade.id),
      pair_symbol: trade.pair.symbol,
      operation: shapes.operation(own.operation),
      type: shapes.style.operations === 'upper' ? 'LIMIT' : 'limit',
      executed_price: shapes.number(trade.price),
      executed_quantity: shapes.number(trade.quantity),
      trade_value: shapes.number(times(trade.price, trade.quantity)),
      fee_amount: shapes.number(orders.fee(trade, own)),
      fee_currency: own.operation === 'BUY' ? trade.pair.base.ticker : trade.pair.quote.ticker,
      fee_rate: shapes.number(own === trade.taker ? TAKER_RATE : 0n),
      is_maker: own === trade.maker,
      counterparty_order_id: shapes.id((own === trade.maker ? trade.taker : trade.maker).id),
      created_at: shapes.time(trade.at),
    });

  const market = (pair: Pair) => {
    const recent = orders.trades.filter((one) => one.pair === pair && one.at > Date.now() - DAY_MS);
    const prices = recent.map((one) => one.price);
    const best = (list: readonly Money[], better: (a: Money, b: Money) => boolean) =>
      list.reduce<Money | undefined>(
        (held, one) => (held === undefined || better(one, held) ? one : held),
        undefined,
      );
    const sum = (amounts: readonly Money[]) => shapes.number(amounts.reduce((total, one) => total + one, 0n));
    const optional = (value: Money | undefined) => (value === undefined ? undefined : shapes.number(value));
    return shapes.record({
      last_price: shapes.number(orders.last(pair)?.price ?? 0n),
      percent_change: shapes.number(0n),
      base_volume: sum(recent.map((one) => one.quantity)),
      quote_volume: sum(recent.map((one) => times(one.price, one.quantity))),
      high_24h: shapes.number(best(prices, (a, b) => a > b) ?? 0n),
      low_24h: shapes.number(best(prices, (a, b) => a < b) ?? 0n),
      lowest_ask: optional(orders.side(pair, 'SELL')[0]?.price),
      highest_bid: optional(orders.side(pair, 'BUY')[0]?.price),
    });
  };

  /** A market against USDT may be named by its coin alone. */
  const marketKey = (pair: Pair) =>
    shapes.style.marketKeys === 'coin' && pair.quote.ticker === 'USDT' ? pair.base.ticker : pair.symbol;

  const place = (call: Call) => {
    const account = signedIn(call);
    const pair = pairNamed(required(call.body, 'pair'));
    const operation = required(call.body, 'operation');
    if (call.body.type !== 'LIMIT') throw new Refusal(422, 'type must be LIMIT');
    if (operation !== 'BUY' && operation !== 'SELL') throw new Refusal(422, 'operation must be BUY or SELL');
    const price = amountOf(call.body.price);
    const quantity = amountOf(call.body.quantity);
    if (price === undefined || quantity === undefined)
      throw new Refusal(422, 'price and quantity must be amounts');
    const order = orders.place(account.id, pair, operation, price, quantity);
    return { status: 201, body: shapes.written(orderRecord(order)) };
  };

  const own = (call: Call) => {
    const account = signedIn(call);
    const pair = call.query.get('pair') ?? '';
    const states = (call.query.get('state') ?? '').split(',').filter((one) => one !== '');
    const found = orders.all.filter(
      (one) =>
        one.account === account.id &&
        (pair === '' || one.pair.symbol === pair) &&
        (states.length === 0 || states.includes(one.state)),
    );
    return { body: shapes.list(page(found.toReversed(), call.query, 100).map(orderRecord)) };
  };

  const executions = (call: Call) => {
    const account = signedIn(call);
    const pair = call.query.get('pair') ?? '';
    const found = orders.trades
      .filter((one) => pair === '' || one.pair.symbol === pair)
      .flatMap((one) =>
        [one.taker, one.maker].filter((side) => side.account === account.id).map((side) => ({ one, side })),
      )
      .toReversed();
    return { body: page(found, call.query, 100).map(({ one, side }) => executionRecord(one, side)) };
  };

  return {
    'POST /order/orders/limit': place,
    'GET /order/orders': own,
    'GET /order/orders/history/executions': executions,
    'DELETE /order/cancel/{id}': (call) => {
      const account = signedIn(call);
      const id = orders.all.find((one) => String(shapes.id(one.id)) === call.params[0])?.id;
      return { body: shapes.written(orderRecord(orders.cancel(account.id, id))) };
    },
    'GET /order/trades/{pair}': (call) => {
      const pair = pairNamed(call.params[0] ?? '');
      const found = orders.trades.filter((one) => one.pair === pair).toReversed();
      const rows = page(found, call.query, 100).map((one) => ({
        id: shapes.id(one.id),
        pair: pair.symbol,
        price: shapes.number(one.price),
        amount: shapes.number(one.quantity),
        operation: shapes.operation(one.taker.operation),
        time: shapes.time(one.at),
      }));
      return { body: shapes.list(rows) };
    },
    'GET /order/orderbook/{pair}': (call) => {
      const pair = pairNamed(call.params[0] ?? '');
      const depth = Number(call.query.get('depth') ?? '20');
      const side = (operation: 'BUY' | 'SELL') =>
        orders.levels(pair, operation, depth).map((level) => [text(level.price), text(level.quantity)]);
      return {
        body: {
          pair: pair.symbol,
          timestamp: shapes.time(Date.now()),
          bids: side('BUY'),
          asks: side('SELL'),
        },
      };
    },
    'GET /api/markets': () => {
      const markets = Object.fromEntries(PAIRS.map((pair) => [marketKey(pair), market(pair)]));
      return { body: shapes.style.markets === 'bare' ? markets : { markets } };
    },
    'GET /api/markets/{pair}': (call) => {
      const name = call.params[0] ?? '';
      return { body: market(PAIRS.find((pair) => marketKey(pair) === name) ?? pairNamed(name)) };
    },
    'GET /pair/pairs': (call) => ({
      body: page(PAIRS, call.query, 100).map((pair) => pairRecord(shapes, pair, startedAt)),
    }),
    'GET /pair/pairs/{pair}': (call) => ({
      body: pairRecord(shapes, pairNamed(call.params[0] ?? ''), startedAt),
    }),
    'GET /coin/coins': (call) => {
      const size = Number(call.query.get('limit') ?? '50');
      const from = (Number(call.query.get('page') ?? '1') - 1) * size;
      return { body: { items: COINS.slice(from, from + size).map((coin) => coinRecord(shapes, coin)) } };
    },
    'POST /stats/chartx': ({ body }) => {
      const pair = pairNamed(required(body, 'pair'));
      const frame = required(body, 'frame');
      if (frame !== 'minute' && frame !== 'hour' && frame !== 'day') throw new Refusal(422, 'unknown frame');
      return { body: shapes.list(candles(shapes, orders, pair, FRAMES[frame], body)) };
    },
  };
}

/** The specifications give no unit, so seconds and milliseconds are told apart by size. */
const ms = (value: unknown, usual: number) => {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : usual;
  return number < 100_000_000_000 ? number * 1000 : number;
};

function candles(
  shapes: Shapes,
  orders: Orders,
  pair: Pair,
  frame: number,
  body: Readonly<Record<string, unknown>>,
): unknown[] {
  const from = ms(body.start_ts, 0);
  const to = ms(body.stop_ts, Date.now());
  const frames = new Map<number, Trade[]>();
  for (const trade of orders.trades) {
    if (trade.pair !== pair || trade.at < from || trade.at > to) continue;
    const start = trade.at - (trade.at % frame);
    frames.set(start, [...(frames.get(start) ?? []), trade]);
  }
  return [...frames].map(([start, trades]) => {
    const prices = trades.map((one) => one.price);
    const sorted = prices.toSorted((a, b) => (a < b ? -1 : 1));
    const value = (one: Money | undefined) => shapes.number(one ?? 0n);
    return [
      shapes.style.candleTime === 's' ? start / 1000 : start,
      value(sorted.at(-1)),
      value(sorted[0]),
      value(trades.reduce((total, one) => total + one.quantity, 0n)),
      value(prices[0]),
      value(prices.at(-1)),
    ];
  });
}
