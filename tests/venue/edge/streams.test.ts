import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../venue/random.ts';
import {
  ask,
  limitOrder,
  openSocket,
  openTrader,
  startVenue,
  type TestSocket,
  type TestVenue,
  type Trader,
  until,
} from './harness.ts';

type Frame = Record<string, unknown>;
type Row = Readonly<Record<string, unknown>>;

let target: TestVenue;
let seller: Trader;
let buyer: Trader;

beforeAll(async () => {
  target = await startVenue();
  [seller, buyer] = await Promise.all([openTrader(target), openTrader(target)]);
});
afterAll(() => target.close());

const isType = (type: string) => (frame: Frame) => frame.type === type;
const rest = async (path: string, init?: RequestInit): Promise<unknown> =>
  (await ask(target.origin, path, init)).body;

/** The frames of a stream, in order; each update must name the number of the frame before it. */
function chainOf(socket: TestSocket, name: string): Frame[] {
  const frames = socket.received.filter(({ type }) => String(type).startsWith(`${name}_`));
  let known: unknown = null;
  for (const frame of frames) {
    expect(frame.previous_sequence ?? known).toBe(known);
    known = frame.sequence;
  }
  return frames;
}

const inPlace = (rows: readonly Row[], key: string, news: readonly Row[]): Row[] => [
  ...news.filter((row) => !rows.some((known) => known[key] === row[key])),
  ...rows.map((row) => news.find((fresh) => fresh[key] === row[key]) ?? row),
];

async function follow(message: object, name: string, headers = {}): Promise<TestSocket> {
  const socket = await openSocket(target.socketUrl, headers);
  socket.say(message);
  await socket.next(isType(`${name}_snapshot`));
  return socket;
}

const trade = async (price: string): Promise<void> => {
  await seller.post('/order/orders/limit', limitOrder('SELL', price, '0.05'));
  await buyer.post('/order/orders/limit', limitOrder('BUY', price, '0.05'));
};

describe('the streams of a market', () => {
  it('sends the trades that the call of the same name returns (LIVE-02)', async () => {
    await trade('0.0039');
    const socket = await follow({ type: 'subscribe_trades', pair_symbol: 'XMR-BTC' }, 'trades');
    expect(chainOf(socket, 'trades')[0]).toMatchObject({
      pair_symbol: 'XMR-BTC',
      trades: await rest('/order/trades/XMR-BTC'),
    });
    for (const price of ['0.003901', '0.003902', '0.0039']) await trade(price);
    const listed = (await rest('/order/trades/XMR-BTC')) as Row[];
    expect(listed.length).toBeGreaterThanOrEqual(4);
    const told = (): Row[] => {
      return chainOf(socket, 'trades')
        .toReversed()
        .flatMap((frame) => frame.trades as Row[]);
    };
    await until(() => told().length === listed.length);
    expect(told()).toEqual(listed);
    socket.socket.close();
  });

  it('sends the bars that the chart call returns (LIVE-03)', async () => {
    const socket = await follow(
      { type: 'subscribe_candles', pair_symbol: 'XMR-BTC', frame: 'minute' },
      'candles',
    );
    await trade('0.003905');
    const now = Math.floor(Date.now() / 1000);
    const rows = (): unknown[] => {
      const byTime = new Map<unknown, unknown>();
      for (const frame of chainOf(socket, 'candles')) {
        for (const row of frame.candles as unknown[][]) byTime.set(row[0], row);
      }
      return [...byTime.values()];
    };
    const charted = async (): Promise<unknown[]> => {
      const body = JSON.stringify({
        frame: 'minute',
        pair: 'XMR-BTC',
        start_ts: now - 3600,
        stop_ts: now + 60,
      });
      const headers = { 'content-type': 'application/json', origin: target.origin };
      return (await rest('/stats/chartx', { method: 'POST', body, headers })) as unknown[];
    };
    await until(() => (rows().at(-1) as unknown[] | undefined)?.[5] === '0.003905');
    await until(async () => JSON.stringify(await charted()) === JSON.stringify(rows()));
    expect(rows().length).toBeGreaterThan(0);
    socket.socket.close();
  });

  it('sends the figures of all markets, and then of those that changed (LIVE-04)', async () => {
    const socket = await follow({ type: 'subscribe_markets' }, 'markets');
    await trade('0.003907');
    const told = (): unknown =>
      Object.assign({}, ...chainOf(socket, 'markets').map(({ markets }) => markets as object));
    const listed = async (): Promise<unknown> =>
      ((await rest('/api/markets')) as { markets: unknown }).markets;
    await until(async () => JSON.stringify(told()) === JSON.stringify(await listed()));
    expect(Object.keys(chainOf(socket, 'markets').at(-1)?.markets as object)).toEqual(['XMR-BTC']);
    socket.socket.close();
  });

  it('answers a repeated subscription with another snapshot (LIVE-01)', async () => {
    const socket = await follow({ type: 'subscribe_markets' }, 'markets');
    const from = socket.received.length;
    socket.say({ type: 'subscribe_markets' });
    await socket.next(isType('markets_snapshot'), from);
    socket.say({ type: 'unsubscribe_markets' });
    expect(await socket.next(isType('success'))).toMatchObject({ action: 'unsubscribe_markets' });
    socket.socket.close();
  });

  it('refuses a pair that is not listed', async () => {
    const socket = await openSocket(target.socketUrl);
    socket.say({ type: 'subscribe_trades', pair_symbol: 'NO-PAIR' });
    expect(await socket.next(isType('error'))).toMatchObject({ code: 'UNKNOWN_PAIR' });
    socket.say({ type: 'subscribe_candles', pair_symbol: 'XMR-BTC', frame: 'week' });
    expect(await socket.next(isType('error'), 2)).toMatchObject({ code: 'INVALID_FRAME' });
    socket.socket.close();
  });
});

describe('the stream of an account', () => {
  const account = { type: 'subscribe_account' };

  it('sends its open orders, fills and balances, and those of nobody else (LIVE-05)', async () => {
    const random = createRandom('streams-test');
    const [one, other] = await Promise.all([openTrader(target), openTrader(target)]);
    const sockets = await Promise.all(
      [one, other].map((trader) => follow(account, 'account', { cookie: trader.cookies })),
    );
    const open: { trader: Trader; id: string }[] = [];
    for (let step = 0; step < 60; step += 1) {
      const trader = random.next() < 0.5 ? one : other;
      const victim = random.next() < 0.3 ? open.splice(random.whole(0, open.length - 1), 1)[0] : undefined;
      if (victim) await victim.trader.delete(`/order/cancel/${victim.id}`);
      else {
        const side = trader === one ? 'SELL' : 'BUY';
        const price = `0.0039${40 + random.whole(-5, 5)}`;
        const placed = await trader.post(
          '/order/orders/limit',
          limitOrder(side, price, `0.0${random.whole(2, 9)}`),
        );
        open.push({ trader, id: (placed.body as { id: string }).id });
      }
    }
    for (const [index, trader] of [one, other].entries()) {
      const socket = sockets[index] as TestSocket;
      const told = () => {
        let [orders, fills, balances]: Row[][] = [[], [], []];
        for (const frame of chainOf(socket, 'account')) {
          const closed = (frame.closed_orders ?? []) as string[];
          const kept = (orders as Row[]).filter(({ id }) => !closed.includes(String(id)));
          orders = inPlace(kept, 'id', frame.orders as Row[]);
          fills = [...(frame.fills as Row[]), ...(fills as Row[])];
          balances = inPlace(balances as Row[], 'currency', frame.balances as Row[]);
        }
        return JSON.stringify([orders, fills, balances]);
      };
      const lists = [
        '/order/orders?state=OPENED,PARTIALLY_FILLED',
        '/order/orders/history/executions',
        '/user/balances',
      ];
      const answers = await Promise.all(lists.map(async (path) => (await trader.get(path)).body));
      expect((answers[1] as Row[]).length).toBeGreaterThan(5);
      await until(() => told() === JSON.stringify(answers));
      const me = (await trader.get('/auth/me')).body as { user_id: string };
      expect(new Set(chainOf(socket, 'account').map(({ user_id }) => user_id))).toEqual(
        new Set([me.user_id]),
      );
      socket.socket.close();
    }
  });

  it('reads the account anew for each snapshot, because deposits come unannounced', async () => {
    const trader = await openTrader(target);
    const socket = await follow(account, 'account', { cookie: trader.cookies });
    const balance = (frame: Frame): Row | undefined =>
      (frame.balances as Row[]).find(({ currency }) => currency === 'BTC');
    await trader.post('/sandbox/empty');
    const from = socket.received.length;
    socket.say(account);
    expect(balance(await socket.next(isType('account_snapshot'), from))).toMatchObject({ available: '0' });
    socket.socket.close();
  });

  it('sends a balance as soon as a deposit or withdrawal has changed it (LIVE-05)', async () => {
    const trader = await openTrader(target);
    const socket = await follow(account, 'account', { cookie: trader.cookies });
    const told = (): unknown =>
      socket.received
        .flatMap(({ balances = [] }) => balances as Row[])
        .findLast(({ currency }) => currency === 'BTC')?.available;
    const before = Number(told());
    const asked = await trader.post('/withdrawal/withdrawals/create', {
      currency: 'BTC',
      amount: '0.1',
      address: 'bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhv',
    });
    const { fee } = asked.body as { fee: string };
    const paid = before - 0.1 - Number(fee);
    await until(() => Number(told()) === Number(paid.toFixed(8)));
    await trader.post('/user/deposit-address', { coin_ticker: 'BTC' });
    await trader.post('/sandbox/pay', { coin: 'BTC', amount: '0.25' });
    await trader.post('/sandbox/mine', { coin: 'BTC', blocks: 6 });
    await until(() => Number(told()) > paid + 0.2);
    // Neither was requested: there is one snapshot, and updates after it.
    expect(chainOf(socket, 'account').filter(isType('account_snapshot'))).toHaveLength(1);
    socket.socket.close();
  });

  it('asks a visitor to sign in', async () => {
    const socket = await openSocket(target.socketUrl);
    socket.say(account);
    await socket.next(isType('auth_required'));
    expect(socket.received.some(({ type }) => String(type).startsWith('account'))).toBe(false);
    socket.socket.close();
  });

  it('ends with its session at once (LIVE-06)', async () => {
    const trader = await openTrader(target);
    const socket = await follow(account, 'account', { cookie: trader.cookies });
    const from = socket.received.length;
    await trader.post('/auth/logout');
    expect(await socket.closed).toBe(4001);
    expect(socket.received.slice(from).map(({ type }) => type)).toEqual(['auth_required']);
  });
});
