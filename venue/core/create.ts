import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { DecimalText } from '../../src/domain/decimal.ts';
import type { Exchange, LimitOrder, MarketOrder, OrderRecord, Outcome, Refusal } from '../exchange.ts';
import { auditLedger } from '../ledger/audit.ts';
import { Lines } from '../ledger/lines.ts';
import { LARGEST_UNITS, unitsOf } from '../ledger/units.ts';
import { type Log, silentLog } from '../log.ts';
import type { Store } from '../sql/types.ts';
import { auditBook } from './audit-book.ts';
import { Desk } from './desk.ts';
import { fingerprintOf, type IdempotencyKey, isKey, readOutcome } from './idempotency.ts';
import { createListeners } from './listeners.ts';
import { type IsMine, NotMineError } from './load-book.ts';
import { createNumbers, createSlotNumbers } from './numbers.ts';
import { type Pair, readCoins, readPairs } from './pairs.ts';
import { readBalances, readExecutions, readOrder, readOrders, readTrades } from './reads.ts';
import { refuse } from './refusals.ts';
import { type Operation, settle } from './settlement.ts';
import { checkLimit, checkMarket, type Valid } from './validation.ts';

export interface ExchangeOptions {
  readonly store: Store;
  readonly now?: () => Date;
  readonly log?: Log;
  /**
   * Where several nodes share the pairs: whether one is this node's. None is matched here at first; orders of those
   * that are not are refused with `NOT_HERE`.
   */
  readonly isMine?: (pair: Pair) => IsMine;
}

/** The exchange, with what else a node needs to own some of its pairs. */
export interface Core extends Exchange {
  /** Starts to match the pair. @throws NotMineError when it is another node's. */
  open(symbol: string): Promise<void>;
  /** Finishes what is under way and matches the pair no more. */
  shut(symbol: string): Promise<void>;
  /** Of a pair that is matched here. */
  standing(symbol: string): Standing | undefined;
  /** What an order's key came to; undefined when it has not acted. */
  outcomeOf(
    accountId: string,
    kind: 'limit' | 'market',
    order: LimitOrder | MarketOrder,
    key: string,
  ): Promise<Outcome<OrderRecord> | undefined>;
  /** The pair of the account's order. */
  pairOfOrder(accountId: string, orderId: string): Promise<string | undefined>;
  /** Compares the books that are matched here with the database, by pair. */
  auditBooks(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The pairs' numbers, by symbol. */
  readonly slots: ReadonlyMap<string, number>;
}

export interface Standing {
  /** Of the book: the highest of all is the one that counts. */
  readonly epoch: number;
  /** The number of the newest trade. */
  readonly lastTrade: number;
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
  isMine,
}: ExchangeOptions): Promise<Core> {
  const { pool } = store;
  const listeners = createListeners(log);
  const shared = createNumbers();
  const pairs = new Map((await readPairs(pool)).map((pair) => [pair.rules.symbol, pair]));
  /** Those that are matched here. */
  const desks = new Map<string, Desk>();
  if (!isMine) for (const symbol of pairs.keys()) await open(symbol);
  const repeats = new Turns();

  async function open(symbol: string): Promise<void> {
    const pair = pairs.get(symbol);
    if (!pair || desks.has(symbol)) throw new Error(`${symbol} cannot be opened`);
    const desk = new Desk(pair, {
      pool,
      numbers: isMine ? createSlotNumbers(pair.slot, () => now().getTime()) : shared,
      ...(isMine && { isMine: isMine(pair) }),
      now,
      log,
      onBook: listeners.tellBook,
      onTrades: listeners.tellTrades,
      whyNotOpen,
    });
    await desk.load();
    desks.set(symbol, desk);
  }

  async function shut(symbol: string): Promise<void> {
    const desk = desks.get(symbol);
    desks.delete(symbol);
    await desk?.close();
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
    const idempotencyKey: IdempotencyKey | undefined =
      key === undefined ? undefined : { key, fingerprint: fingerprintOf(kind, order) };
    const desk = desks.get(order.pair);
    if (!desk && pairs.has(order.pair)) return refuse.notHere();
    const checked = desk ? check(desk.pair, accountId) : refuse.pairNotFound();
    const act = async (): Promise<Outcome<OrderRecord>> => {
      if (desk && checked.ok) return desk.place(checked.value, idempotencyKey);
      // The rules may have changed since the key acted first.
      const first = idempotencyKey && (await readOutcome(pool, accountId, idempotencyKey));
      return first ?? (checked.ok ? refuse.pairNotFound() : checked);
    };
    return idempotencyKey ? repeats.inTurn(`${accountId} ${idempotencyKey.key}`, act) : act();
  }

  async function whyNotOpen(accountId: string, orderId: string): Promise<Outcome<OrderRecord>> {
    const order = await readOrder(pool, accountId, orderId);
    if (!order) return refuse.orderNotFound();
    if (order.state === 'CANCELED') return refuse.orderCanceled();
    if (order.state === 'FILLED') return refuse.orderFilled();
    throw new Error(`order ${orderId} is open and not in its book`);
  }

  /** Of an order that is open here, else of one that the account ever had. */
  async function pairOfOrder(accountId: string, orderId: string): Promise<string | undefined> {
    const open = [...desks].find(([, desk]) => desk.has(orderId));
    return open?.[0] ?? (await readOrder(pool, accountId, orderId))?.pair;
  }

  async function auditBooks(): Promise<Map<string, readonly string[]>> {
    const findings = new Map<string, readonly string[]>();
    for (const [symbol, desk] of desks) {
      try {
        findings.set(symbol, await desk.inspect((book) => auditBook(pool, symbol, book)));
      } catch (error) {
        // One that was handed on meanwhile is for its new owner to compare.
        if (desks.get(symbol) === desk && !(error instanceof NotMineError)) throw error;
      }
    }
    return findings;
  }

  return {
    pairs: [...pairs.values()].map(({ rules }) => rules),
    pair: (symbol) => pairs.get(symbol)?.rules,
    slots: new Map([...pairs].map(([symbol, { slot }]) => [symbol, slot])),
    coins: () => readCoins(pool),

    placeLimit: (accountId, order, key) =>
      place('limit', accountId, order, key, (pair, account) => checkLimit(pair, account, order)),
    placeMarket: (accountId, order, key) =>
      place('market', accountId, order, key, (pair, account) => checkMarket(pair, account, order)),
    async cancel(account, orderId) {
      if (!UUID.test(orderId)) return refuse.orderNotFound();
      const accountId = uuid(account);
      const symbol = await pairOfOrder(accountId, uuid(orderId));
      if (symbol === undefined) return refuse.orderNotFound();
      return desks.get(symbol)?.cancel(accountId, uuid(orderId)) ?? refuse.notHere();
    },
    open,
    shut,
    standing(symbol) {
      const desk = desks.get(symbol);
      return desk && { epoch: desk.epoch, lastTrade: desk.lastTrade };
    },
    outcomeOf: (account, kind, order, key) =>
      readOutcome(pool, uuid(account), { key, fingerprint: fingerprintOf(kind, order) }),
    pairOfOrder: async (account, orderId) =>
      UUID.test(orderId) ? pairOfOrder(uuid(account), uuid(orderId)) : undefined,
    auditBooks,

    balances: (accountId) => readBalances(pool, accountId),
    orders: (accountId, filter) => readOrders(pool, accountId, filter),
    executions: (accountId, filter) => readExecutions(pool, accountId, filter),
    trades: (pair, limit) => readTrades(pool, pair, limit),
    book: (pair, depth) => desks.get(pair)?.snapshot(depth),

    fund: (accountId, amounts, reason) => fund(pool, accountId, amounts, reason, now()),
    async audit() {
      const findings = await auditLedger(pool);
      return [...findings, ...[...(await auditBooks()).values()].flat()];
    },

    on: listeners.on,
    async close() {
      await Promise.all([...desks.values()].map((desk) => desk.close()));
    },
  };
}

/**
 * All coins in one transaction.
 * @throws RangeError when an amount is not positive or has more than 8 decimals; Error for an unknown account or coin.
 */
async function fund(
  pool: Pool,
  accountId: string,
  amounts: Readonly<Record<string, DecimalText>>,
  reason: string,
  at: Date,
): Promise<void> {
  const operations = Object.entries(amounts).map(([currency, amount]): Operation => {
    const units = unitsOf(amount);
    if (units === null || units <= 0n || units > LARGEST_UNITS)
      throw new RangeError('not an amount that can be funded');
    const lines = new Lines();
    lines.add({ house: 'mint' }, currency, { available: -units });
    lines.add({ account: accountId }, currency, { available: units });
    return { type: 'fund', at, account: accountId, entry: randomUUID(), reason, lines: lines.all() };
  });
  if (operations.length > 0) await settle(pool, null, operations);
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
