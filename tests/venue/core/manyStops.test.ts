import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PoolClient } from 'pg';
import { createExchange } from '../../../venue/core/create.ts';
import type { Operation } from '../../../venue/core/settlement.ts';
import type { Exchange, LimitOrder, OrderRecord } from '../../../venue/exchange.ts';
import type { Store } from '../../../venue/sql/store.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, refused, startCore, triggeredIn } from './harness.ts';

const MINUTE = 60_000;
const PAIR = 'AVAX-USDT';
const OTHER = 'XMR-USDT';
/** Stop orders that one settlement triggers or matches at most (LOAD-16). */
const AT_ONCE = 100;

/** A store that reports the operations of each settlement before they are stored. */
function watched(store: Store, onSettle: (operations: readonly Operation[]) => void): Store {
  const watching = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
        return (query: { name?: string; values?: [string] }, ...rest: unknown[]) => {
          if (query.name === 'settle' && query.values)
            onSettle((JSON.parse(query.values[0]) as { operations: Operation[] }).operations);
          return (value as (...all: unknown[]) => unknown).call(target, query, ...rest);
        };
      },
    });
  const pool = new Proxy(store.pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'connect') return typeof value === 'function' ? value.bind(target) : value;
      return async () => watching(await target.connect());
    },
  });
  return { ...store, pool };
}

describe.each(databases)('many stop orders on $name', (kind) => {
  let core: Harness;
  let exchange: Exchange;
  let clock = Date.UTC(2026, 10, 27);
  let onSettle: (operations: readonly Operation[]) => void = () => undefined;

  async function open(fillsAtOnce?: number): Promise<void> {
    exchange = await createExchange({
      store: watched(core.store, (operations) => onSettle(operations)),
      now: () => new Date(clock),
      stopsPerPair: 50,
      ...(fillsAtOnce !== undefined && { fillsAtOnce }),
    });
  }
  beforeEach(async () => {
    core = await startCore(kind);
    onSettle = () => undefined;
    await open();
    // The band follows the latest trades.
    clock += 6 * MINUTE;
    await tradeAt('20');
    clock += 6 * MINUTE;
  });
  afterEach(async () => {
    await exchange.close();
    await core.remove();
  });

  const trader = (): Promise<string> => core.account({ AVAX: '1000', USDT: '100000', XMR: '1000' });
  const limit = async (
    account: string,
    side: 'buy' | 'sell',
    price: string,
    quantity = '1',
    terms: Partial<LimitOrder> = {},
  ): Promise<OrderRecord> =>
    accepted(await exchange.placeLimit(account, { pair: PAIR, side, price, quantity, ...terms }));
  async function tradeAt(price: string): Promise<void> {
    await limit(await trader(), 'sell', price);
    await limit(await trader(), 'buy', price);
  }
  const settled = async (): Promise<void> => {
    while ((await triggeredIn(core.store)) > 0) expect(await exchange.audit()).toEqual([]);
    expect(await exchange.audit()).toEqual([]);
  };
  const stored = async (account: string, { id }: OrderRecord): Promise<OrderRecord | undefined> =>
    (await exchange.orders(account, { skip: 0, limit: 100 })).find((order) => order.id === id);
  /** From accounts with 50 each; they fill nothing. */
  async function unfillable(accounts: number): Promise<string[]> {
    const owners = await Promise.all(Array.from({ length: accounts }, trader));
    await Promise.all(
      owners.flatMap((owner) =>
        Array.from({ length: 50 }, () =>
          limit(owner, 'buy', '20.5', '0.1', { stopPrice: '20.5', timeInForce: 'IOC' }),
        ),
      ),
    );
    return owners;
  }

  test('LOAD-16 an account has at most 50 stop orders in a pair, triggered or not, and gets the reason', async () => {
    const [ann] = await unfillable(1);
    if (ann === undefined) throw new Error('there is nobody');
    const order = { side: 'buy', price: '21', quantity: '1', stopPrice: '20.5' } as const;
    expect(refused(await exchange.placeLimit(ann, { pair: PAIR, ...order }))).toMatchObject({
      status: 409,
      code: 'TOO_MANY_STOP_ORDERS',
      message: 'You have reached the limit of 50 waiting stop orders in this pair. Cancel one first.',
    });
    // Other orders, pairs and accounts are not affected.
    await limit(ann, 'sell', '25', '1');
    accepted(await exchange.placeLimit(ann, { ...order, pair: OTHER, price: '150', stopPrice: '150' }));
    await limit(await trader(), 'buy', '20.5', '0.1', { stopPrice: '20.5' });
  });

  test('LOAD-16 orders of this pair and others get their turn between 600 triggered ones', async () => {
    const owners = await unfillable(12);
    const [bob, cyd] = [await trader(), await trader()];
    const seen: { triggers: number; matched: number; others: number }[] = [];
    onSettle = (operations) =>
      seen.push({
        triggers: Math.max(...operations.map(({ triggers = [] }) => triggers.length)),
        matched: operations.filter(({ type, state }) => type === 'trigger' || state === 'CANCELED').length,
        others: operations.filter(({ type }) => type === 'order').length,
      });
    await tradeAt('20.5');
    const late = await limit(bob, 'buy', '19', '1');
    accepted(await exchange.placeLimit(cyd, { pair: OTHER, side: 'buy', price: '100', quantity: '1' }));
    accepted(await exchange.cancel(bob, late.id));
    // All of that was answered while most of them were still unmatched.
    const waiting = await core.store.pool.query<{ count: string }>(
      `select count(*) from orders where stop_price is not null and state in ('WAITING', 'TRIGGERED')`,
    );
    expect(Number(waiting.rows[0]?.count)).toBeGreaterThan(100);
    for (let left = 600; left > 0;) {
      expect(await exchange.audit()).toEqual([]);
      const { rows } = await core.store.pool.query<{ count: string }>(
        `select count(*) from orders where stop_price is not null and state in ('WAITING', 'TRIGGERED')`,
      );
      left = Number(rows[0]?.count);
    }
    expect(Math.max(...seen.map(({ triggers }) => triggers))).toBe(AT_ONCE);
    expect(Math.max(...seen.map(({ matched }) => matched))).toBeLessThanOrEqual(AT_ONCE);
    for (const owner of owners) expect(await core.balances(owner)).toMatchObject({ USDT: '100000/0' });
  }, 120_000);

  test('LOAD-16 triggered orders that are not stored as such are triggered after a restart, others are not', async () => {
    const owners = await unfillable(6);
    // It dies after the trade, before the next settlement.
    const died = new Promise<void>((resolve) => {
      onSettle = (operations) => {
        if (!operations.some(({ type }) => type === 'reach')) return;
        resolve();
        throw new Error('the process has died');
      };
    });
    await tradeAt('20.5');
    await died;
    await exchange.close();
    const { rows } = await core.store.pool.query<{ state: string; count: string }>(
      `select state, count(*) from orders where stop_price = 2050000000 and state in ('WAITING', 'TRIGGERED')
       group by state order by state`,
    );
    expect(rows).toEqual([
      { state: 'TRIGGERED', count: '100' },
      { state: 'WAITING', count: '200' },
    ]);
    onSettle = () => undefined;
    await open();
    // The last price was 20.5, so this one waits for a later trade.
    const later = await limit(await trader(), 'buy', '21', '1', { stopPrice: '20.6' });
    for (const owner of owners)
      while (
        (await exchange.orders(owner, { states: ['WAITING', 'TRIGGERED'], skip: 0, limit: 1 })).length > 0
      )
        expect(await exchange.audit()).toEqual([]);
    expect(later.state).toBe('WAITING');
    const left = await core.store.pool.query('select 1 from reached_stops');
    expect(left.rows).toEqual([]);
  }, 120_000);

  test('OCO-02 later orders do not meet what left the book and is not stored as such, also after a crash', async () => {
    await exchange.close();
    await open(1);
    const [bob, cyd, dan] = [await trader(), await trader(), await trader()];
    for (const owner of await Promise.all(Array.from({ length: 6 }, trader)))
      for (let count = 0; count < 50; count += 1)
        await limit(owner, 'sell', '22', '0.5', { ocoStopPrice: '19', ocoLimitPrice: '18' });
    for (const price of ['21.9', '22.05', '22.1']) await limit(bob, 'sell', price);
    await limit(bob, 'sell', '19');
    // It dies while 100 of them are not stored as triggered, and a later order is not settled.
    const died = new Promise<void>((resolve) => {
      onSettle = (operations) => {
        if (!operations.some(({ type }) => type === 'fill')) return;
        resolve();
        throw new Error('the process has died');
      };
    });
    const [, later] = await Promise.all([limit(cyd, 'buy', '19'), limit(dan, 'buy', '22.1', '3')]);
    await died;
    await exchange.close();
    const { rows } = await core.store.pool.query<{ state: string; count: string }>(
      `select state, count(*) from orders where oco_stop is not null group by state order by state`,
    );
    expect(rows).toEqual([
      { state: 'OPENED', count: '100' },
      { state: 'TRIGGERED', count: '200' },
    ]);
    onSettle = () => undefined;
    await open(1);
    // Some may be matched already, at their own limit.
    expect(exchange.book(PAIR, 10)?.asks.map(([price]) => price)).not.toContain('22');
    await settled();
    expect(await stored(dan, later)).toMatchObject({ state: 'FILLED', value: '66.05' });
    expect(exchange.book(PAIR, 1)?.asks).toEqual([['18', '150']]);
  }, 120_000);

  test('TRAIL-04 after a crash those are triggered that were, whatever the price did before all were stored', async () => {
    const [bob, cyd, dan, late] = [await trader(), await trader(), await trader(), await trader()];
    const trail = async (account: string): Promise<OrderRecord> =>
      accepted(
        await exchange.placeMarket(account, { pair: PAIR, side: 'sell', quantity: '0.5', trailPercent: '5' }),
      );
    for (const owner of await Promise.all(Array.from({ length: 6 }, trader)))
      for (let count = 0; count < 50; count += 1) await trail(owner);
    await tradeAt('19.5');
    const waits = await trail(late);
    await limit(bob, 'buy', '18.9');
    await limit(bob, 'sell', '21');
    // It dies while 100 of them are not stored as triggered. Meanwhile 21 is the highest price of all that wait.
    let hasRisen = false;
    const died = new Promise<void>((resolve) => {
      onSettle = (operations) => {
        hasRisen ||= operations.some(({ account }) => account === dan);
        if (!hasRisen || !operations.some(({ type }) => type === 'reach')) return;
        resolve();
        throw new Error('the process has died');
      };
    });
    await Promise.all([limit(cyd, 'sell', '18.9'), limit(dan, 'buy', '21')]);
    await died;
    await exchange.close();
    const states = `select state, count(*) from orders where trail is not null group by state order by state`;
    expect((await core.store.pool.query(states)).rows).toEqual([
      { state: 'TRIGGERED', count: '200' },
      { state: 'WAITING', count: '101' },
    ]);
    onSettle = () => undefined;
    await open();
    await settled();
    expect(await stored(late, waits)).toMatchObject({ state: 'WAITING', stopPrice: '19.95' });
    const ended = await core.store.pool.query(
      `select state, stop_price, count(*) from orders where trail is not null group by 1, 2 order by 1`,
    );
    expect(ended.rows).toEqual([
      { state: 'CANCELED', stop_price: '1900000000', count: '300' },
      { state: 'WAITING', stop_price: null, count: '1' },
    ]);
  }, 120_000);

  test('TRAIL-05 one that is cancelled before it is stored as triggered has no stop price, in the answer and later', async () => {
    // The first 100 are stored with the trade, 100 in the next turn; then the cancellation has its turn.
    const owners = await Promise.all(Array.from({ length: 5 }, trader));
    const placed: (readonly [owner: string, order: OrderRecord])[] = [];
    for (const owner of owners)
      for (let count = 0; count < 50; count += 1) {
        const order = { pair: PAIR, side: 'sell', quantity: '0.5', trailPercent: '5' } as const;
        placed.push([owner, accepted(await exchange.placeMarket(owner, order))]);
      }
    await limit(await trader(), 'buy', '19');
    const [owner, last] = placed.at(-1) ?? ['', undefined];
    if (!last) throw new Error('there is no order');
    const seller = await trader();
    let cancelled: Promise<OrderRecord> | undefined;
    onSettle = (operations) => {
      if (operations.some(({ triggers }) => triggers))
        cancelled ??= exchange.cancel(owner, last.id).then(accepted);
    };
    await limit(seller, 'sell', '19');
    const answer = await cancelled;
    expect(answer).toMatchObject({ state: 'CANCELED', stopPrice: null });
    await settled();
    expect(await stored(owner, last)).toEqual(answer);
  }, 120_000);

  test('STOP-04 nobody waits behind an order that cannot trade inside the band', async () => {
    const [mallory, victim, other] = [await trader(), await trader(), await trader()];
    await limit(other, 'buy', '18', '1');
    // Dust below the band: a sale that would reach it is not matched.
    await limit(other, 'buy', '12', '0.1');
    const blocks = await limit(mallory, 'sell', '12', '1000', { stopPrice: '19.5' });
    const loss = await limit(victim, 'sell', '17', '1', { stopPrice: '19' });
    await tradeAt('19');
    for (let count = 0; count < 5; count += 1) expect(await exchange.audit()).toEqual([]);
    expect(await stored(victim, loss)).toMatchObject({ state: 'FILLED', value: '18' });
    expect(await stored(mallory, blocks)).toMatchObject({ state: 'TRIGGERED' });
    // It is retried automatically, after its own minute.
    await limit(other, 'buy', '18', '1000');
    clock += MINUTE;
    await settled();
    expect(await stored(mallory, blocks)).toMatchObject({ state: 'FILLED' });
  });

  test('STOP-04 nobody waits behind an order that cannot be stored', async () => {
    const [mallory, victim, other] = [await trader(), await trader(), await trader()];
    await limit(other, 'buy', '18', '5');
    const fails = await limit(mallory, 'sell', '17', '1', { stopPrice: '19.5' });
    const loss = await limit(victim, 'sell', '17', '1', { stopPrice: '19' });
    await core.store.pool.query(
      `create function refuse_one() returns trigger language plpgsql as
         $$ begin raise exception 'a fault' using errcode = '23514'; end $$;
       create trigger refuse_one before update on orders for each row
         when (new.id = '${fails.id}' and new.state not in ('WAITING', 'TRIGGERED')) execute function refuse_one()`,
    );
    await tradeAt('19');
    while ((await stored(victim, loss))?.state !== 'FILLED') expect(await exchange.audit()).toEqual([]);
    expect(await stored(mallory, fails)).toMatchObject({ state: 'TRIGGERED' });
    await core.store.pool.query('drop trigger refuse_one on orders; drop function refuse_one');
    clock += MINUTE;
    await settled();
    expect(await stored(mallory, fails)).toMatchObject({ state: 'FILLED' });
  });
});
