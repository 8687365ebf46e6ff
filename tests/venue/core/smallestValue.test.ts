import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExchange } from '../../../venue/core/create.ts';
import type { Exchange } from '../../../venue/exchange.ts';
import { embedded } from '../databases.ts';
import { accepted, type Harness, refused, startCore } from './harness.ts';

const XMR = { pair: 'XMR-BTC', side: 'buy' } as const;
const GRIN = { pair: 'GRIN-BTC', side: 'buy' } as const;

describe('an order worth less than the smallest value', () => {
  let core: Harness;
  let exchange: Exchange;
  let [account, other] = ['', ''];
  beforeAll(async () => {
    core = await startCore(embedded);
    exchange = await createExchange({
      store: core.store,
      minOrderValues: { BTC: '0.00001', 'XMR-BTC': '0.0001' },
    });
    account = await core.account({ BTC: '1', XMR: '10', GRIN: '1000' });
    other = await core.account({ BTC: '1', XMR: '10' });
  });
  afterAll(async () => {
    await exchange.close();
    await core.remove();
  });

  test('is refused with the reason; the minimum of the pair overrides that of its coin (LOAD-10)', async () => {
    expect(
      refused(await exchange.placeLimit(account, { ...XMR, price: '0.001', quantity: '0.09' })),
    ).toMatchObject({
      status: 422,
      code: 'BELOW_MINIMUM_ORDER_VALUE',
      message: 'The minimum order value is 0.0001 BTC.',
    });
    expect(
      refused(await exchange.placeLimit(account, { ...GRIN, price: '0.0000001', quantity: '99' })).message,
    ).toBe('The minimum order value is 0.00001 BTC.');
    accepted(await exchange.placeLimit(account, { ...XMR, price: '0.001', quantity: '0.1' }));
    accepted(await exchange.placeLimit(account, { ...GRIN, price: '0.0000001', quantity: '100' }));
  });

  test('may be a market order: its cost counts, or what its quantity would trade for (LOAD-10)', async () => {
    accepted(await exchange.placeLimit(account, { ...XMR, side: 'sell', price: '0.002', quantity: '1' }));
    expect(refused(await exchange.placeMarket(other, { ...XMR, cost: '0.00009999' })).code).toBe(
      'BELOW_MINIMUM_ORDER_VALUE',
    );
    expect(refused(await exchange.placeMarket(other, { ...XMR, quantity: '0.04' })).code).toBe(
      'BELOW_MINIMUM_ORDER_VALUE',
    );
    expect(accepted(await exchange.placeMarket(other, { ...XMR, quantity: '0.05' })).state).toBe('FILLED');
    expect(accepted(await exchange.placeMarket(other, { ...XMR, cost: '0.0001' })).state).toBe('FILLED');
  });

  test('is accepted where no minimum is set, and a minimum for an unknown pair stops the start (LOAD-10)', async () => {
    accepted(await exchange.placeLimit(account, { ...XMR, price: '0.001', quantity: '0.1' }));
    const open = (minOrderValues: Record<string, string>) =>
      createExchange({ store: core.store, minOrderValues });
    await expect(open({ 'XMR-DOGE': '1' })).rejects.toThrow('XMR-DOGE:1 is no smallest value of an order');
    // More than any order may be worth would silently close the pair.
    await expect(open({ BTC: '10000000000.1' })).rejects.toThrow('BTC:10000000000.1 is no smallest value');
  });
});
