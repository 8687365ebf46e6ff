import { describe, expect, it, vi } from 'vitest';
import { fromCallback } from 'xstate';
import { createResources } from '../../../src/machines/resource/resource.actors.ts';
import { createWaitUntil, createWatchFacts } from '../../../src/machines/withdrawal/withdrawal.actors.ts';
import { feesFeedMachine, type FeesFeedEvent } from '../../../src/machines/fees/feesFeed.machine.ts';
import type { PageFact } from '../../../src/services/page.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { scriptedNetwork, type ScriptedNetwork } from '../../models/tools/ports.ts';

async function settled(): Promise<void> {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve();
}

const asked = (network: ScriptedNetwork, reads: number) =>
  vi.waitFor(() => expect(network.open()).toHaveLength(reads), { timeout: 20_000 });

function page() {
  const network = scriptedNetwork([]);
  const clock = new TestClock();
  const resources = createResources({
    http: network.http,
    clock,
    page: { isVisible: () => true, isOnline: () => true, listen: () => () => undefined },
    random: () => 0,
  } as never);
  let feed: ((event: FeesFeedEvent) => void) | null = null;
  const feesFeed = feesFeedMachine.provide({
    actors: {
      feed: fromCallback(({ sendBack }) => {
        feed = sendBack;
        return () => {
          feed = null;
        };
      }),
    },
  } as never);
  const heard: string[] = [];
  const reportOutage = (): void => void heard.push('outage');
  const watched = createWatchFacts({ resources, feesFeed, clock, userId: () => 'ann', reportOutage })('BTC', {
    received: ({ gate, balance, fee, feeStatus, congestion }) =>
      heard.push([gate, balance, fee ?? 'no fee', feeStatus, congestion].join(' ')),
    failed: ({ code }) => heard.push(`failed ${code}`),
  });
  return {
    network,
    clock,
    resources,
    heard,
    watched,
    say: (event: FeesFeedEvent) => feed?.(event),
    hasFeed: () => feed !== null,
  };
}
const json = (body: unknown) => ({ status: 200, body });
// Which read asks first depends on which of their modules is there first.
const COINS = [json({ items: [{ ticker: 'BTC', refund_address_required: true }] }), '/coin/coins'] as const;
const BALANCES = [json([{ currency: 'BTC', available: '2', in_orders: '0' }]), '/user/balances'] as const;
const REFUNDS = [
  json({ coins: [{ coin_ticker: 'BTC', refund_address: 'bc1q' }] }),
  '/user/refund-address/status',
] as const;
const fees = (fee: string, price: string): FeesFeedEvent => ({
  type: 'fees.received',
  mode: 'replace',
  fees: { BTC: { symbol: 'BTC', unit: null, medium: { fee, price, blocks: null } } } as never,
});

describe('data around the form, followed', () => {
  it('is reported when all of it is known, and again when something changes', async () => {
    const { network, heard, say, watched, resources, hasFeed } = page();
    say(fees('0.0001', '3'));
    await asked(network, 3);
    network.reply(...COINS);
    network.reply(...BALANCES);
    await settled();
    expect(heard).toEqual([]);
    network.reply(...REFUNDS);
    await settled();
    expect(heard).toEqual(['open 2 0.0001 live normal']);
    say(fees('0.0001', '3'));
    say(fees('0.0002', '9'));
    say({ type: 'link.lost' });
    resources.invalidate('balances');
    await asked(network, 1);
    network.reply(json([]));
    await settled();
    expect(heard.slice(1)).toEqual([
      'open 2 0.0002 live congested',
      'open 2 0.0002 outdated congested',
      'open 0 0.0002 outdated congested',
    ]);
    watched.stop();
    await settled();
    expect(hasFeed()).toBe(false);
    expect(network.open()).toEqual([]);
  });
  it('is awaited, and its failure reported once until it is requested again', async () => {
    const { network, heard, watched } = page();
    await asked(network, 3);
    for (let read = 0; read < 3; read += 1) network.reply(json(undefined));
    await settled();
    expect(heard).toEqual(['failed unreadable']);
    watched.retry();
    await asked(network, 3);
    for (const [answer, path] of [COINS, BALANCES, REFUNDS]) network.reply(answer, path);
    await settled();
    expect(heard).toEqual(['failed unreadable', 'open 2 no fee waiting normal']);
    watched.stop();
  });
});

it('a server that is out of reach is reported at once, whatever else is still being read (CALL-02)', async () => {
  const { network, clock, heard, watched } = page();
  await asked(network, 3);
  network.reply({ status: 403, body: {} }, '/user/balances');
  await settled();
  expect(heard).toEqual([]);
  while (heard.length === 0) {
    network.reply('noAnswer', '/coin/coins');
    await settled();
    // It is tried again a few times.
    if (heard.length === 0) clock.advanceToNext();
    await settled();
  }
  expect(heard).toEqual(['outage']);
  network.reply({ status: 403, body: {} }, '/user/refund-address/status');
  await settled();
  expect(heard).toHaveLength(2);
  watched.stop();
});

describe('an instant that is waited for', () => {
  function waiting(instant: number) {
    const clock = new TestClock();
    let said = 0;
    let hear: (fact: PageFact) => void = () => undefined;
    let isListening = true;
    const stop = createWaitUntil(clock, {
      listen: (listener) => {
        hear = listener;
        return () => {
          isListening = false;
        };
      },
    })(clock.now() + instant, () => {
      said += 1;
    });
    return {
      clock,
      stop,
      hear: (fact: PageFact) => hear(fact),
      said: () => said,
      isOver: () => !isListening && clock.pending === 0,
    };
  }
  it('is reported once, at any stage', () => {
    for (const instant of [1, 59_999, 60_000, 1_800_000, 3_000_000_000]) {
      const { clock, said, isOver } = waiting(instant);
      clock.advance(Math.max(0, instant - 1));
      expect(said()).toBe(0);
      clock.advance(1);
      expect(said()).toBe(1);
      expect(isOver()).toBe(true);
    }
  });
  it('is reported at once to a reader who returns after it', () => {
    const { clock, hear, said, isOver } = waiting(1_800_000);
    clock.jump(1_800_001);
    hear('hidden');
    expect(said()).toBe(0);
    hear('visible');
    expect(said()).toBe(1);
    expect(isOver()).toBe(true);
  });
  it('is not reported to a reader who has left', () => {
    const { clock, stop, said, isOver } = waiting(1000);
    stop();
    clock.advance(5000);
    expect(said()).toBe(0);
    expect(isOver()).toBe(true);
  });
});
