import { createActor, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import { orderCancellationImplementations } from '../../../src/machines/openOrders/openOrders.actors.ts';
import { orderCancellationMachine } from '../../../src/machines/openOrders/orderCancellation.machine.ts';
import { oneLook } from '../../models/tools/writes.ts';
import { scriptedNetwork, type Reply } from '../../models/tools/ports.ts';

const ORDER = { orderId: 'o150', pair: 'XMR-BTC' };
const listed = (index: number): object => ({
  id: `o${index}`,
  pair_symbol: 'XMR-BTC',
  operation: 'SELL',
  price: '1',
  quantity: '1',
  quantity_left: '1',
  state: 'FILLED',
  created_at: '2026-01-05T12:00:00Z',
});
const page = (from: number, to: number): Reply => ({
  status: 200,
  body: { orders: Array.from({ length: to - from }, (_, index) => listed(from + index)) },
});

async function search(replies: readonly Reply[]) {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const { actors, actions } = orderCancellationImplementations({
    http: network.http,
    newIdempotencyKey: () => 'k',
    noteOwnChange: () => undefined,
  });
  const actor = createActor(
    orderCancellationMachine.provide({ actions, actors: { cancel: oneLook(actors.cancel) } }),
    { input: ORDER },
  );
  actor.start();
  actor.send({ type: 'user.cancel' });
  for (const reply of ['noAnswer', ...replies] as const) {
    for (let turn = 0; network.open().length === 0 && turn < 20; turn += 1) await Promise.resolve();
    network.reply(reply);
  }
  const { context } = await waitFor(actor, ({ status }) => status === 'done');
  return { end: context.end, asked: effects.filter((call) => call.startsWith('GET')) };
}

// Otherwise an order beyond the first page would count as gone.
it('a lost cancellation is looked for on every page of the list', async () => {
  const { end, asked } = await search([page(0, 100), page(100, 180)]);
  expect(end).toBe('filled');
  expect(asked.map((call) => /skip=\d+/.exec(call)?.[0])).toEqual(['skip=0', 'skip=100']);
});

it('a server that sends fewer than requested is asked again from where they ended', async () => {
  const { end, asked } = await search([page(0, 50), page(50, 100), page(100, 151)]);
  expect(end).toBe('filled');
  expect(asked).toHaveLength(3);
});

it('an order that no page holds is gone, also where the server knows one page only', async () => {
  expect((await search([page(0, 100), page(100, 120), page(0, 0)])).end).toBe('gone');
  expect((await search([page(0, 100), page(0, 100)])).end).toBe('gone');
});

it('a press after a refusal has a key of its own, one after a lost answer that of the lost one', async () => {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  let keys = 0;
  const { actors, actions } = orderCancellationImplementations({
    http: network.http,
    newIdempotencyKey: () => `k${(keys += 1)}`,
    noteOwnChange: () => undefined,
  });
  const actor = createActor(
    orderCancellationMachine.provide({ actions, actors: { cancel: oneLook(actors.cancel) } }),
    { input: ORDER },
  ).start();
  // The last one's search continues; the button is free.
  const presses = [
    [{ status: 400, body: { message: 'Not now' } }, 'failed'],
    ['noAnswer', 'unknown'],
    [{ status: 400, body: { message: 'Not now' } }, 'failed'],
    ['noAnswer', 'unknown'],
  ] as const;
  for (const [reply, tag] of presses) {
    actor.send({ type: 'user.cancel' });
    await waitFor(actor, () => network.open().some((call) => call.startsWith('DELETE')));
    network.reply(reply, '/order/cancel/o150');
    await waitFor(actor, (snapshot) => snapshot.hasTag(tag));
  }
  const sent = effects.flatMap((call) => /^DELETE .* key=(\w+)/.exec(call)?.[1] ?? []);
  expect(sent).toEqual(['k1', 'k2', 'k2', 'k3']);
  actor.stop();
});
