import { describe, expect, it } from 'vitest';
import { createResources } from '../../../src/machines/resource/resource.actors.ts';
import { createWatchSettings } from '../../../src/machines/orderForm/orderForm.actors.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { scriptedNetwork } from '../../models/tools/ports.ts';

async function settled(): Promise<void> {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve();
}

const body = (minimum: string) => ({
  pair: { symbol: 'XMR-BTC' },
  settings: { quantity_precision: 2, min_quantity_increment: '0.01', min_order_size: minimum },
});

function page() {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const clock = new TestClock();
  const resources = createResources({
    http: network.http,
    clock,
    page: { isVisible: () => true, isOnline: () => true, listen: () => () => undefined },
    random: () => 0,
  } as never);
  const heard: string[] = [];
  // As the form on the screen does.
  resources.of('pairSettings', { pair: 'XMR-BTC' }, null).watch();
  const watched = createWatchSettings(resources)('XMR-BTC', {
    loaded: ({ minOrderSize }) => heard.push(`loaded ${minOrderSize}`),
    failed: ({ status, code }) => heard.push(`failed ${status ?? code}`),
  });
  return { effects, network, clock, resources, heard, watched };
}

describe('the settings of a pair, followed', () => {
  it('are reported once, and again when newer ones arrive', async () => {
    const { effects, network, heard, resources, watched } = page();
    expect(effects).toEqual(['GET /pair/pairs/XMR-BTC']);
    network.reply({ status: 200, body: body('0.1') });
    await settled();
    expect(heard).toEqual(['loaded 0.1']);
    resources.invalidate('pairSettings');
    network.reply({ status: 200, body: body('0.2') });
    await settled();
    expect(heard).toEqual(['loaded 0.1', 'loaded 0.2']);
    watched.stop();
    resources.invalidate('pairSettings');
    network.reply({ status: 200, body: body('0.3') });
    await settled();
    expect(heard).toEqual(['loaded 0.1', 'loaded 0.2']);
  });

  it('are reported at once when somebody else has read them', async () => {
    const { network, heard, resources } = page();
    network.reply({ status: 200, body: body('0.1') });
    await settled();
    createWatchSettings(resources)('XMR-BTC', {
      loaded: () => heard.push('at once'),
      failed: () => undefined,
    });
    expect(heard).toEqual(['loaded 0.1', 'at once']);
  });

  it('report a failure, and are read again on request', async () => {
    const { network, heard, watched } = page();
    network.reply({ status: 404, body: {} });
    await settled();
    expect(heard).toEqual(['failed 404']);
    watched.retry();
    network.reply({ status: 404, body: {} });
    await settled();
    watched.retry();
    network.reply({ status: 200, body: body('0.1') });
    await settled();
    expect(heard).toEqual(['failed 404', 'failed 404', 'loaded 0.1']);
  });
});
