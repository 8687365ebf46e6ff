import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LimitOrder } from '../../../venue/exchange.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, refused, startCore } from './harness.ts';

const xmr = (side: 'buy' | 'sell', price: string, quantity: string): LimitOrder => ({
  pair: 'XMR-BTC',
  side,
  price,
  quantity,
});

describe.each(databases)('cancels, and concurrent orders, on $name', (kind) => {
  let core: Harness;
  beforeAll(async () => {
    core = await startCore(kind);
  });
  afterAll(() => core.remove());

  const place = (account: string, order: LimitOrder) => core.exchange.placeLimit(account, order);
  const clear = async (...accounts: string[]): Promise<void> => {
    await core.cancelAll(...accounts);
    expect(await core.exchange.audit()).toEqual([]);
  };

  test('cancel refuses what cannot be cancelled', async () => {
    const alice = await core.account({ XMR: '5' });
    const bob = await core.account({ BTC: '1' });
    const order = accepted(await place(alice, xmr('sell', '0.004', '1')));
    for (const id of [randomUUID(), 'not-an-id', '']) {
      expect(refused(await core.exchange.cancel(alice, id))).toMatchObject({
        status: 404,
        code: 'ORDER_NOT_FOUND',
      });
    }
    // Another account's order looks exactly as if it did not exist.
    expect(await core.exchange.cancel(bob, order.id)).toEqual(
      await core.exchange.cancel(alice, randomUUID()),
    );
    accepted(await place(bob, xmr('buy', '0.004', '1')));
    expect(refused(await core.exchange.cancel(alice, order.id))).toMatchObject({
      status: 409,
      code: 'ORDER_FILLED',
    });
    const next = accepted(await place(alice, xmr('sell', '0.004', '1')));
    accepted(await core.exchange.cancel(alice, next.id.toUpperCase()));
    expect(refused(await core.exchange.cancel(alice, next.id))).toMatchObject({
      status: 409,
      code: 'ORDER_CANCELED',
    });
    expect(refused(await core.exchange.cancel(bob, next.id))).toMatchObject({
      status: 404,
      code: 'ORDER_NOT_FOUND',
    });
    await clear(alice, bob);
  });

  test('cancelling a partly filled order releases the rest, and twice at once acts once', async () => {
    const alice = await core.account({ XMR: '5' });
    const bob = await core.account({ BTC: '1' });
    const order = accepted(await place(alice, xmr('sell', '0.004', '3')));
    accepted(await place(bob, xmr('buy', '0.004', '1')));
    const [one, two] = await Promise.all([
      core.exchange.cancel(alice, order.id),
      core.exchange.cancel(alice, order.id),
    ]);
    expect(accepted(one)).toMatchObject({ state: 'CANCELED', quantityLeft: '2', value: '0.004' });
    expect(refused(two).code).toBe('ORDER_CANCELED');
    expect(await core.exchange.orders(alice, { skip: 0, limit: 1 })).toEqual([
      // The answer to a cancellation leaves the fee out (COST-01).
      { ...accepted(one), fee: '0.000004' },
    ]);
    expect(await core.balances(alice)).toEqual({ XMR: '4/0', BTC: '0.003996/0' });
    await clear(alice, bob);
  });

  test('concurrent orders are handled in order of arrival, each as if it were alone', async () => {
    const alice = await core.account({ XMR: '1' });
    const bob = await core.account({ BTC: '0.004' });
    // The second has nothing left to pay with; the third needs what the first one brings in.
    const outcomes = await Promise.all([
      place(alice, xmr('sell', '0.004', '1')),
      place(alice, xmr('sell', '0.003', '1')),
      place(bob, xmr('buy', '0.004', '1')),
      place(bob, xmr('buy', '0.004', '1')),
      place(alice, xmr('buy', '0.003', '1')),
    ]);
    expect(outcomes.map((outcome) => (outcome.ok ? outcome.value.state : outcome.code))).toEqual([
      'OPENED',
      'INSUFFICIENT_BALANCE',
      'FILLED',
      'INSUFFICIENT_BALANCE',
      'OPENED',
    ]);
    await clear(alice, bob);
  });

  test('an account that does not exist fails alone, without affecting the others', async () => {
    const alice = await core.account({ XMR: '1' });
    const [one, two] = await Promise.allSettled([
      place(randomUUID(), xmr('sell', '0.004', '1')),
      place(alice, xmr('sell', '0.004', '1')),
    ]);
    expect(one.status).toBe('rejected');
    expect(two).toMatchObject({ status: 'fulfilled', value: { ok: true } });
    await expect(place('somebody', xmr('sell', '0.004', '1'))).rejects.toThrow(TypeError);
    await clear(alice);
  });
});
