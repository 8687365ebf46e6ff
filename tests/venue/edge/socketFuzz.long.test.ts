import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../../venue/random.ts';
import { serveVenue } from '../../../venue/serve.ts';
import {
  ask,
  openSocket,
  openTrader,
  startVenue,
  type TestSocket,
  type TestVenue,
  until,
} from './harness.ts';
import { createNaiveBook, type NaiveBook } from './naiveBook.ts';
import { rawSend } from './raw.ts';

let target: TestVenue;
beforeAll(async () => {
  target = await startVenue();
});
afterAll(() => target.close());

const PAIRS = ['XMR-BTC', 'GRIN-BTC', 'BTC-USDT'] as const;
type Pair = (typeof PAIRS)[number];
const PRICES: Readonly<Record<Pair, (ticks: number) => string>> = {
  'XMR-BTC': (ticks) => `0.003${String(900 + ticks)}`,
  'GRIN-BTC': (ticks) => `0.000000${String(20 + ticks)}`,
  'BTC-USDT': (ticks) => `900${String(10 + ticks)}.5`,
};
const QUANTITIES: Readonly<Record<Pair, string>> = {
  'XMR-BTC': '0.01',
  'GRIN-BTC': '5',
  'BTC-USDT': '0.000011',
};
const DEPTHS = [10, 40, 100, 500];

/** A client that subscribes, leaves, returns with another depth, reconnects, and trusts every frame. */
function createWanderer(random: Random) {
  let socket: TestSocket | null = null;
  let read = 0;
  let books = new Map<string, { book: NaiveBook; depth: number; isFresh: boolean }>();
  const pick = <T>(from: readonly T[]): T => from[random.whole(0, from.length - 1)] as T;

  function follow(): void {
    for (const frame of socket?.received.slice(read) ?? []) {
      read += 1;
      if (!String(frame.type).startsWith('orderbook_')) continue;
      const known = books.get(String(frame.pair_symbol));
      // It ignores frames that were on their way when it left, and those before the snapshot it waits for.
      if (!known || (known.isFresh && frame.type !== 'orderbook_snapshot')) continue;
      known.isFresh = false;
      known.book.take(frame);
    }
  }

  return {
    books: () => books,
    follow,
    async step(): Promise<void> {
      if (!socket || random.next() < 0.04) {
        follow();
        socket?.socket.close();
        socket = await openSocket(target.socketUrl);
        read = 0;
        books = new Map();
      }
      const pair = pick(PAIRS);
      if (books.has(pair) && random.next() < 0.3) {
        socket.say({ type: 'unsubscribe_orderbook', pair_symbol: pair });
        books.delete(pair);
      } else {
        const depth = pick(DEPTHS);
        const known = books.get(pair);
        // Its old depth continues until the snapshot of the new one: an unbroken chain.
        books.set(pair, { book: known?.book ?? createNaiveBook(), depth, isFresh: known?.isFresh ?? true });
        socket.say({ type: 'subscribe_orderbook', pair_symbol: pair, depth });
      }
      follow();
    },
    close: () => socket?.socket.close(),
  };
}

describe('socket clients that come, go and change their minds while the books move', () => {
  it.each([1, 2, 3])(
    'hold the book of their depth in the end, without a gap on the way (seed %i)',
    async (seed) => {
      const random = createRandom(`wander-${seed}`);
      const traders = await Promise.all([openTrader(target), openTrader(target), openTrader(target)]);
      const wanderers = Array.from({ length: 6 }, (_, index) =>
        createWanderer(createRandom(`${seed}/${index}`)),
      );
      const mine: { trader: (typeof traders)[number]; id: string }[] = [];

      async function trade(): Promise<void> {
        const pair = PAIRS[random.whole(0, 2)] ?? 'XMR-BTC';
        const trader = traders[random.whole(0, 2)] ?? traders[0];
        const gone = random.next() < 0.35 ? mine.splice(random.whole(0, mine.length - 1), 1)[0] : undefined;
        const answer = gone
          ? await gone.trader.delete(`/order/cancel/${gone.id}`)
          : await trader.post('/order/orders/limit', {
              pair,
              type: 'LIMIT',
              operation: random.next() < 0.5 ? 'BUY' : 'SELL',
              price: PRICES[pair](random.whole(0, 40)),
              quantity: QUANTITIES[pair],
            });
        // An order that meets one of the same account or leaves the band is refused; so is cancelling a filled one.
        expect([200, 409, 422]).toContain(answer.status);
        if (!gone && answer.status === 200) mine.push({ trader, id: (answer.body as { id: string }).id });
      }
      // 50 messages of each client: fewer than it may send at once, however fast this runs.
      for (let count = 0; count < 150; count += 1) {
        const [one, two] = [wanderers[count % 6], wanderers[(count + 3) % 6]];
        await Promise.all([trade(), one?.step(), two?.step()]);
      }

      let compared = 0;
      for (const wanderer of wanderers) {
        for (const [pair, { book, depth }] of wanderer.books()) {
          await until(async () => {
            wanderer.follow();
            const rest = (await ask(target.origin, `/order/orderbook/${pair}?depth=${depth}`)).body;
            const { bids, asks } = rest as { bids: unknown; asks: unknown };
            return JSON.stringify([book.bids, book.asks]) === JSON.stringify([bids, asks]);
          });
          compared += 1;
        }
        wanderer.close();
      }
      expect(compared).toBeGreaterThan(3);
      expect(await target.venue.exchange.audit()).toEqual([]);
    },
  );
});

describe('a request that arrives too slowly', () => {
  it('is answered 408 and its connection ends', async () => {
    const served = await serveVenue(target.venue, 0, '127.0.0.1', 200);
    const slow = { ...target, origin: `http://127.0.0.1:${served.port}` };
    const head =
      'POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
    expect(await rawSend(slow, head)).toMatch(/^HTTP\/1\.1 408 /);
    expect(await rawSend(slow, 'GET /healthz HTTP/1.1\r\nHost')).toMatch(/^HTTP\/1\.1 408 /);
    // Closing this server closes the venue, which other tests here may still need: this is the last test.
    await served.close();
  });
});
