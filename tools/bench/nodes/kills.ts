// `kill -9` of one node after the other while traders send orders: does every acknowledged order exist once,
// and how long until every pair trades again?
import { randomInt, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Way } from '../nginx/ways.ts';
import type { Node } from './fleet.ts';

const TRADERS = 8;
const PASSWORD = 'Correct-Horse-7';
/** Fewest and most acknowledged orders after which a node is killed. */
const BETWEEN = [20, 120] as const;
const PAUSE = 20;

interface Trader {
  email: string;
  cookie: string;
}

interface Sent {
  key: string;
  trader: Trader;
  order: Record<string, string>;
}

interface Killed {
  kills: number;
  /** acknowledged orders */
  acknowledged: ReadonlySet<string>;
  /** orders whose cancellation was acknowledged */
  canceled: ReadonlySet<string>;
  /** lost answers; the outcome was found with the same key */
  unknown: number;
  /** longest time from a kill until every pair took an order again, in milliseconds */
  longest: number;
  /** of all traders */
  emails: readonly string[];
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

interface Parts {
  /** All of them ready. */
  nodes: readonly Node[];
  /** To any of the nodes. */
  way: Way;
  kills: number;
  log?: (text: string) => void;
}

export async function killUnderLoad({ nodes, way, kills, log = () => undefined }: Parts): Promise<Killed> {
  const pairs = await readPairs(way);
  const traders = await Promise.all(Array.from({ length: TRADERS }, () => openTrader(way)));
  const prober = await openTrader(way);
  const acknowledged = new Set<string>();
  const canceled = new Set<string>();
  let [unknown, longest] = [0, 0];
  const over = new AbortController();

  /** Sends an order under one key until its outcome is known. */
  async function place({ key, trader, order }: Sent) {
    for (;;) {
      const answer = await send(way, trader, 'POST', '/order/orders/limit', order, key);
      if (answer?.status === 200) {
        acknowledged.add(answer.body.id);
        return answer.body.id;
      }
      if (answer && answer.status < 500) return null;
      unknown += 1;
      await pause(PAUSE);
    }
  }

  async function trade(trader: Trader) {
    while (!over.signal.aborted) {
      const id = await place({ key: randomUUID(), trader, order: orderFor(pick(pairs)) });
      if (id === null || randomInt(2) === 0) continue;
      const answer = await send(way, trader, 'DELETE', `/order/cancel/${id}`);
      if (answer?.status === 200) canceled.add(id);
    }
  }

  async function tradesAgain(since: number) {
    await Promise.all(
      pairs.map((pair) => place({ key: randomUUID(), trader: prober, order: orderFor(pair) })),
    );
    const took = performance.now() - since;
    longest = Math.max(longest, took);
    return took;
  }

  const trading = traders.map(trade);
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const enough = acknowledged.size + randomInt(...BETWEEN);
      while (acknowledged.size < enough) await pause(PAUSE);
      const node = pick(nodes);
      const since = performance.now();
      await node.kill();
      const took = await tradesAgain(since);
      log(`kill ${kill}: every pair trades again after ${Math.round(took)} ms`);
      await node.start();
    }
    await tradesAgain(performance.now());
  } finally {
    over.abort();
    await Promise.all(trading);
  }
  const emails = [...traders, prober].map(({ email }) => email);
  return { kills, acknowledged, canceled, unknown, longest, emails };
}

const orderFor = (pair: string) => ({
  pair,
  type: 'LIMIT',
  operation: pick(['BUY', 'SELL']),
  price: pick(['0.01', '0.0105', '0.011', '0.0115']),
  quantity: '1',
});

async function readPairs(way: Way): Promise<string[]> {
  const { body } = await way('/api/markets');
  return Object.keys(JSON.parse(body.toString()).markets);
}

async function openTrader(way: Way): Promise<Trader> {
  const username = `user-${randomUUID().slice(0, 13)}`;
  const email = `${username}@example.org`;
  const account = { email, username, password: PASSWORD, confirm_password: PASSWORD };
  const nobody = { email, cookie: '' };
  await answered(way, nobody, '/auth/register', account);
  const answer = await answered(way, nobody, '/auth/login', { email, password: PASSWORD });
  const { cookie } = answer;
  if (cookie === '') throw new Error(`a trader cannot sign in: ${JSON.stringify(answer.body)}`);
  for (const coin of ['BTC', 'USDT', 'XMR', 'AVAX', 'KAS', 'GRIN', 'WOW'])
    await answered(way, { email, cookie }, '/sandbox/fund', { coin, amount: '1000' });
  return { email, cookie };
}

/** Sends a request that may be repeated until it is answered. */
async function answered(way: Way, trader: Trader, path: string, body: object) {
  for (;;) {
    const answer = await send(way, trader, 'POST', path, body);
    if (answer && answer.status < 500) return answer;
    await pause(PAUSE);
  }
}

/** @returns null without an answer */
async function send(
  way: Way,
  trader: Trader,
  method: string,
  path: string,
  body?: object,
  key?: string,
): Promise<{ status: number; body: { id: string }; cookie: string } | null> {
  const headers = {
    accept: 'application/json',
    ...(body && { 'content-type': 'application/json' }),
    ...(trader.cookie && { cookie: trader.cookie }),
    ...(key && { 'idempotency-key': key }),
  };
  try {
    const answer = await way(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const [cookie = ''] = answer.headers['set-cookie'] ?? [];
    const text = answer.body.toString();
    return { status: answer.status, body: text && JSON.parse(text), cookie: cookie.split(';')[0] ?? '' };
  } catch {
    // The connection broke: the caller asks again with the same key.
    return null;
  }
}

export async function compare(
  pool: Pool,
  { acknowledged, canceled, emails }: Pick<Killed, 'acknowledged' | 'canceled' | 'emails'>,
) {
  const { rows } = await pool.query(
    `select id, state from orders where account_id in (select account_id from users where email = any ($1))`,
    [emails],
  );
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  return {
    /** Acknowledged orders that are missing, or acknowledged cancellations without effect. */
    lost:
      [...acknowledged].filter((id) => !states.has(id)).length +
      [...canceled].filter((id) => states.get(id) !== 'CANCELED').length,
    /** Orders that were never acknowledged: every key was sent until it was answered, so they are doubles. */
    doubled: [...states.keys()].filter((id) => !acknowledged.has(id)).length,
  };
}
