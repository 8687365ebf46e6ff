import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { DecimalText } from '../../src/domain/decimal.ts';
import type { Exchange, LimitOrder, MarketOrder, OrderRecord, Outcome, Refusal } from '../exchange.ts';
import { auditLedger } from '../ledger/audit.ts';
import { Lines } from '../ledger/lines.ts';
import { onMoves } from '../ledger/moves.ts';
import { LARGEST_UNITS, unitsOf } from '../ledger/units.ts';
import { type Log, silentLog } from '../log.ts';
import type { Store } from '../sql/types.ts';
import { auditBook } from './audit-book.ts';
import { PairEngine } from './pairEngine.ts';
import {
  fingerprintOf,
  fingerprintOfAmendment,
  fingerprintOfCancel,
  type IdempotencyKey,
  isKey,
  KeyedQueue,
  placedBefore,
  readOutcome,
} from './idempotency.ts';
import { createListeners } from './listeners.ts';
import { type IsMine, NotMineError } from './load-book.ts';
import { createNumbers, createSlotNumbers } from './numbers.ts';
import { type MinOrderValues, type Pair, readCoins, readPairs } from './pairs.ts';
import { readBalances, readExecutions, readOrder, readOrders, readOwed, readTrades } from './reads.ts';
import { refuse } from './refusals.ts';
import { type Operation, settle } from './settlement.ts';
import { checkLimit, checkMarket, type Valid } from './validation.ts';

export interface ExchangeOptions {
  readonly store: Store;
  readonly now?: () => Date;
  readonly makers?: ReadonlySet<string>;
  readonly log?: Log;
  /** Only with several nodes. Orders of pairs that are matched elsewhere are refused with `NOT_HERE`. */
  readonly isMine?: ((pair: Pair) => IsMine) | undefined;
  /** Most fills in one settlement; the rest of the order follows (LOAD-09). */
  readonly fillsAtOnce?: number;
  /** Stop orders that an account may have in a pair (LOAD-16). */
  readonly stopsPerPair?: number | undefined;
  readonly minOrderValues?: MinOrderValues;
  /** Whether a pair that knows no price takes only orders that wait (LEDGER-09). */
  readonly needsReference?: boolean;
  /** Whether pairs of a coin are listed; by default all are. */
  readonly takesIn?: (coin: string) => boolean;
}

export interface Core extends Exchange {
  /** @throws NotMineError when another node matches the pair. */
  open(symbol: string): Promise<void>;
  /** Finishes running settlements first. */
  shut(symbol: string): Promise<void>;
  bookPosition(symbol: string): BookPosition | undefined;
  outcomeOf(accountId: string, idempotencyKey: IdempotencyKey): Promise<Outcome<OrderRecord> | undefined>;
  pairOfOrder(accountId: string, orderId: string): Promise<string | undefined>;
  /** Findings by pair. */
  auditBooks(): Promise<ReadonlyMap<string, readonly string[]>>;
  readonly slots: ReadonlyMap<string, number>;
}

export interface BookPosition {
  /** Epoch of the book; the highest of all nodes is valid. */
  readonly epoch: number;
  readonly lastTrade: number;
}

/** In lower case, because IDs are compared as text. @throws TypeError for anything but a UUID. */
function uuid(text: string): string {
  if (!UUID.test(text)) throw new TypeError('not a UUID');
  return text.toLowerCase();
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads all pairs, and their books from the open orders. */
export async function createExchange({
  store,
  now = () => new Date(),
  makers = new Set(),
  log = silentLog,
  isMine,
  fillsAtOnce,
  stopsPerPair,
  minOrderValues = {},
  needsReference = false,
  takesIn = () => true,
}: ExchangeOptions): Promise<Core> {
  const { pool, common, audits } = store;
  const listeners = createListeners(log);
  onMoves(pool, listeners.publishAccounts);
  const shared = createNumbers();
  const pairs = new Map(
    (await readPairs(pool, minOrderValues, takesIn)).map((pair) => [pair.rules.symbol, pair]),
  );
  const engines = new Map<string, PairEngine>();
  if (!isMine) for (const symbol of pairs.keys()) await open(symbol);
  const repeats = new KeyedQueue();

  async function open(symbol: string): Promise<void> {
    const pair = pairs.get(symbol);
    if (!pair || engines.has(symbol)) throw new Error(`${symbol} cannot be opened`);
    const engine = new PairEngine(pair, {
      pool,
      numbers: isMine ? createSlotNumbers(pair.slot, () => now().getTime()) : shared,
      ...(isMine && { isMine: isMine(pair) }),
      now,
      makers,
      log,
      fillsAtOnce,
      stopsPerPair,
      needsReference,
      onBook: listeners.publishBook,
      onTrades: listeners.publishTrades,
      onAccounts: listeners.publishAccounts,
      whyNotOpen,
      whyOwing: async (accountId) => refuse.depositUndone(await readOwed(pool, accountId)),
    });
    await engine.load();
    // It may have changed in the meantime.
    engine.take(pairs.get(symbol) ?? pair);
    engines.set(symbol, engine);
  }

  async function reload(): Promise<void> {
    for (const pair of await readPairs(pool, minOrderValues, takesIn)) {
      const { symbol } = pair.rules;
      if (!pairs.has(symbol)) continue;
      pairs.set(symbol, pair);
      engines.get(symbol)?.take(pair);
    }
  }

  async function shut(symbol: string): Promise<void> {
    const engine = engines.get(symbol);
    engines.delete(symbol);
    await engine?.close();
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
    const engine = engines.get(order.pair);
    if (!engine && pairs.has(order.pair)) return refuse.notHere();
    const checked = engine ? check(engine.pair, accountId) : refuse.pairNotFound();
    const act = async (): Promise<Outcome<OrderRecord>> => {
      if (engine && checked.ok)
        return placedBefore(
          pool,
          accountId,
          idempotencyKey,
          await engine.place(checked.value, idempotencyKey),
        );
      // A stored outcome stays valid when the rules of the pair change.
      const first = idempotencyKey && (await readOutcome(pool, accountId, idempotencyKey));
      return first ?? (checked.ok ? refuse.pairNotFound() : checked);
    };
    return idempotencyKey ? repeats.inTurn(`${accountId} ${idempotencyKey.key}`, act) : act();
  }

  /** Passes it to the pair that has, or had, the order. */
  async function change(
    account: string,
    order: string,
    key: string | undefined,
    fingerprint: (orderId: string) => string,
    act: (
      engine: PairEngine,
      accountId: string,
      orderId: string,
      idempotencyKey: IdempotencyKey | undefined,
    ) => Promise<Outcome<OrderRecord>>,
  ): Promise<Outcome<OrderRecord>> {
    if (!UUID.test(order)) return refuse.orderNotFound();
    if (key !== undefined && !isKey(key)) return refuse.keyInvalid();
    const [accountId, orderId] = [uuid(account), uuid(order)];
    const idempotencyKey = key === undefined ? undefined : { key, fingerprint: fingerprint(orderId) };
    const inTurn = async (): Promise<Outcome<OrderRecord>> => {
      const open = [...engines.values()].find((engine) => engine.has(orderId));
      if (open)
        return placedBefore(
          pool,
          accountId,
          idempotencyKey,
          await act(open, accountId, orderId, idempotencyKey),
        );
      const first = idempotencyKey && (await readOutcome(pool, accountId, idempotencyKey));
      if (first) return first;
      const symbol = (await readOrder(pool, accountId, orderId))?.pair;
      if (symbol === undefined) return refuse.orderNotFound();
      const engine = engines.get(symbol);
      return engine ? act(engine, accountId, orderId, idempotencyKey) : refuse.notHere();
    };
    return idempotencyKey ? repeats.inTurn(`${accountId} ${idempotencyKey.key}`, inTurn) : inTurn();
  }

  const cancel: Exchange['cancel'] = (account, order, key) =>
    change(account, order, key, fingerprintOfCancel, (engine, accountId, orderId, idempotencyKey) =>
      engine.cancel(accountId, orderId, idempotencyKey),
    );

  const amend: Exchange['amend'] = (account, order, amendment, key) =>
    change(
      account,
      order,
      key,
      (orderId) => fingerprintOfAmendment(orderId, amendment),
      (engine, accountId, orderId, idempotencyKey) =>
        engine.amend({ accountId, orderId, idempotencyKey, amendment }),
    );

  async function whyNotOpen(accountId: string, orderId: string): Promise<Outcome<OrderRecord>> {
    const order = await readOrder(pool, accountId, orderId);
    if (!order) return refuse.orderNotFound();
    if (order.state === 'CANCELED') return refuse.orderCanceled();
    if (order.state === 'FILLED') return refuse.orderFilled();
    throw new Error(`order ${orderId} is open and not in its book`);
  }

  async function pairOfOrder(accountId: string, orderId: string): Promise<string | undefined> {
    const open = [...engines].find(([, engine]) => engine.has(orderId));
    return open?.[0] ?? (await readOrder(pool, accountId, orderId))?.pair;
  }

  async function auditBooks(): Promise<Map<string, readonly string[]>> {
    const findings = new Map<string, readonly string[]>();
    for (const [symbol, engine] of engines) {
      try {
        findings.set(symbol, await engine.inspect((matched) => auditBook(pool, symbol, matched)));
      } catch (error) {
        // A pair that has moved to another node is audited there.
        if (engines.get(symbol) === engine && !(error instanceof NotMineError)) throw error;
      }
    }
    return findings;
  }

  return {
    get pairs() {
      return [...pairs.values()].map(({ rules }) => rules);
    },
    reload,
    pair: (symbol) => pairs.get(symbol)?.rules,
    slots: new Map([...pairs].map(([symbol, { slot }]) => [symbol, slot])),
    coins: () => readCoins(pool),

    placeLimit: (accountId, order, key) =>
      place('limit', accountId, order, key, (pair, account) => checkLimit(pair, account, order)),
    placeMarket: (accountId, order, key) =>
      place('market', accountId, order, key, (pair, account) => checkMarket(pair, account, order)),
    cancel,
    amend,
    open,
    shut,
    bookPosition(symbol) {
      const engine = engines.get(symbol);
      return engine && { epoch: engine.epoch, lastTrade: engine.lastTrade };
    },
    outcomeOf: (account, idempotencyKey) => readOutcome(pool, uuid(account), idempotencyKey),
    pairOfOrder: async (account, orderId) =>
      UUID.test(orderId) ? pairOfOrder(uuid(account), uuid(orderId)) : undefined,
    auditBooks,

    balances: (accountId) => readBalances(common, accountId),
    order: async (accountId, orderId) =>
      UUID.test(orderId) ? readOrder(common, accountId, orderId) : undefined,
    orders: (accountId, filter) => readOrders(common, accountId, filter),
    executions: (accountId, filter) => readExecutions(common, accountId, filter),
    trades: (pair, limit) => readTrades(common, pair, limit),
    book: (pair, depth) => engines.get(pair)?.snapshot(depth),

    async fund(accountId, amounts, reason) {
      await fund(pool, accountId, amounts, reason, now());
      listeners.publishAccounts([accountId]);
    },
    async audit() {
      const findings = await auditLedger(audits);
      return [...findings, ...[...(await auditBooks()).values()].flat()];
    },

    on: listeners.on,
    async close() {
      await Promise.all([...engines.values()].map((engine) => engine.close()));
    },
  };
}

/** @throws RangeError when not positive or finer than 8 decimals; Error for an unknown account or coin. */
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
