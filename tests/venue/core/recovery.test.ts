import { deepStrictEqual as deepEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createExchange } from '../../../venue/core/create.ts';
import type { BookChange, Exchange, TradeRecord } from '../../../venue/exchange.ts';
import { openStore } from '../../../venue/sql/store.ts';
import { databases, type TestDatabase } from '../databases.ts';
import { type FaultyStore, faulty } from './faulty-pool.ts';
import { accepted, refused } from './harness.ts';

const ask = { pair: 'XMR-BTC', side: 'sell', price: '0.004', quantity: '1' } as const;
const bid = { ...ask, side: 'buy' } as const;

describe.each(databases)('when the database fails, on $name', (kind) => {
  let database: TestDatabase;
  let store: FaultyStore;
  let exchange: Exchange;
  let alice: string;
  let bob: string;

  const newAccount = async (currency: string): Promise<string> => {
    const id = randomUUID();
    await store.pool.query('insert into accounts (id) values ($1)', [id]);
    await exchange.fund(id, { [currency]: '10' }, 'test');
    return id;
  };
  beforeAll(async () => {
    database = await kind.create();
    store = faulty(await openStore(database.options));
  });
  beforeEach(async () => {
    exchange = await createExchange({ store });
    alice = await newAccount('XMR');
    bob = await newAccount('BTC');
  });
  afterEach(async () => {
    for (const account of [alice, bob]) {
      const open = await exchange.orders(account, {
        states: ['OPENED', 'PARTIALLY_FILLED'],
        skip: 0,
        limit: 100,
      });
      for (const { id } of open) accepted(await exchange.cancel(account, id));
    }
    deepEqual(await exchange.audit(), []);
    await exchange.close();
  });
  afterAll(async () => {
    await store.close();
    await database.remove();
  });

  const lostAnswer = (act: Promise<unknown>): Promise<void> =>
    expect(act).rejects.toMatchObject({ name: 'SettlementError', isUndone: false });

  test('an order whose answer was lost is in the book when the next one comes, and its key finds it', async () => {
    const key = randomUUID();
    store.next.push('answer lost');
    await lostAnswer(exchange.placeLimit(alice, ask, key));
    expect(accepted(await exchange.placeLimit(bob, bid))).toMatchObject({ state: 'FILLED' });
    expect(accepted(await exchange.placeLimit(alice, ask, key))).toMatchObject({ state: 'OPENED' });
    expect(await exchange.orders(alice, { skip: 0, limit: 10 })).toHaveLength(1);
  });

  test('trades and levels of a lost answer are published once the book is read again', async () => {
    const changes: BookChange[] = [];
    const trades: TradeRecord[] = [];
    accepted(await exchange.placeLimit(alice, { ...ask, quantity: '3' }));
    exchange.on('book', (change) => changes.push(change));
    exchange.on('trades', (more) => trades.push(...more));
    store.next.push('answer lost');
    await lostAnswer(exchange.placeLimit(bob, bid));
    expect(changes).toEqual([]); // nobody knows yet
    const before = exchange.book('XMR-BTC', 5);
    expect(before?.asks).toEqual([['0.004', '3']]);
    accepted(await exchange.placeLimit(bob, bid));
    expect(trades.map(({ quantity }) => quantity)).toEqual(['1', '1']);
    expect(
      changes.map(({ previousSequence, asks }) => [previousSequence - (before?.sequence ?? 0), asks]),
    ).toEqual([
      [0, [['0.004', '2']]],
      [1, [['0.004', '1']]],
    ]);
    expect(exchange.book('XMR-BTC', 5)?.asks).toEqual([['0.004', '1']]);
  });

  test('an order that never arrived is not there, and its key acts', async () => {
    const key = randomUUID();
    store.next.push('request lost');
    await lostAnswer(exchange.placeLimit(alice, ask, key));
    expect(await exchange.orders(alice, { skip: 0, limit: 10 })).toEqual([]);
    accepted(await exchange.placeLimit(alice, ask, key));
    expect(exchange.book('XMR-BTC', 5)?.asks).toEqual([['0.004', '1']]);
  });

  test('a late settlement that arrives after the book was read again is refused by the database', async () => {
    store.next.push('request lost');
    await lostAnswer(exchange.placeLimit(alice, ask));
    accepted(await exchange.placeLimit(bob, bid));
    await expect(store.pool.query('select settle_batch($1)', store.lost[0])).rejects.toMatchObject({
      code: 'QB001',
    });
    expect(await exchange.orders(alice, { skip: 0, limit: 10 })).toEqual([]);
  });

  test('full disk: the order is refused as a whole, nothing moves, and trading resumes once there is space', async () => {
    const key = randomUUID();
    accepted(await exchange.placeLimit(alice, ask));
    // PostgreSQL's error for a full disk (SQLSTATE 53100), in the middle of a settlement.
    await store.pool.query(`create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
    await store.pool.query('create trigger full_disk before insert on postings execute function no_room()');
    await expect(exchange.placeLimit(bob, bid, key)).rejects.toMatchObject({
      name: 'SettlementError',
      isUndone: true,
      code: '53100',
    });
    expect(exchange.book('XMR-BTC', 5)?.asks).toEqual([['0.004', '1']]);
    deepEqual(await exchange.audit(), []);
    await store.pool.query('drop function no_room() cascade');
    expect(accepted(await exchange.placeLimit(bob, bid, key))).toMatchObject({ state: 'FILLED' });
  });

  test('a clock that jumps an hour back or a year ahead changes nothing but the published times', async () => {
    let now = Date.UTC(2026, 10, 21);
    await exchange.close();
    exchange = await createExchange({ store, now: () => new Date(now) });
    const first = accepted(await exchange.placeLimit(alice, ask));
    now -= 3_600_000;
    const second = accepted(await exchange.placeLimit(alice, ask));
    now += 31_536_000_000;
    // Earlier orders still trade first.
    expect(accepted(await exchange.placeLimit(bob, bid))).toMatchObject({ state: 'FILLED' });
    const listed = await exchange.orders(alice, { skip: 0, limit: 10 });
    expect(listed.map(({ id, state }) => [id, state])).toEqual([
      [second.id, 'OPENED'],
      [first.id, 'FILLED'],
    ]);
  });

  test('without a connection nothing is done, and trading resumes once there is one', async () => {
    accepted(await exchange.placeLimit(alice, ask));
    store.next.push('unreachable');
    await expect(exchange.placeLimit(bob, bid)).rejects.toMatchObject({
      name: 'SettlementError',
      isUndone: true,
    });
    expect(exchange.book('XMR-BTC', 5)?.asks).toEqual([['0.004', '1']]);
    expect(accepted(await exchange.placeLimit(bob, bid))).toMatchObject({ state: 'FILLED' });
  });

  test('a venue whose book another one has taken over reads it again before it acts', async () => {
    const order = accepted(await exchange.placeLimit(alice, ask));
    const other = await createExchange({ store });
    accepted(await other.cancel(alice, order.id));
    // This one still has the order in its book: it must neither trade it nor cancel it again.
    expect(exchange.book('XMR-BTC', 5)?.asks).toEqual([['0.004', '1']]);
    expect(refused(await exchange.cancel(alice, order.id)).code).toBe('ORDER_CANCELED');
    expect(accepted(await exchange.placeLimit(bob, bid))).toMatchObject({ state: 'OPENED' });
    expect(accepted(await other.placeLimit(alice, ask))).toMatchObject({ state: 'FILLED' });
    await other.close();
    // The audit compares books too: let this one see the other's changes.
    accepted(await exchange.placeLimit(bob, bid));
  });

  test('a book changed by somebody else is noticed before anything is settled on it', async () => {
    const order = accepted(await exchange.placeLimit(alice, ask));
    await store.pool.query(`update orders set quantity_left = 50000000, quantity = 50000000 where id = $1`, [
      order.id,
    ]);
    expect(await exchange.audit()).not.toEqual([]);
    expect(accepted(await exchange.placeLimit(bob, bid))).toMatchObject({
      quantityLeft: '0.5',
      state: 'PARTIALLY_FILLED',
    });
    await store.pool.query(`update orders set quantity = 100000000 where id = $1`, [order.id]);
    // Half an XMR is still reserved for an order that needs none: release it by hand, as an operator would.
    const findings = await exchange.audit();
    expect(findings.join('\n')).toContain(`account ${alice}, XMR`);
    await store.pool.query(`update orders set quantity = 50000000 where id = $1`, [order.id]);
    await store.pool.query(
      `with e as (insert into entries (id, kind, order_id, reason, at) values (gen_random_uuid(), 'cancel', $1, 'by hand', now()) returning id),
        p as (insert into postings select id, $2, null, 'XMR', 50000000, -50000000 from e)
       update balances set available = available + 50000000, in_orders = in_orders - 50000000 where account_id = $2 and currency = 'XMR'`,
      [order.id, alice],
    );
  });

  test('closing finishes what is in progress and refuses the rest', async () => {
    const under = exchange.placeLimit(alice, ask);
    await Promise.resolve();
    await Promise.resolve(); // the batch is on its way
    const behind = exchange.placeLimit(alice, ask);
    const closed = exchange.close();
    const after = await exchange.placeLimit(bob, bid);
    await closed;
    expect(accepted(await under).state).toBe('OPENED');
    expect(refused(await behind)).toMatchObject({ status: 503, code: 'SERVICE_CLOSING' });
    expect(refused(after)).toMatchObject({ status: 503, code: 'SERVICE_CLOSING' });
    exchange = await createExchange({ store });
    expect(await exchange.orders(alice, { skip: 0, limit: 10 })).toHaveLength(1);
  });

  test('a listener that throws harms neither the order nor the other listeners', async () => {
    const received: number[] = [];
    exchange.on('book', () => {
      throw new Error('a bad listener');
    });
    exchange.on('book', ({ sequence }) => received.push(sequence));
    accepted(await exchange.placeLimit(alice, ask));
    expect(received).toHaveLength(1);
  });
});
