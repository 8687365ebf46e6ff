import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import {
  followCancellations,
  selectCancellation,
} from '../../../src/machines/openOrders/orderCancellations.machine.ts';
import { sut } from '../../models/orderCancellations.model.ts';

it('remembers the newest 500 orders that left the list', () => {
  const around = sut();
  const actor = createActor(around.machine).start();
  around.attach?.(actor);
  for (let number = 1; number <= 501; number += 1) {
    const orderId = String(number);
    actor.send({ type: 'user.cancel', orderId, pair: 'XMR-BTC' });
    around.settle(`orderCancellation.${orderId}`, { name: 'cancelled' });
  }
  const { closed } = actor.getSnapshot().context;
  expect(closed).toHaveLength(500);
  expect(closed.at(0)).toBe('2');
  expect(closed.at(-1)).toBe('501');
});

it('each event of a cancellation is received once, from the first on, and each actor can be inspected', () => {
  const around = sut();
  const actor = createActor(around.machine).start();
  around.attach?.(actor);
  const heard: unknown[] = [];
  followCancellations(actor, (toast) => heard.push(toast));
  for (const orderId of ['a', 'b']) actor.send({ type: 'user.cancel', orderId, pair: 'XMR-BTC' });
  expect(selectCancellation(actor.getSnapshot(), 'a')?.id).toBe('orderCancellation.a');
  expect(selectCancellation(actor.getSnapshot(), 'c')).toBeUndefined();
  around.settle('orderCancellation.a', { name: 'cancelled' });
  around.settle('orderCancellation.b', { name: 'failed' });
  expect(heard).toEqual([
    { type: 'toast', key: 'a cancelled' },
    { type: 'toast', key: 'b failed' },
  ]);
});
