import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { DecimalText } from '../../src/domain/decimal.ts';
import type {
  BookChange,
  Exchange,
  ExchangeEvents,
  LimitOrder,
  MarketOrder,
  OrderRecord,
  Outcome,
  Refusal,
  TradeRecord,
} from '../exchange.ts';
import { auditLedger } from '../ledger/audit.ts';
import { Lines } from '../ledger/lines.ts';
import { LARGEST_UNITS, unitsOf } from '../ledger/units.ts';
import { type Log, silentLog } from '../log.ts';
import type { Store } from '../sql/store.ts';
import { auditBook } from './audit-book.ts';
import { Desk } from './desk.ts';
import { fingerprintOf, type Intent, isKey, readIntent } from './intents.ts';
import { type Pair, readCoins, readPairs } from './pairs.ts';
import type { Numbers } from './plan.ts';
import { readBalances, readExecutions, readOrder, readOrders, readTrades } from './reads.ts';
import { refuse } from './refusals.ts';
import { settle } from './settlement.ts';
import { checkLimit, checkMarket, type Valid } from './validation.ts';

export interface ExchangeOptions {
  readonly store: Store;
  readonly now?: () => Date;
  readonly log?: Log;
}

/** Ids are compared as text, and a UUID may be written in capitals. @throws TypeError when it is none. */
function uuid(text: string): string {
  if (!UUID.test(text)) throw new TypeError('not a UUID');
  return text.toLowerCase();
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Starts the trading core on an opened store: reads the pairs, and every book from its open orders. */
export async function createExchange({
  store,
  now = () => new Date(),
  log = silentLog,
}: ExchangeOptions): Promise<Exchange> {
  const { pool } = store;
  const listeners = { book: new Set<ExchangeEvents['book']>(), trades: new Set<ExchangeEvents['trades']>() };
  const numbers: Numbers = { order: 0, trade: 0 };
  const desks = new Map<string, Desk>();
  for (const pair of await readPairs(pool)) {
    const desk = new Desk(pair, {
      pool,
      numbers,
      now,
      log,
      onBook: (change) => tell(listeners.book, change),
      onTrades: (trades) => tell(listeners.trades, trades),
      whyNotOpen,
    });
    await desk.load();
    desks.set(pair.rules.symbol, desk);
  }
  const repeats = new Turns();

  function tell<T extends BookChange | readonly TradeRecord[]>(
    all: ReadonlySet<(event: T) => void>,
    event: T,
  ): void {
    for (const listener of all) {
      try {
        listener(event);
      } catch (error) {
        log.error('a listener of the exchange failed', error); // the order is settled: it must not fail for this
      }
    }
  }

  async function place(
    kind: 'limit' | 'market',
    account: string,
    order: LimitOrder | MarketOrder,
    key: string | undefined,
    check: (pair: Pair, accountId: string) => Valid | Refusal,
  ): Promise<Outcome<OrderRecord>> {
    const accountId = uuid(account);
    if (key !== undefined && !isKey(key)) return refuse.keyInvalid();
    const intent: Intent | undefined =
      key === undefined ? undefined : { key, fingerprint: fingerprintOf(kind, order) };
    const desk = desks.get(order.pair);
    const checked = desk ? check(desk.pair, accountId) : refuse.pairNotFound();
    const act = async (): Promise<Outcome<OrderRecord>> => {
      if (desk && checked.ok) return desk.place(checked.value, intent);
      // The rules may have changed since the key acted first.
      const first = intent && (await readIntent(pool, accountId, intent));
      return first ?? (checked.ok ? refuse.pairNotFound() : checked);
    };
    return intent ? repeats.inTurn(`${accountId} ${intent.key}`, act) : act();
  }

  async function whyNotOpen(accountId: string, orderId: string): Promise<Outcome<OrderRecord>> {
    const order = await readOrder(pool, accountId, orderId);
    if (!order) return refuse.orderNotFound();
    if (order.state === 'CANCELED') return refuse.orderCanceled();
    if (order.state === 'FILLED') return refuse.orderFilled();
    throw new Error(`order ${orderId} is open and not in its book`);
  }

  async function deskOf(accountId: string, orderId: string): Promise<Desk | undefined> {
    const open = [...desks.values()].find((desk) => desk.has(orderId));
    if (open) return open;
    const order = await readOrder(pool, accountId, orderId);
    return order && desks.get(order.pair);
  }

  return {
    pairs: [...desks.values()].map(({ pair }) => pair.rules),
    pair: (symbol) => desks.get(symbol)?.pair.rules,
    coins: () => readCoins(pool),

    placeLimit: (accountId, order, key) =>
      place('limit', accountId, order, key, (pair, account) => checkLimit(pair, account, order)),
    placeMarket: (accountId, order, key) =>
      place('market', accountId, order, key, (pair, account) => checkMarket(pair, account, order)),
    async cancel(account, orderId) {
      if (!UUID.test(orderId)) return refuse.orderNotFound();
      const accountId = uuid(account);
      const desk = await deskOf(accountId, uuid(orderId));
      return desk ? desk.cancel(accountId, uuid(orderId)) : refuse.orderNotFound();
    },

    balances: (accountId) => readBalances(pool, accountId),
    orders: (accountId, filter) => readOrders(pool, accountId, filter),
    executions: (accountId, filter) => readExecutions(pool, accountId, filter),
    trades: (pair, limit) => readTrades(pool, pair, limit),
    book: (pair, depth) => desks.get(pair)?.snapshot(depth),

    fund: (accountId, currency, amount, reason) => fund(pool, accountId, currency, amount, reason, now()),
    async audit() {
      const findings = await auditLedger(pool);
      for (const desk of desks.values()) {
        findings.push(...(await desk.inspect((book) => auditBook(pool, desk.pair.rules.symbol, book))));
      }
      return findings;
    },

    on(event, listener) {
      // Each event has its own set; TypeScript cannot follow which one an index by type parameter picks.
      const set = listeners[event] as Set<typeof listener>;
      set.add(listener);
      return () => void set.delete(listener);
    },
    async close() {
      await Promise.all([...desks.values()].map((desk) => desk.close()));
    },
  };
}

/** @throws RangeError when the amount is not positive or has more than 8 decimals; Error for an unknown account or coin. */
async function fund(
  pool: Pool,
  accountId: string,
  currency: string,
  amount: DecimalText,
  reason: string,
  at: Date,
): Promise<void> {
  const units = unitsOf(amount);
  if (units === null || units <= 0n || units > LARGEST_UNITS)
    throw new RangeError('not an amount that can be funded');
  const lines = new Lines();
  lines.add({ house: 'mint' }, currency, { available: -units });
  lines.add({ account: accountId }, currency, { available: units });
  await settle(pool, null, [
    { type: 'fund', at, account: accountId, entry: randomUUID(), reason, lines: lines.all() },
  ]);
}

/** One at a time for each key: of two equal requests that arrive at once, the second finds what the first one did. */
class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async inTurn<T>(key: string, act: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(act, act);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}
