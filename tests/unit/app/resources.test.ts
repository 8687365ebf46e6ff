import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createResources } from '../../../src/machines/resource/resource.actors.ts';
import { orderArea } from '../../../src/machines/resource/resource.reads.ts';
import { readStatus } from '../../../src/machines/resource/resource.machine.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { scriptedNetwork } from '../../models/tools/ports.ts';
import { scriptedPage } from '../../models/tools/scriptedPage.ts';

async function settled(): Promise<void> {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve();
}

function setUp() {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const clock = new TestClock();
  const { page: browser, say } = scriptedPage();
  const resources = createResources({ http: network.http, clock, page: browser, random: () => 0 });
  return { effects, network, clock, resources, say };
}

const pair = { pair: 'XMR-BTC' };
const page = { skip: 0, limit: 10 };

beforeAll(() => orderArea.load());

describe('the reads of the page', () => {
  it('are shared: one read for all who show it, whatever the order of the params', async () => {
    const { resources, effects, network } = setUp();
    const one = resources.of('orders', { pair: 'XMR-BTC', state: 'OPENED', ...page }, 'ann');
    const same = resources.of('orders', { limit: 10, skip: 0, state: 'OPENED', pair: 'XMR-BTC' }, 'ann');
    const other = resources.of('orders', { pair: 'XMR-BTC', ...page, skip: 10 }, 'ann');
    expect(same).toBe(one);
    expect(other).not.toBe(one);
    one.watch();
    same.watch();
    await settled();
    expect(effects).toEqual(['GET /order/orders?pair=XMR-BTC&state=OPENED&skip=0&limit=10']);
    network.reply({ status: 200, body: [] });
    await settled();
    expect(readStatus(one.ref.getSnapshot())).toBe('fresh');
  });

  it('start nothing before something shows them', () => {
    const { resources, effects } = setUp();
    resources.of('markets', undefined, null);
    resources.invalidate('markets');
    expect(effects).toEqual([]);
    expect(resources.peek('markets', undefined, null)).toBeNull();
  });

  it('stay when one reader leaves and another one comes in the same moment', async () => {
    const { resources, effects } = setUp();
    const { watch } = resources.of('trades', pair, null);
    const leave = watch();
    leave();
    const stop = watch();
    leave();
    await settled();
    expect(effects).toEqual(['GET /order/trades/XMR-BTC?limit=100']);
    stop();
    await settled();
    expect(effects).toEqual([
      'GET /order/trades/XMR-BTC?limit=100',
      'abort GET /order/trades/XMR-BTC?limit=100',
    ]);
  });

  it('that are private belong to one user, public ones to all', () => {
    const { resources } = setUp();
    expect(resources.of('balances', undefined, 'ann')).not.toBe(resources.of('balances', undefined, 'ben'));
    expect(resources.of('markets', undefined, 'ann')).toBe(resources.of('markets', undefined, null));
  });

  it('that are private end with the session: their requests, their data', async () => {
    const { resources, effects, network, clock } = setUp();
    const balances = resources.of('balances', undefined, 'ann');
    const leave = balances.watch();
    network.reply({ status: 200, body: [{ currency: 'XMR', available: '1' }] });
    await settled();
    expect(resources.peek('balances', undefined, 'ann')).toEqual([
      { currency: 'XMR', available: '1', inOrders: '0' },
    ]);
    resources.invalidate('balances');
    effects.length = 0;
    resources.forgetPrivate();
    expect(effects).toEqual(['abort GET /user/balances']);
    expect(resources.peek('balances', undefined, 'ann')).toBeNull();
    expect(resources.of('balances', undefined, 'ann')).not.toBe(balances);
    leave();
    await settled();
    expect(clock.pending).toBe(0);
  });

  it('are read again when the machine wakes, however new they were: their timers stood still', async () => {
    const { resources, effects, network, say } = setUp();
    const markets = resources.of('markets', undefined, null);
    const leave = markets.watch();
    network.reply({ status: 200, body: [] });
    await settled();
    expect(readStatus(markets.ref.getSnapshot())).toBe('fresh');
    effects.length = 0;
    say('visible');
    expect(effects).toEqual([]);
    say('woke');
    expect(effects).toEqual(['GET /api/markets']);
    leave();
  });

  it('are read again after an action of the user, at once where they are shown', async () => {
    const { resources, effects, network } = setUp();
    const first = resources.of('executions', page, 'ann');
    const second = resources.of('executions', { ...page, skip: 10 }, 'ann');
    first.watch();
    network.reply({ status: 200, body: [] });
    const leave = second.watch();
    network.reply({ status: 200, body: [] });
    await settled();
    leave();
    await settled();
    effects.length = 0;
    resources.invalidate('executions');
    expect(effects).toEqual(['GET /order/orders/history/executions?skip=0&limit=10']);
    expect(readStatus(second.ref.getSnapshot())).toBe('stale');
  });

  it('of a range of days are made again, too, where its list has changed (HISTORY-03)', async () => {
    const { resources, effects, network } = setUp();
    const range = { list: 'trades', from: null, to: null } as const;
    const { watch, ref } = resources.of('historyRange', range, 'ann');
    const leave = watch();
    await vi.waitFor(() => expect(effects).toHaveLength(1));
    network.reply({ status: 200, body: [] });
    await vi.waitFor(() => expect(readStatus(ref.getSnapshot())).toBe('fresh'));
    leave();
    await settled();
    resources.invalidate('balances');
    expect(readStatus(ref.getSnapshot())).toBe('fresh');
    resources.invalidate('executions');
    expect(readStatus(ref.getSnapshot())).toBe('stale');
  });

  it('of trades and balances are repeated after an order is gone, and not after a read without changes', async () => {
    const { resources, effects, network } = setUp();
    const order = { id: 'o-1', pair_symbol: 'XMR-BTC', operation: 'BUY', state: 'OPENED', quantity: '1' };
    const READS = ['GET /order/orders/history/executions?skip=0&limit=10', 'GET /user/balances'];
    const { watch, ref } = resources.of('orders', page, 'ann');
    watch();
    resources.of('executions', page, 'ann').watch();
    resources.of('balances', undefined, 'ann').watch();
    const answerOrders = async (body: unknown): Promise<void> => {
      network.reply({ status: 200, body }, '/order/orders');
      await settled();
    };
    network.reply({ status: 200, body: [] }, '/order/orders/history/executions');
    network.reply({ status: 200, body: [] }, '/user/balances');
    await answerOrders([order]);
    expect(ref.getSnapshot().context.data).toHaveLength(1);
    const read = async (body: unknown): Promise<string[]> => {
      effects.length = 0;
      ref.send({ type: 'user.refresh' });
      await answerOrders(body);
      return effects.slice(1);
    };
    expect(await read([order])).toEqual([]);
    expect(await read([])).toEqual(READS);
    expect(await read([])).toEqual([]);
  });
});
