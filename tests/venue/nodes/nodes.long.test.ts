import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres } from '../../../scripts/postgres.ts';
import { embedded, hasPostgres, postgres } from '../databases.ts';
import {
  ask,
  limitOrder,
  openBrowser,
  openSocket,
  openTrader,
  PASSWORD,
  refusal,
  startVenue,
  type TestVenue,
  until,
} from '../edge/harness.ts';
import { PAIRS } from '../pairs.ts';
import {
  isLeader,
  isReady,
  openNodes,
  ownedBy,
  readBook,
  settled,
  storedBook,
  type TestNodes,
} from './harness.ts';

const LIMIT = '/order/orders/limit';

describe.runIf(hasPostgres)('three nodes on one database and one broker', () => {
  let nodes: TestNodes;
  let pool: Pool;
  let [a, b, c]: TestVenue[] = [];
  const all = (): TestVenue[] => [a, b, c].filter((node) => node !== undefined);
  const at = (index: number): TestVenue => {
    const node = all()[index];
    if (!node) throw new Error('the node is missing');
    return node;
  };

  beforeAll(async () => {
    nodes = await openNodes();
    pool = new Pool({ connectionString: nodes.database.options.databaseUrl });
    // All at once, on an empty database: each waits for its turn.
    [a, b, c] = await Promise.all([nodes.start(), nodes.start(), nodes.start()]);
    await settled(...all());
  });
  afterAll(async () => {
    await pool.end();
    await nodes.remove();
  });

  /** Every node's socket and call show what the database contains. */
  async function sameBooks(pairs: readonly string[] = PAIRS): Promise<void> {
    for (const pair of pairs) {
      const readers = await Promise.all(all().map((node) => readBook(node, pair)));
      const stored = await storedBook(pool, pair);
      await until(() => readers.every(({ book }) => isDeepStrictEqual(book, stored)));
      expect(readers.map(({ faults }) => faults)).toEqual(readers.map(() => []));
      for (const reader of readers) reader.close();
    }
  }
  const audited = async (): Promise<string[][]> =>
    Promise.all(all().map(({ venue }) => venue.exchange.audit()));

  test('each pair has one owner, and one node does the work for all', () => {
    const owned = all().map(ownedBy);
    expect(owned.reduce((sum, one) => sum + one, 0)).toBe(PAIRS.length);
    expect(Math.max(...owned)).toBe(3);
    expect(all().filter(isLeader)).toHaveLength(1);
  });

  test('orders placed at one node meet those of another, for every pair, and all show the same', async () => {
    const [seller, buyer] = [await openTrader(at(0)), await openTrader(at(2))];
    for (const pair of PAIRS) {
      const rested = await seller.post(LIMIT, limitOrder('SELL', '0.1', '1', pair));
      expect(rested.body).toMatchObject({ state: 'OPENED' });
      const met = await buyer.post(LIMIT, limitOrder('BUY', '0.1', '3', pair));
      expect(met.body).toMatchObject({ state: 'PARTIALLY_FILLED', quantity_left: '2' });
      const trades = await Promise.all(
        all().map(({ origin }) => ask(origin, `/order/trades/${pair}?limit=5`)),
      );
      expect(new Set(trades.map(({ text }) => text)).size).toBe(1);
      const { id } = met.body as { id: string };
      const third = openBrowserLike(buyer, at(1));
      // The pair's owner carries it out (AMEND-02).
      expect((await third.post(`/order/amend/${id}`, { quantity: '2' })).body).toMatchObject({
        id,
        quantity: '2',
        quantity_left: '1',
      });
      expect((await third.delete(`/order/cancel/${id}`)).body).toMatchObject({ state: 'CANCELED' });
    }
    await sameBooks();
    // Figures and charts are made from what every node hears.
    await until(async () => {
      const figures = await Promise.all(all().map(({ origin }) => ask(origin, '/api/markets')));
      return new Set(figures.map(({ text }) => text)).size === 1;
    });
    expect(await audited()).toEqual([[], [], []]);
  });

  test('the stream of an account shows at every node what happens at another (LIVE-05)', async () => {
    const pair = 'AVAX-USDT';
    const [owner, other] = [await openTrader(at(0)), await openTrader(at(1))];
    const sockets = await Promise.all(
      all().map(({ socketUrl }) => openSocket(socketUrl, { cookie: owner.cookie })),
    );
    for (const socket of sockets) socket.say({ type: 'subscribe_account' });
    for (const socket of sockets) await socket.next(({ type }) => type === 'account_snapshot');
    /** Each node shows the order in this state now; null: it is closed. */
    const told = (id: string, state: string | null) =>
      Promise.all(
        sockets.map((socket) =>
          socket.next(({ type, orders = [], closed_orders: closed = [] }) => {
            if (type !== 'account_update') return false;
            if (state === null) return (closed as string[]).includes(id);
            return (orders as Record<string, unknown>[]).some((row) => row.id === id && row.state === state);
          }),
        ),
      );
    const place = async (operation: 'SELL' | 'BUY', terms = {}): Promise<string> => {
      const sent = { ...limitOrder(operation, '0.11', '1', pair), ...terms };
      return ((await owner.post(LIMIT, sent)).body as { id: string }).id;
    };
    const [rested, stop] = [await place('SELL'), await place('BUY', { stop_price: '0.11' })];
    await told(rested, 'OPENED');
    await told(stop, 'WAITING');
    expect((await other.post(LIMIT, limitOrder('BUY', '0.11', '1', pair))).status).toBe(200);
    await told(rested, null);
    // Its trade triggered the other, which rests now.
    await told(stop, 'OPENED');
    await openBrowserLike(owner, at(2)).delete(`/order/cancel/${stop}`);
    await told(stop, null);
    for (const { socket } of sockets) socket.close();
  });

  test('a repeated key gets the same answer at every node, and acts once', async () => {
    const trader = await openTrader(at(0));
    const key = { 'idempotency-key': randomUUID() };
    const order = limitOrder('SELL', '9', '1', 'XMR-BTC');
    const answers = await Promise.all(
      all().flatMap((node) => [1, 2].map(() => openBrowserLike(trader, node).post(LIMIT, order, key))),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    const open = await trader.get('/order/orders?pair=XMR-BTC&skip=0&limit=20');
    expect(open.body).toHaveLength(1);
  });

  test('a session of one node is valid at the others, and ends at all of them at once', async () => {
    const trader = await openTrader(at(0));
    const elsewhere = openBrowserLike(trader, at(1));
    expect((await elsewhere.get('/auth/me')).status).toBe(200);
    const line = await openSocket(at(2).socketUrl, { cookie: trader.cookie });
    await elsewhere.post('/auth/logout');
    expect(await line.closed).toBe(4001);
    expect((await trader.get('/auth/me')).status).toBe(401);
  });

  test('attempts are counted over all nodes', async () => {
    const { email } = await openTrader(at(0));
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 24; attempt += 1) {
      const browser = openBrowser(at(attempt % 3));
      statuses.push((await browser.post('/auth/login', { email, password: 'Wrong-1-password' })).status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(401), ...Array<number>(4).fill(429)]);
    // Another account is not affected, and a tester resets all attempts from any node.
    await openTrader(at(1));
    await openBrowser(at(2)).post('/sandbox/reset-limits');
    expect((await openBrowser(at(1)).post('/auth/login', { email, password: PASSWORD })).status).toBe(200);
  });

  test('fees move on one node, and are the same on all', async () => {
    const fees = async (): Promise<number> => {
      const lines = await Promise.all(all().map(({ socketUrl }) => openSocket(socketUrl)));
      const shown = await Promise.all(
        lines.map(async (line) => {
          line.say({ type: 'subscribe_fees' });
          return JSON.stringify((await line.next(({ type }) => type === 'fees_snapshot')).fees);
        }),
      );
      for (const { socket } of lines) socket.close();
      return new Set(shown).size;
    };
    await expect.poll(fees, { timeout: 60_000 }).toBe(1);
    await openBrowser(at(1)).post('/sandbox/congestion', { coin: 'BTC', congested: true });
    await expect.poll(fees, { timeout: 60_000 }).toBe(1);
  });

  test('a node whose lock was taken away can store nothing more, and others take its pairs', async () => {
    const owner = all().find((node) => ownedBy(node) === 3) ?? at(0);
    const [seller, buyer] = [await openTrader(at(0)), await openTrader(at(1))];
    const { rows } = await pool.query<{ slot: number; pid: number }>(
      `select objid::int as slot, pid from pg_locks where locktype = 'advisory' and objsubid = 2 and objid between 1 and 1023
         and database = (select oid from pg_database where datname = current_database())`,
    );
    const held = (of: number): number => rows.filter(({ pid }) => pid === of).length;
    const pid = rows.map((row) => row.pid).find((of) => held(of) === ownedBy(owner)) ?? 0;
    expect(held(pid)).toBe(3);
    const before = await epochs(pool);
    await pool.query('select pg_terminate_backend($1)', [pid]);
    // At every moment the pairs are matched by nobody or by one node, and orders wait for that.
    for (const pair of PAIRS) {
      expect((await seller.post(LIMIT, limitOrder('SELL', '0.11', '1', pair))).status).toBe(200);
      expect((await buyer.post(LIMIT, limitOrder('BUY', '0.11', '1', pair))).body).toMatchObject({
        state: 'FILLED',
      });
    }
    await settled(...all());
    const after = await epochs(pool);
    const raised = [...after].filter(([pair, epoch]) => epoch > (before.get(pair) ?? 0));
    expect(raised.length).toBeGreaterThanOrEqual(3);
    await sameBooks();
    expect(await audited()).toEqual([[], [], []]);
  });

  test('the broker is killed and comes back: no wrong book is shown, and everything continues', async () => {
    const [seller, buyer] = [await openTrader(at(0)), await openTrader(at(1))];
    const readers = await Promise.all(all().map((node) => readBook(node, 'XMR-USDT')));
    await until(() => readers.every(({ book }) => book !== null));
    await nodes.broker.kill();
    // Nobody can be notified: the pairs are given up, and a node without a valid book shows none.
    await until(async () => (await Promise.all(all().map(isReady))).every((is) => !is));
    expect(refusal(await seller.post(LIMIT, limitOrder('SELL', '7', '1', 'XMR-USDT')), 503)).toBeDefined();
    expect(await Promise.all(readers.map(({ closed }) => closed))).toEqual([1013, 1013, 1013]);
    for (const { origin } of all()) {
      const answer = await ask(origin, '/order/orderbook/XMR-USDT?depth=100');
      expect(refusal(answer, 503).code).toBe('BOOK_UNKNOWN');
    }
    const stored = await storedBook(pool, 'XMR-USDT');
    expect(readers.map(({ book }) => book)).toEqual([stored, stored, stored]);
    await nodes.broker.start();
    await settled(...all());
    expect((await seller.post(LIMIT, limitOrder('SELL', '0.11', '1', 'XMR-USDT'))).status).toBe(200);
    expect((await buyer.post(LIMIT, limitOrder('BUY', '0.11', '1', 'XMR-USDT'))).status).toBe(200);
    await sameBooks();
    expect(readers.flatMap(({ faults }) => faults)).toEqual([]);
    expect(await audited()).toEqual([[], [], []]);
  });

  test('the work for all is taken over, and a node that stops hands its pairs on', async () => {
    const leaving = all().find(isLeader) ?? at(0);
    const staying = all().filter((node) => node !== leaving);
    await leaving.close();
    await settled(...staying);
    [a, b, c] = [...staying, await nodes.start()];
    await settled(...all());
    await sameBooks();
    expect(all().filter(isLeader)).toHaveLength(1);
    expect(await audited()).toEqual([[], [], []]);
  });

  test('a unit too much stops the withdrawals of every node', async () => {
    const isOpen = async ({ origin }: TestVenue): Promise<boolean> => {
      const { body } = await ask(origin, '/coin/coins?page=1&limit=50');
      const { items } = body as { items: { is_withdrawal_enabled: boolean }[] };
      return items.some((coin) => coin.is_withdrawal_enabled);
    };
    const change = (by: number): Promise<unknown> =>
      pool.query(
        `update balances set available = available + $1 where (account_id, currency) in
           (select account_id, currency from balances where currency = 'XMR' and available > 0 order by 1 limit 1)`,
        [by],
      );
    expect((await Promise.all(all().map(isOpen))).every(Boolean)).toBe(true);
    await change(1);
    await until(async () => (await Promise.all(all().map(isOpen))).every((is) => !is));
    await change(-1);
    await until(async () => (await Promise.all(all().map(isOpen))).every(Boolean));
    // A finding of one node stops the others too; no audit knows this one, so none clears it.
    await pool.query(`insert into ledger_stops (subject, at) values ('test', now())`);
    await until(async () => (await Promise.all(all().map(isOpen))).every((is) => !is));
    await pool.query('delete from ledger_stops');
    await until(async () => (await Promise.all(all().map(isOpen))).every(Boolean));
  });

  test('a single venue is refused beside nodes', async () => {
    await expect(startVenue({ DATABASE_URL: nodes.database.options.databaseUrl ?? '' })).rejects.toThrow(
      'Another venue runs on this database',
    );
  });
});

describe.runIf(hasPostgres)('a node that cannot start', () => {
  test('needs a PostgreSQL server, and a broker that answers', async () => {
    const alone = startVenue({ BROKER_URL: 'nats://127.0.0.1:4222' }, Date.now, embedded);
    await expect(alone).rejects.toThrow('BROKER_URL needs DATABASE_URL');
    await expect(startVenue({ BROKER_URL: 'redis://127.0.0.1' })).rejects.toThrow('nats://host:4222');
    const database = await postgres.create();
    const { databaseUrl = '' } = database.options;
    // Nobody listens on port 9.
    await expect(startVenue({ DATABASE_URL: databaseUrl, BROKER_URL: 'nats://127.0.0.1:9' })).rejects.toThrow(
      'The broker of BROKER_URL does not answer',
    );
    await database.remove();
  });

  test('is refused beside a single venue', async () => {
    const nodes = await openNodes();
    const alone = await startVenue({ DATABASE_URL: nodes.database.options.databaseUrl ?? '' });
    await expect(nodes.start()).rejects.toThrow('A venue without BROKER_URL runs on this database');
    await alone.close();
    // One may follow the other.
    const node = await nodes.start();
    await settled(node);
    await nodes.remove();
  });
});

describe.runIf(hasPostgres)('PostgreSQL crashes under two nodes', () => {
  test('they take their pairs again, nothing accepted is lost, and the books are correct', async () => {
    const server = await startPostgres();
    const nodes = await openNodes({ options: { databaseUrl: server.url }, remove: () => server.stop() });
    const both = [await nodes.start(), await nodes.start()];
    await settled(...both);
    const [first, second] = both;
    if (!first || !second) throw new Error('a node is missing');
    const traders = [await openTrader(first), await openTrader(second)];
    for (const trader of traders) await trader.post('/sandbox/fund', { coin: 'BTC', amount: '10' });
    const accepted: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      // The server ends every session when one of its processes is killed, and recovers.
      const client = new Client({ connectionString: server.url });
      client.on('error', () => undefined);
      await client.connect();
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
      for (const [index, trader] of traders.entries()) {
        for (const pair of PAIRS) {
          const key = { 'idempotency-key': randomUUID() };
          const price = index === 0 ? '0.12' : '0.11';
          await until(async () => {
            const answer = await trader.post(
              LIMIT,
              limitOrder(index === 0 ? 'SELL' : 'BUY', price, '1', pair),
              key,
            );
            if (answer.status === 200) accepted.push((answer.body as { id: string }).id);
            else if (answer.status < 500) throw new Error(answer.text);
            return answer.status === 200;
          });
        }
      }
    }
    await settled(...both);
    const pool = new Pool({ connectionString: server.url });
    const stored = await pool.query<{ id: string }>('select id from orders');
    expect(stored.rows.map(({ id }) => id).toSorted()).toEqual(accepted.toSorted());
    for (const node of both) expect(await node.venue.exchange.audit()).toEqual([]);
    await pool.end();
    await nodes.remove();
  });
});

/** The same browser at another node, as with nginx in front of several. */
function openBrowserLike(browser: { readonly cookie: string }, node: TestVenue) {
  const same = openBrowser(node);
  same.cookie = browser.cookie;
  return same;
}

async function epochs(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ symbol: string; epoch: string }>(
    'select symbol, book_epoch as epoch from pairs',
  );
  return new Map(rows.map(({ symbol, epoch }) => [symbol, Number(epoch)]));
}
