import type { Pool } from 'pg';
import { startNats } from '../../../scripts/nats.ts';
import { textOf } from '../../../venue/ledger/units.ts';
import { ask, openSocket, startVenue, type TestVenue, until } from '../edge/harness.ts';
import { postgres, type TestDatabase } from '../databases.ts';
import { PAIRS } from '../pairs.ts';

/** Several nodes in this process, each with its own connections, on one database and one broker. */
export interface TestNodes {
  readonly database: TestDatabase;
  readonly broker: Awaited<ReturnType<typeof startNats>>;
  /** Starts another one. */
  start(environment?: Readonly<Record<string, string>>): Promise<TestVenue>;
  remove(): Promise<void>;
}

/** @param given used instead of a fresh one. */
export async function openNodes(given?: TestDatabase): Promise<TestNodes> {
  const [database, broker] = await Promise.all([given ?? postgres.create(), startNats()]);
  const running: TestVenue[] = [];
  return {
    database,
    broker,
    async start(environment = {}) {
      const node = await startVenue({
        DATABASE_URL: database.options.databaseUrl ?? '',
        BROKER_URL: broker.url,
        MIN_ORDER_VALUES: 'BTC:0.001,USDT:0.001',
        ...environment,
      });
      running.push(node);
      return node;
    },
    async remove() {
      for (const node of running) await node.close();
      await broker.stop();
      await database.remove();
    },
  };
}

/** Pairs that each node matches, according to itself. */
export const ownedBy = ({ venue }: Pick<TestVenue, 'venue'>): number =>
  Number(/^quietbook_owned_pairs (\d+)$/m.exec(venue.metrics())?.[1] ?? '0');

/** Whether this node does the work that one does for all. */
export const isLeader = ({ venue }: Pick<TestVenue, 'venue'>): boolean =>
  /^quietbook_keeper 1$/m.test(venue.metrics());

export const isReady = async ({ origin }: Pick<TestVenue, 'origin'>): Promise<boolean> =>
  (await ask(origin, '/readyz')).status === 200;

/** Waits until every pair has one owner, the nodes share them, and each is ready. */
export async function settled(...nodes: readonly TestVenue[]): Promise<void> {
  const most = Math.ceil(PAIRS.length / nodes.length);
  await until(async () => {
    const owned = nodes.map(ownedBy);
    const isShared = owned.reduce((sum, one) => sum + one, 0) === PAIRS.length && Math.max(...owned) <= most;
    return isShared && nodes.some(isLeader) && (await Promise.all(nodes.map(isReady))).every(Boolean);
  });
}

export type Levels = Readonly<Record<'bids' | 'asks', Readonly<Record<string, string>>>>;

/** A pair's book according to the database: open orders, summed by price. */
export async function storedBook(pool: Pool, pair: string): Promise<Levels> {
  const { rows } = await pool.query<{ side: 'buy' | 'sell'; price: string; quantity: string }>(
    `select side, price, sum(quantity_left) as quantity from orders
     where pair = $1 and state in ('OPENED', 'PARTIALLY_FILLED') group by side, price`,
    [pair],
  );
  const of = (side: 'buy' | 'sell') =>
    Object.fromEntries(
      rows
        .filter((row) => row.side === side)
        .map(({ price, quantity }) => [textOf(BigInt(price)), textOf(BigInt(quantity))]),
    );
  return { bids: of('buy'), asks: of('sell') };
}

/** A client that keeps a book as the contract describes; a gap, or a delta without a snapshot, is an error. */
export interface Reader {
  readonly book: Levels | null;
  readonly sequence: number;
  readonly faults: readonly string[];
  readonly closed: Promise<number>;
  close(): void;
}

export async function readBook({ socketUrl }: Pick<TestVenue, 'socketUrl'>, pair: string): Promise<Reader> {
  const line = await openSocket(socketUrl);
  const faults: string[] = [];
  let book: { bids: Record<string, string>; asks: Record<string, string> } | null = null;
  let sequence = 0;
  line.socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as {
      type: string;
      sequence: number;
      previous_sequence: number;
      bids: [string, string][];
      asks: [string, string][];
    };
    if (frame.type === 'orderbook_snapshot') {
      book = { bids: Object.fromEntries(frame.bids), asks: Object.fromEntries(frame.asks) };
    } else if (frame.type === 'orderbook_update') {
      if (!book || frame.previous_sequence !== sequence) faults.push(`gap after ${sequence}`);
      for (const side of ['bids', 'asks'] as const) {
        for (const [price, quantity] of frame[side]) {
          if (quantity === '0') delete book?.[side][price];
          else if (book) book[side][price] = quantity;
        }
      }
    } else return;
    if (frame.sequence < sequence) faults.push(`${frame.sequence} after ${sequence}`);
    sequence = frame.sequence;
  });
  line.say({ type: 'subscribe_orderbook', pair_symbol: pair, depth: 200 });
  return {
    get book() {
      return book;
    },
    get sequence() {
      return sequence;
    },
    faults,
    closed: line.closed,
    close: () => line.socket.close(),
  };
}
