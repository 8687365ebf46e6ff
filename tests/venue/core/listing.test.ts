import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExchange } from '../../../venue/core/create.ts';
import { openCatalogue } from '../../../venue/market/catalogue.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, refused, startCore } from './harness.ts';

describe.each(databases)('a live venue that accepts only XMR and BTC, on $name', (kind) => {
  let core: Harness;
  beforeAll(async () => {
    core = await startCore(kind);
  });
  afterAll(() => core.remove());

  it('lists no pair of another coin, but lets its open orders be cancelled (MARKET-15)', async () => {
    const account = await core.account({ USDT: '1000', BTC: '1' });
    const order = { side: 'buy', quantity: '0.01' } as const;
    const open = accepted(
      await core.exchange.placeLimit(account, { ...order, pair: 'BTC-USDT', price: '90000' }),
    );
    const takesIn = (coin: string): boolean => coin === 'XMR' || coin === 'BTC';
    const live = await createExchange({ store: core.store, takesIn });
    try {
      const { coins, pairs } = await openCatalogue(live, new Set(['XMR', 'BTC']));
      expect(coins.map(({ ticker }) => ticker)).toEqual(['BTC', 'XMR']);
      expect(pairs.map(({ symbol }) => symbol)).toEqual(['XMR-BTC']);
      expect(live.pair('BTC-USDT')).toMatchObject({ isListed: false, isEnabled: false });
      expect(live.pair('XMR-BTC')).toMatchObject({ isListed: true, isEnabled: true });
      const late = refused(await live.placeLimit(account, { ...order, pair: 'BTC-USDT', price: '90000' }));
      expect(late.code).toBe('PAIR_DISABLED');
      accepted(await live.placeLimit(account, { ...order, pair: 'XMR-BTC', price: '0.003', quantity: '1' }));
      expect(accepted(await live.cancel(account, open.id))).toMatchObject({ state: 'CANCELED' });
    } finally {
      await live.close();
    }
  });
});
