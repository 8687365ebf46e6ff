// `kill -9` of one node after the other while traders send orders: is everything that was acknowledged there, once,
// and how long does it take until every pair trades again?
import { randomInt, randomUUID } from 'node:crypto';

const TRADERS = 8;
const PASSWORD = 'Correct-Horse-7';
/** A kill falls after so many acknowledged orders, at the least and at the most. */
const BETWEEN = /** @type {const} */ ([20, 120]);
const PAUSE = 20;

/**
 * @typedef {import('../nginx/ways.mjs').Way} Way
 * @typedef {{ email: string, cookie: string }} Trader
 * @typedef {{ key: string, trader: Trader, order: Record<string, string> }} Sent
 *
 * @typedef {object} Killed
 * @property {number} kills
 * @property {ReadonlySet<string>} acknowledged ids of orders
 * @property {ReadonlySet<string>} canceled ids of orders whose cancel was acknowledged
 * @property {number} unknown answers that were lost, whose outcome the key told afterwards
 * @property {number} longest milliseconds from a kill until every pair took an order again
 * @property {readonly string[]} emails of all traders
 */

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** @template T @param {readonly T[]} list @returns {T} */
const pick = (list) => /** @type {T} */ (list[randomInt(list.length)]);

/**
 * @param {object} parts
 * @param {readonly import('./fleet.mjs').Node[]} parts.nodes all of them ready
 * @param {Way} parts.way to whichever of them
 * @param {number} parts.kills
 * @param {(text: string) => void} [parts.tell]
 * @returns {Promise<Killed>}
 */
export async function killUnderLoad({ nodes, way, kills, tell = () => undefined }) {
  const pairs = await readPairs(way);
  const traders = await Promise.all(Array.from({ length: TRADERS }, () => openTrader(way)));
  const prober = await openTrader(way);
  /** @type {Set<string>} */
  const acknowledged = new Set();
  /** @type {Set<string>} */
  const canceled = new Set();
  let [unknown, longest] = [0, 0];
  const over = new AbortController();

  /**
   * Sends an order until its outcome is known, under one key, as a user does who presses again.
   * @param {Sent} sent
   */
  async function place({ key, trader, order }) {
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

  /** @param {Trader} trader */
  async function trade(trader) {
    while (!over.signal.aborted) {
      const id = await place({ key: randomUUID(), trader, order: orderFor(pick(pairs)) });
      if (id === null || randomInt(2) === 0) continue;
      const answer = await send(way, trader, 'DELETE', `/order/cancel/${id}`);
      if (answer?.status === 200) canceled.add(id);
    }
  }

  /** @param {number} since */
  async function tradesAgain(since) {
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
      tell(`kill ${kill}: every pair trades again after ${Math.round(took)} ms`);
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

/** @param {string} pair */
const orderFor = (pair) => ({
  pair,
  type: 'LIMIT',
  operation: pick(['BUY', 'SELL']),
  price: pick(['0.01', '0.02', '0.03', '0.04']),
  quantity: '1',
});

/**
 * @param {Way} way
 * @returns {Promise<string[]>}
 */
async function readPairs(way) {
  const { body } = await way('/api/markets');
  return Object.keys(JSON.parse(body.toString()).markets);
}

/**
 * @param {Way} way
 * @returns {Promise<Trader>}
 */
async function openTrader(way) {
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

/**
 * Sends what may be done more than once until there is an answer.
 * @param {Way} way
 * @param {Trader} trader
 * @param {string} path
 * @param {object} body
 */
async function answered(way, trader, path, body) {
  for (;;) {
    const answer = await send(way, trader, 'POST', path, body);
    if (answer && answer.status < 500) return answer;
    await pause(PAUSE);
  }
}

/**
 * @param {Way} way
 * @param {Trader} trader
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {string} [key]
 * @returns {Promise<{ status: number, body: any, cookie: string } | null>} null when no answer came
 */
async function send(way, trader, method, path, body, key) {
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
    // Cut off: what became of it is asked with the same key.
    return null;
  }
}

/**
 * Compares what was acknowledged with the database.
 * @param {import('pg').Pool} pool
 * @param {Pick<Killed, 'acknowledged' | 'canceled' | 'emails'>} killed
 */
export async function compare(pool, { acknowledged, canceled, emails }) {
  const { rows } = await pool.query(
    `select id, state from orders where account_id in (select account_id from users where email = any ($1))`,
    [emails],
  );
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  return {
    /** Acknowledged, and not there; or canceled, and not so. */
    lost:
      [...acknowledged].filter((id) => !states.has(id)).length +
      [...canceled].filter((id) => states.get(id) !== 'CANCELED').length,
    /** There, and nobody was told: every key was asked until it answered, so it was done twice. */
    doubled: [...states.keys()].filter((id) => !acknowledged.has(id)).length,
  };
}
