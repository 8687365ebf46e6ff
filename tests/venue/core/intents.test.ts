import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprintOf } from '../../../venue/core/idempotency.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, refused, startCore } from './harness.ts';

describe.each(databases)('Idempotency-Key on $name', (kind) => {
  let core: Harness;
  beforeAll(async () => {
    core = await startCore(kind, 'on disk');
  });
  afterAll(() => core.remove());

  const bid = { pair: 'XMR-BTC', side: 'buy', price: '0.004', quantity: '1' } as const;
  const count = async (account: string): Promise<number> =>
    (await core.exchange.orders(account, { skip: 0, limit: 100 })).length;

  test('a repeated key gets the first outcome and acts once', async () => {
    const account = await core.account({ BTC: '1' });
    const key = randomUUID();
    const first = accepted(await core.exchange.placeLimit(account, bid, key));
    expect(await core.exchange.placeLimit(account, bid, key)).toEqual({ ok: true, value: first });
    // The same order in another notation.
    expect(
      await core.exchange.placeLimit(account, { ...bid, price: '0.0040', quantity: '1.00' }, key),
    ).toEqual({ ok: true, value: first });
    expect(await count(account)).toBe(1);
    expect(await core.balances(account)).toEqual({ BTC: '0.996/0.004' });
  });

  test('the first outcome stays the answer long after the order has ended', async () => {
    const account = await core.account({ BTC: '1' });
    const key = randomUUID();
    const first = accepted(await core.exchange.placeLimit(account, bid, key));
    accepted(await core.exchange.cancel(account, first.id));
    expect(await core.exchange.placeLimit(account, bid, key)).toEqual({ ok: true, value: first });
    expect(await core.balances(account)).toEqual({ BTC: '1/0' });
  });

  test('many concurrent repeats act once', async () => {
    const account = await core.account({ BTC: '1' });
    const key = randomUUID();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => core.exchange.placeLimit(account, bid, key)),
    );
    const ids = new Set(outcomes.map((outcome) => accepted(outcome).id));
    expect(ids.size).toBe(1);
    expect(await count(account)).toBe(1);
  });

  test('another order with the same key is refused: limit, market, and another pair', async () => {
    const account = await core.account({ BTC: '1', USDT: '100' });
    const key = randomUUID();
    const first = await core.exchange.placeLimit(account, bid, key);
    const others = [
      core.exchange.placeLimit(account, { ...bid, quantity: '2' }, key),
      core.exchange.placeLimit(account, { ...bid, price: '0.005' }, key),
      core.exchange.placeLimit(account, { ...bid, side: 'sell' }, key),
      core.exchange.placeLimit(account, { ...bid, pair: 'GRIN-BTC', price: '0.00000001' }, key),
      core.exchange.placeMarket(account, { pair: 'XMR-BTC', side: 'buy', quantity: '1' }, key),
    ];
    for (const outcome of await Promise.all(others)) {
      expect(refused(outcome)).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
    }
    expect(await core.exchange.placeLimit(account, bid, key)).toEqual(first);
    expect(await count(account)).toBe(1);
  });

  test('of two different concurrent orders with one key, one acts and the other is refused', async () => {
    const account = await core.account({ BTC: '1', USDT: '100' });
    const key = randomUUID();
    const outcomes = await Promise.all([
      core.exchange.placeLimit(account, bid, key),
      core.exchange.placeLimit(account, { pair: 'KAS-USDT', side: 'buy', price: '0.01', quantity: '5' }, key),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await count(account)).toBe(1);
  });

  test('each account has its own keys', async () => {
    const [alice, bob] = [await core.account({ BTC: '1' }), await core.account({ BTC: '1' })];
    const key = randomUUID();
    const first = accepted(await core.exchange.placeLimit(alice, bid, key));
    expect(accepted(await core.exchange.placeLimit(bob, bid, key)).id).not.toBe(first.id);
  });

  test('a refusal is an outcome too: later changes do not matter', async () => {
    const account = await core.account({ BTC: '0.001', XMR: '1' });
    const [short, own] = [randomUUID(), randomUUID()];
    const first = refused(await core.exchange.placeLimit(account, bid, short));
    expect(first.code).toBe('INSUFFICIENT_BALANCE');
    const ask = accepted(await core.exchange.placeLimit(account, { ...bid, side: 'sell', price: '0.01' }));
    const cross = { ...bid, price: '0.01', quantity: '0.01' };
    const second = refused(await core.exchange.placeLimit(account, cross, own));
    expect(second.code).toBe('SELF_TRADE');
    await core.exchange.fund(account, { BTC: '1' }, 'test');
    accepted(await core.exchange.cancel(account, ask.id));
    expect(await core.exchange.placeLimit(account, bid, short)).toEqual(first);
    expect(await core.exchange.placeLimit(account, cross, own)).toEqual(second);
    expect(await core.balances(account)).toEqual({ BTC: '1.001/0', XMR: '1/0' });
  });

  test('an invalid order uses up no key', async () => {
    const account = await core.account({ BTC: '1' });
    const key = randomUUID();
    expect(refused(await core.exchange.placeLimit(account, { ...bid, price: '0.0040001' }, key)).code).toBe(
      'PRICE_NOT_ON_TICK',
    );
    accepted(await core.exchange.placeLimit(account, bid, key));
    expect(refused(await core.exchange.placeLimit(account, { ...bid, price: '0.0040001' }, key)).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  test.each([[''], ['k'.repeat(256)]])('a key must have 1 to 255 characters', async (key) => {
    const account = await core.account({ BTC: '1' });
    expect(refused(await core.exchange.placeLimit(account, bid, key)).code).toBe('IDEMPOTENCY_KEY_INVALID');
    expect(await count(account)).toBe(0);
  });

  test('a repeated key within a batch: orders behind it are matched as if it were not there', async () => {
    const seller = await core.account({ XMR: '3' });
    const buyer = await core.account({ BTC: '1' });
    const key = randomUUID();
    const ask = { pair: 'XMR-BTC', side: 'sell', price: '0.9', quantity: '1' } as const;
    const first = accepted(await core.exchange.placeLimit(seller, ask, key));
    const [again, next] = await Promise.all([
      core.exchange.placeLimit(seller, ask, key),
      core.exchange.placeLimit(seller, ask),
      core.exchange.placeLimit(buyer, { ...ask, side: 'buy', price: '0.0001', quantity: '1' }),
    ]);
    expect(accepted(again)).toEqual(first);
    expect(accepted(next).id).not.toBe(first.id);
    expect(core.exchange.book('XMR-BTC', 1)?.asks).toEqual([['0.9', '2']]);
    expect(await core.exchange.audit()).toEqual([]);
  });

  test('keys survive a restart, for orders and refusals, filled or open', async () => {
    const account = await core.account({ BTC: '1' });
    const poor = await core.account();
    const [placed, market, short] = [randomUUID(), randomUUID(), randomUUID()];
    const cost = { pair: 'GRIN-BTC', side: 'buy', cost: '0.1' } as const;
    const before = [
      await core.exchange.placeLimit(account, bid, placed),
      await core.exchange.placeMarket(account, cost, market),
      await core.exchange.placeLimit(poor, bid, short),
    ];
    await core.restart();
    expect([
      await core.exchange.placeLimit(account, bid, placed),
      await core.exchange.placeMarket(account, cost, market),
      await core.exchange.placeLimit(poor, bid, short),
    ]).toEqual(before);
    expect(await count(account)).toBe(2);
    expect(await core.exchange.audit()).toEqual([]);
  });

  test('a repeated cancellation gets the same answer, also after a restart (CANCEL-10)', async () => {
    const account = await core.account({ BTC: '1' });
    const { id } = accepted(await core.exchange.placeLimit(account, bid));
    const key = randomUUID();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => core.exchange.cancel(account, id, key)),
    );
    const [first] = outcomes.map(accepted);
    expect(first).toMatchObject({ id, state: 'CANCELED' });
    for (const outcome of outcomes) expect(outcome).toEqual({ ok: true, value: first });
    expect(refused(await core.exchange.cancel(account, id)).code).toBe('ORDER_CANCELED');
    await core.restart();
    expect(await core.exchange.cancel(account, id.toUpperCase(), key)).toEqual({ ok: true, value: first });
    expect(refused(await core.exchange.cancel(account, id, randomUUID())).code).toBe('ORDER_CANCELED');
    expect(await core.balances(account)).toEqual({ BTC: '1/0' });
    expect(await core.exchange.audit()).toEqual([]);
  });

  test('the key of a cancellation cancels nothing else, and places nothing', async () => {
    const account = await core.account({ BTC: '1' });
    const [one, two] = [
      accepted(await core.exchange.placeLimit(account, bid)).id,
      accepted(await core.exchange.placeLimit(account, bid)).id,
    ];
    const key = randomUUID();
    accepted(await core.exchange.cancel(account, one, key));
    const reused = { status: 422, code: 'IDEMPOTENCY_KEY_REUSED' };
    expect(refused(await core.exchange.cancel(account, two, key))).toMatchObject(reused);
    expect(refused(await core.exchange.placeLimit(account, bid, key))).toMatchObject(reused);
    accepted(await core.exchange.cancel(account, two));
    expect(refused(await core.exchange.cancel(account, two, key))).toMatchObject(reused);
    expect(refused(await core.exchange.cancel(account, two, '')).code).toBe('IDEMPOTENCY_KEY_INVALID');
    // Another account's key of the same text is a different key, and its orders are not visible.
    const other = await core.account({ BTC: '1' });
    expect(refused(await core.exchange.cancel(other, one, key)).code).toBe('ORDER_NOT_FOUND');
  });

  test('the reason why nothing was cancelled is read anew for the same key', async () => {
    const account = await core.account({ BTC: '1' });
    const seller = await core.account({ XMR: '1' });
    const { id } = accepted(await core.exchange.placeLimit(account, { ...bid, price: '0.0045' }));
    const key = randomUUID();
    expect(refused(await core.exchange.cancel(seller, id, key)).code).toBe('ORDER_NOT_FOUND');
    accepted(await core.exchange.placeLimit(seller, { ...bid, side: 'sell', price: '0.0045' }));
    expect(refused(await core.exchange.cancel(account, id, key)).code).toBe('ORDER_FILLED');
    expect(refused(await core.exchange.cancel(account, id, key)).code).toBe('ORDER_FILLED');
    const rest = accepted(await core.exchange.placeLimit(account, bid)).id;
    expect(accepted(await core.exchange.cancel(account, rest, key)).state).toBe('CANCELED');
  });

  test('switching a pair off does not change the first outcome', async () => {
    const account = await core.account({ USDT: '100' });
    const key = randomUUID();
    const order = { pair: 'AVAX-USDT', side: 'buy', price: '10', quantity: '1' } as const;
    const first = await core.exchange.placeLimit(account, order, key);
    await core.store.pool.query(`update pairs set is_enabled = false where symbol = 'AVAX-USDT'`);
    await core.restart();
    expect(await core.exchange.placeLimit(account, order, key)).toEqual(first);
    expect(refused(await core.exchange.placeLimit(account, order, randomUUID()))).toMatchObject({
      code: 'PAIR_DISABLED',
    });
    expect(accepted(await core.exchange.cancel(account, accepted(first).id)).state).toBe('CANCELED');
  });
});

// Keys outlive an update of the venue: an order sent before it must still match afterwards.
test('the fingerprint of an order does not change between versions, and another term gives another one', () => {
  const order = { pair: 'XMR-BTC', side: 'buy', price: '0.10', quantity: '2' } as const;
  const before = '53393b97afdbd2895ba611e97e02f0740d4099bbac7533ad4baa08883b694ab0';
  expect(fingerprintOf('limit', order)).toBe(before);
  const withTerm = { ...order, postOnly: true };
  expect(fingerprintOf('limit', withTerm)).not.toBe(before);
});
