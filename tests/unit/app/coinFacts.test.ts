import { beforeAll, describe, expect, it } from 'vitest';
import { createResources } from '../../../src/machines/resource/resource.actors.ts';
import { walletArea } from '../../../src/machines/resource/resource.reads.ts';
import { createWatchCoinFacts } from '../../../src/machines/refundAddresses/coinFacts.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { scriptedNetwork } from '../../models/tools/ports.ts';

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve();
};

function build() {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const clock = new TestClock();
  const page = { isVisible: () => true, listen: () => () => undefined };
  const resources = createResources({ http: network.http, clock, page, random: () => 0 });
  const told: string[] = [];
  const watchFacts = createWatchCoinFacts({ resources, userId: () => 'u1' });
  const watch = watchFacts({
    known: ({ coins, refundAddresses, failure }) =>
      told.push(
        `${coins.map(({ ticker }) => ticker).join()} ${refundAddresses
          .map(({ ticker, address }) => `${ticker}:${address ?? ''}`)
          .join()}${failure ? ` old: ${failure.code}` : ''}`,
      ),
    failed: (what, failure) => told.push(`${what} ${failure.code}`),
  });
  return { network, resources, told, watch, effects, clock };
}

const COINS = { status: 200, body: { items: [{ ticker: 'BTC' }] } };
const refunds = (address: string | null) => ({
  status: 200,
  body: { coins: [{ coin_ticker: 'BTC', refund_address: address }] },
});
const REFUSED = { status: 404, body: {} };

beforeAll(() => walletArea.load());

describe('what the gates look at', () => {
  it('both lists are awaited', async () => {
    const { network, told } = build();
    network.reply(COINS);
    await settled();
    expect(told).toEqual([]);
    network.reply(refunds(null));
    await settled();
    expect(told).toEqual(['BTC BTC:']);
  });

  it('a failure of the coins is reported first, without the refund addresses', async () => {
    const { network, told, watch } = build();
    network.reply(REFUSED);
    await settled();
    network.reply(REFUSED);
    await settled();
    expect(told).toEqual(['coins refused']);
    watch.reload();
    network.reply(COINS);
    await settled();
    network.reply(REFUSED);
    await settled();
    expect(told).toEqual(['coins refused', 'refundAddresses refused']);
    watch.reload();
    network.reply(REFUSED);
    await settled();
    expect(told.at(-1)).toBe('refundAddresses refused');
    expect(told).toHaveLength(3);
  });

  it('a change by the user is awaited, not judged by what was known before', async () => {
    const { network, resources, told } = build();
    network.reply(COINS);
    network.reply(refunds(null));
    await settled();
    resources.invalidate('refundAddresses');
    await settled();
    expect(told).toEqual(['BTC BTC:']);
    network.reply(refunds('r1'));
    await settled();
    expect(told).toEqual(['BTC BTC:', 'BTC BTC:r1']);
  });

  it('a later read that fails leaves the known data, marked old', async () => {
    const { network, resources, told } = build();
    network.reply(COINS);
    network.reply(refunds('r1'));
    await settled();
    resources.invalidate('refundAddresses');
    await settled();
    network.reply(REFUSED);
    await settled();
    expect(told.at(-1)).toBe('BTC BTC:r1 old: refused');
  });

  it('after it stopped nothing is reported and nothing is watched', async () => {
    const { network, told, watch, effects } = build();
    watch.stop();
    await settled();
    expect(effects.filter((effect) => effect.startsWith('abort'))).toHaveLength(2);
    expect([told, network.open()]).toEqual([[], []]);
  });
});
