import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { SentOrder } from '../../../src/domain/placedOrder.ts';
import { orderFormMachine } from '../../../src/machines/orderForm/orderForm.machine.ts';
import { orderFormImplementations } from '../../../src/machines/orderForm/orderForm.actors.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { scriptedNetwork } from '../../models/tools/ports.ts';
import { PAIR, PRESSES, SETTINGS } from '../../models/orderForm.model.ts';

async function settled(): Promise<void> {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve();
}

it('a code goes with its order once, and is stored neither with it nor after it (ORDER-20)', async () => {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => undefined);
  const stored: SentOrder[] = [];
  const actor = createActor(
    orderFormMachine.provide(
      orderFormImplementations({
        http: network.http,
        watchSettings: (_pair, tell) => {
          tell.loaded(SETTINGS);
          return { retry: () => undefined, stop: () => undefined };
        },
        watchPrice: () => () => undefined,
        knownBefore: () => ({ orders: [], executions: [] }),
        keepSent: (order) => {
          stored.push(order);
          return () => undefined;
        },
        keepDraft: () => undefined,
        dropSent: () => undefined,
        noteOwnChange: () => undefined,
      }),
    ),
    { input: { pair: PAIR, side: 'buy', allowsMarket: true }, clock: new TestClock() },
  );
  actor.start();
  await settled();
  actor.send({ type: 'user.submit', press: { ...PRESSES.calm, privateCode: '123456' } });
  await settled();
  expect(effects.filter((one) => one.startsWith('POST'))).toEqual([
    expect.stringContaining('"two_factor_code":"123456"'),
  ]);
  network.reply('noAnswer');
  await settled();
  expect(actor.getSnapshot().hasTag('unknown')).toBe(true);
  // With the contexts of the actors that it has invoked.
  expect(JSON.stringify([stored, actor.getPersistedSnapshot()])).not.toContain('123456');
});
