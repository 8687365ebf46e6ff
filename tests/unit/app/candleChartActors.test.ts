import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { candleChartImplementations } from '../../../src/machines/candleChart/candleChart.actors.ts';
import { candleChartMachine } from '../../../src/machines/candleChart/candleChart.machine.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { scriptedNetwork } from '../../models/tools/ports.ts';
import { scriptedPage } from '../../models/tools/scriptedPage.ts';

async function settled(): Promise<void> {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve();
}

async function openChart(isVisible: boolean) {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const clock = new TestClock();
  const { page, say } = scriptedPage({ isVisible: () => isVisible });
  const machine = candleChartMachine.provide(
    candleChartImplementations({
      http: network.http,
      clock,
      page,
      storage: { write: () => undefined },
      random: () => 0,
      useBars: null,
    }),
  );
  const actor = createActor(machine, { input: { pair: 'XMR-BTC', interval: '1' }, clock }).start();
  expect(effects).toHaveLength(1);
  network.reply({ status: 200, body: [] });
  await settled();
  return { actor, clock, effects, say };
}

describe('a chart whose machine slept', () => {
  it.each([
    [true, 'reads the newest bars at once', 2],
    [false, 'reads nothing in a hidden tab', 1],
  ])('visible: %s, it %s', async (isVisible, _what, reads) => {
    const { actor, effects, say } = await openChart(isVisible);
    say('woke');
    expect(effects).toHaveLength(reads);
    actor.stop();
  });
});

describe('a chart that is opened in a hidden tab', () => {
  it('loads its first window and polls nothing until the page is looked at', async () => {
    const { actor, clock, effects, say } = await openChart(false);
    expect(actor.getSnapshot().value).toEqual({ ready: { newest: 'sleeping', older: 'idle' } });
    expect(clock.pending).toBe(0);
    say('visible');
    expect(effects).toHaveLength(2);
    actor.stop();
  });
});
