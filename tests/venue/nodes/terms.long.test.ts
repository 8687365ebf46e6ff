import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres } from '../databases.ts';
import { limitOrder, openTrader, type TestVenue, until } from '../edge/harness.ts';
import { addedBy, runAs } from '../operators/signer.ts';
import { openNodes, settled, type TestNodes } from './harness.ts';

describe.runIf(hasPostgres)('terms of pairs and coins on two nodes', () => {
  let nodes: TestNodes;
  let [here, there]: TestVenue[] = [];

  beforeAll(async () => {
    nodes = await openNodes();
    [here, there] = await Promise.all([nodes.start(), nodes.start()]);
    await settled(here, there);
  });
  afterAll(() => nodes.remove());

  test("an operator's change at one applies at both, whichever matches the pair (OPERATOR-12, OPERATOR-13)", async () => {
    if (!here || !there) throw new Error('a node is missing');
    const ann = await addedBy(here.venue.operators, 'ann');
    const traders = [await openTrader(here), await openTrader(there)];
    for (const [pair, price] of [
      ['XMR-BTC', '0.004'],
      ['KAS-USDT', '0.09'],
    ] as const) {
      await runAs(here.venue.operators, ann, 'fees', { pair, maker: '0', taker: '0.05', reason: 'Season' });
      await runAs(there.venue.operators, ann, 'pair', { pair, open: false, reason: 'A fork' });
      for (const trader of traders) {
        const shown = async () =>
          ((await trader.get(`/pair/pairs/${pair}`)).body as { settings: Record<string, unknown> }).settings;
        await until(async () => (await shown()).is_enabled === false);
        expect(await shown()).toMatchObject({ taker_fee_percent: '0.05' });
        const placed = await trader.post('/order/orders/limit', limitOrder('BUY', price, '100', pair));
        expect(placed.body).toMatchObject({ code: 'PAIR_DISABLED' });
      }
    }
  });
});
