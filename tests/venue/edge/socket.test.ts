import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readServerFrame } from '../../../src/services/contract/index.ts';
import { createRandom } from '../../../venue/random.ts';
import { serveVenue } from '../../../venue/serve.ts';
import type { Venue } from '../../../venue/venue.ts';
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
import { COINS } from '../pairs.ts';
import { createNaiveBook, type NaiveBook } from './naiveBook.ts';

let target: TestVenue;
let seller: Trader;
let buyer: Trader;

beforeAll(async () => {
  target = await startVenue();
  [seller, buyer] = await Promise.all([openTrader(target), openTrader(target)]);
});
afterAll(() => target.close());

const isBook = (frame: Record<string, unknown>): boolean => String(frame.type).startsWith('orderbook_');
const isType = (type: string) => (frame: Record<string, unknown>) => frame.type === type;

async function subscribed(
  pair: string,
  depth: number,
): Promise<{ socket: TestSocket; book: NaiveBook; follow: () => void }> {
  const socket = await openSocket(target.socketUrl);
  const book = createNaiveBook();
  let taken = 0;
  socket.say({ type: 'subscribe_orderbook', pair_symbol: pair, depth });
  await socket.next(isBook);
  return {
    socket,
    book,
    /** Applies the frames received since, each once. */
    follow: () => {
      for (const frame of socket.received.slice(taken)) if (isBook(frame)) book.take(frame);
      taken = socket.received.length;
    },
  };
}

async function restBook(
  pair: string,
  depth: number,
): Promise<{ bids: unknown; asks: unknown; sequence: number }> {
  const answer = await ask(target.origin, `/order/orderbook/${pair}?depth=${depth}`);
  return answer.body as { bids: unknown; asks: unknown; sequence: number };
}

describe('the order book over the socket', () => {
  it('follows random trading at every depth, and in the end equals the book over REST', async () => {
    const random = createRandom('socket-test');
    const clients = await Promise.all(
      [10, 40, 100, 500].map(async (depth) => ({ depth, ...(await subscribed('XMR-BTC', depth)) })),
    );
    const open: { trader: Trader; id: string }[] = [];
    for (let step = 0; step < 250; step += 1) {
      const trader = random.next() < 0.5 ? seller : buyer;
      const victim = random.next() < 0.3 ? open.splice(random.whole(0, open.length - 1), 1)[0] : undefined;
      if (victim) await victim.trader.delete(`/order/cancel/${victim.id}`);
      else {
        const side = trader === seller ? 'SELL' : 'BUY';
        const price = `0.00${3900 + random.whole(-12, 12)}`;
        const placed = await trader.post(
          '/order/orders/limit',
          limitOrder(side, price, `0.0${random.whole(1, 9)}`),
        );
        open.push({ trader, id: (placed.body as { id: string }).id });
      }
      for (const client of clients) client.follow();
    }
    expect(open.every(({ id }) => typeof id === 'string')).toBe(true);
    for (const { depth, book, follow, socket } of clients) {
      const rest = await restBook('XMR-BTC', depth);
      await until(() => {
        follow();
        return (
          JSON.stringify(book.bids) === JSON.stringify(rest.bids) &&
          JSON.stringify(book.asks) === JSON.stringify(rest.asks)
        );
      });
      expect(book.bids.length).toBeGreaterThan(0);
      const updates = socket.received.filter(isType('orderbook_update'));
      expect(updates.length).toBeGreaterThan(0);
      for (const frame of updates) expect(readServerFrame(JSON.stringify(frame))).not.toBeNull();
      expect(updates.at(-1)).toMatchObject({
        buys_volume: expect.any(String),
        sells_volume: expect.any(String),
      });
      socket.socket.close();
    }
  });

  it('a later client gets a book that its next update follows', async () => {
    const early = await subscribed('BTC-USDT', 40);
    await buyer.post('/order/orders/limit', limitOrder('BUY', '80000', '0.01', 'BTC-USDT'));
    const late = await subscribed('BTC-USDT', 40);
    await buyer.post('/order/orders/limit', limitOrder('BUY', '80001', '0.01', 'BTC-USDT'));
    for (const client of [early, late]) {
      await until(() => {
        client.follow();
        return client.book.bids.length === 2;
      });
      expect(client.book.bids).toEqual([
        ['80001', '0.01'],
        ['80000', '0.01'],
      ]);
      client.socket.socket.close();
    }
  });

  it('stops on request, and starts again with a snapshot', async () => {
    const { socket } = await subscribed('KAS-USDT', 40);
    socket.say({ type: 'unsubscribe_orderbook', pair_symbol: 'KAS-USDT' });
    await socket.next(isType('success'));
    const received = socket.received.length;
    await buyer.post('/order/orders/limit', limitOrder('BUY', '0.05', '20', 'KAS-USDT'));
    socket.say({ type: 'subscribe_orderbook', pair_symbol: 'KAS-USDT' });
    const snapshot = await socket.next(isBook, received);
    expect(snapshot).toMatchObject({ type: 'orderbook_snapshot', bids: [['0.05', '20']] });
    expect(socket.received.slice(received).filter(isBook)).toHaveLength(1);
    socket.socket.close();
  });

  it('comes at most about twelve times a second, whatever is traded', async () => {
    const { socket } = await subscribed('AVAX-USDT', 40);
    const started = performance.now();
    for (let round = 0; round < 30; round += 1) {
      await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          buyer.post(
            '/order/orders/limit',
            limitOrder('BUY', `1.${100 + round * 5 + index}`, '1', 'AVAX-USDT'),
          ),
        ),
      );
    }
    const seconds = (performance.now() - started) / 1000;
    await socket.next((frame) => isBook(frame) && JSON.stringify(frame.bids).includes('1.249'));
    expect(socket.received.filter(isType('orderbook_update')).length).toBeLessThanOrEqual(
      Math.ceil(seconds / 0.08) + 2,
    );
    socket.socket.close();
  });
});

describe('messages', () => {
  it('welcome, ping and pong', async () => {
    const socket = await openSocket(target.socketUrl);
    await socket.next(isType('welcome'));
    socket.say({ type: 'ping' });
    await socket.next(isType('pong'));
    socket.say({ type: 'pong' });
    socket.say({ type: 'ping' });
    await until(() => socket.received.length === 3);
    expect(socket.received.map(({ type }) => type)).toEqual(['welcome', 'pong', 'pong']);
    socket.socket.close();
  });

  it('the fees of every coin, then those that changed', async () => {
    const socket = await openSocket(target.socketUrl);
    socket.say({ type: 'subscribe_fees' });
    const frame = await socket.next(isType('fees_snapshot'));
    const read = readServerFrame(JSON.stringify(frame));
    expect(read).toMatchObject({ kind: 'fees', mode: 'replace' });
    const { fees } = read as { fees: Record<string, Record<string, unknown>> };
    expect(Object.keys(fees).sort()).toEqual(COINS);
    const bitcoin = (medium: object) => ({
      unit: 'sat/vB',
      priorities: { medium: { blocks: 3, ...medium } },
      coin_info: { name: 'Bitcoin', network: 'Bitcoin', decimal_places: 8, is_deposit_enabled: true },
    });
    expect(fees.BTC).toMatchObject(bitcoin({}));
    // They move by themselves every few seconds. The usual fee, which is known, is that at the end of a surge.
    await buyer.post('/sandbox/congestion', { coin: 'BTC', congested: false });
    const update = await socket.next(
      (one) => isType('fees_update')(one) && /"unit":"sat.vB".*?"price":"2"/.test(JSON.stringify(one)),
    );
    expect(update.fees).toMatchObject({ BTC: bitcoin({ fee: '0.00000282', price: '2' }) });
    socket.socket.close();
  });

  it.each<[unknown, string, RegExp]>([
    ['{', 'MALFORMED_FRAME', /JSON/],
    [Buffer.from('{"type":"ping"}'), 'BINARY_FRAME', /text/],
    ['null', 'INVALID_FRAME', /frame must be a JSON object/],
    ['[]', 'INVALID_FRAME', /frame must be a JSON object/],
    ['{"type":"subscribe_everything"}', 'UNKNOWN_TYPE', /subscribe_orderbook/],
    ['{"type":"subscribe_orderbook"}', 'INVALID_FRAME', /pair_symbol/],
    ['{"type":"subscribe_orderbook","pair_symbol":"XMR-BTC","depth":0}', 'INVALID_FRAME', /depth/],
    ['{"type":"subscribe_orderbook","pair_symbol":"XMR-BTC","depth":501}', 'INVALID_FRAME', /depth/],
    ['{"type":"subscribe_orderbook","pair_symbol":"XMR-BTC","depth":"40"}', 'INVALID_FRAME', /depth/],
    ['{"type":"subscribe_orderbook","pair_symbol":"DOGE-BTC"}', 'UNKNOWN_PAIR', /pair/],
  ])('%s is answered with %s', async (frame, code, says) => {
    const socket = await openSocket(target.socketUrl);
    socket.socket.send(frame as string);
    const error = await socket.next(isType('error'));
    expect(error).toMatchObject({ code, message: expect.stringMatching(says) });
    expect(Object.keys(error).sort()).toEqual(['code', 'message', 'type']);
    socket.say({ type: 'ping' });
    await socket.next(isType('pong'));
    socket.socket.close();
  });

  it('10,000 malformed frames leave the venue unchanged', async () => {
    const random = createRandom('malformed');
    const sockets = await Promise.all(Array.from({ length: 5 }, () => openSocket(target.socketUrl)));
    for (let count = 0; count < 10_000; count += 1) {
      const garbage = Buffer.from(Array.from({ length: random.whole(0, 60) }, () => random.whole(0, 255)));
      const text =
        random.next() < 0.5
          ? garbage.toString('latin1')
          : `{"type":"${garbage.toString('hex')}","pair_symbol":{}}`;
      sockets[count % sockets.length]?.socket.send(random.next() < 0.1 ? garbage : text);
    }
    // The first ones are answered, then one warning, then silence: answering each would be an amplifier.
    for (const socket of sockets) {
      await socket.next((frame) => frame.code === 'RATE_LIMITED');
      expect(socket.received.filter(isType('error')).length).toBeLessThan(400);
      expect(socket.received.filter((frame) => frame.type !== 'error' && frame.type !== 'welcome')).toEqual(
        [],
      );
      socket.socket.close();
    }
    expect((await ask(target.origin, '/readyz')).status).toBe(200);
    expect(
      target.log.filter((line) => !/^(database migrated|ledger head|solvency statement)/.test(line)),
    ).toEqual([]);
  });

  it('a client that never stops is closed with 1008', async () => {
    const socket = await openSocket(target.socketUrl);
    for (let count = 0; count < 10_500; count += 1) socket.socket.send('{}');
    expect(await socket.closed).toBe(1008);
  });

  it('a frame over 64 kB closes with 1009', async () => {
    const socket = await openSocket(target.socketUrl);
    socket.socket.send(JSON.stringify({ type: 'ping', x: 'x'.repeat(65_536) }));
    expect(await socket.closed).toBe(1009);
  });
});

describe('a session on the socket', () => {
  it('ends within a second of the logout; sockets of others stay', async () => {
    const trader = await openTrader(target);
    const mine = await openSocket(target.socketUrl, { cookie: trader.cookie });
    const visitor = await openSocket(target.socketUrl);
    const other = await openSocket(target.socketUrl, { cookie: buyer.cookie });
    const started = performance.now();
    await trader.post('/auth/logout');
    expect(await mine.closed).toBe(4001);
    expect(performance.now() - started).toBeLessThan(1000);
    for (const socket of [visitor, other]) {
      socket.say({ type: 'ping' });
      await socket.next(isType('pong'));
      socket.socket.close();
    }
  });
});

describe('stopping', () => {
  it('lets a request in progress finish, and accepts no other', async () => {
    const stopping = await startVenue();
    const trader = await openTrader(stopping);
    let arrived = (): void => undefined;
    const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    // The same venue on another port, where the test decides how long a call takes.
    const fetch: Venue['app']['fetch'] = async (...call) => {
      arrived();
      await released;
      return stopping.venue.app.fetch(...call);
    };
    const slow = { ...stopping.venue, app: { fetch } as Venue['app'] };
    const served = await serveVenue(slow, 0, '127.0.0.1');
    const origin = `http://127.0.0.1:${served.port}`;
    const answer = ask(origin, '/auth/me', { headers: { cookie: trader.cookie } });
    await hasArrived;
    let isClosed = false;
    const closed = served.close().then(() => (isClosed = true));
    await expect(ask(origin, '/healthz')).rejects.toThrow('fetch failed');
    expect(isClosed).toBe(false);
    release();
    expect((await answer).status).toBe(200);
    await closed;
    await stopping.close();
  });

  it('sends 1012 to every socket and ends', async () => {
    const stopping = await startVenue();
    const sockets = await Promise.all([openSocket(stopping.socketUrl), openSocket(stopping.socketUrl)]);
    await stopping.close();
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1012, 1012]);
    await expect(ask(stopping.origin, '/healthz')).rejects.toThrow('fetch failed');
  });
});
