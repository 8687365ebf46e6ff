import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { cancelAllImplementations } from '../../../src/machines/cancelAll/cancelAll.actors.ts';
import type { Order } from '../../../src/domain/order.ts';
import {
  cancelAllMachine,
  mayRetry,
  selectStage,
} from '../../../src/machines/cancelAll/cancelAll.machine.ts';
import type { OrderCancellationsRef } from '../../../src/machines/openOrders/orderCancellations.machine.ts';
import { scriptedCancellations } from '../../models/cancelAll.model.ts';

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve();
};

async function confirmed(count: number, closed: readonly string[] = []) {
  const effects: string[] = [];
  const registry = scriptedCancellations(effects, closed);
  const orders = Array.from(
    { length: count },
    (_, index) => ({ id: String(index), pair: 'XMR-BTC' }) as Order,
  );
  const machine = cancelAllMachine.provide(
    cancelAllImplementations({
      http: {
        send: (async (_call: never, { query }: { query: { skip: number } }) => ({
          ok: true,
          value: orders.slice(query.skip, query.skip + 3),
        })) as never,
      },
      cancellations: registry as unknown as OrderCancellationsRef,
    }),
  );
  const actor = createActor(machine).start();
  actor.send({ type: 'user.begin', pair: null });
  await turns();
  await turns();
  actor.send({ type: 'user.confirm' });
  await turns();
  return { actor, registry, effects };
}

describe('many orders', () => {
  it('are read to the end although the server sends less than requested, and cancelled four at a time', async () => {
    const { actor, registry, effects } = await confirmed(7);
    expect(effects).toEqual(['0', '1', '2', '3'].map((id) => `cancel ${id} of XMR-BTC`));
    registry.end('2', { outcome: 'filled', failure: null });
    await turns();
    expect(effects.at(-1)).toBe('cancel 4 of XMR-BTC');
    for (const id of ['0', '1', '3', '4']) registry.end(id, { outcome: 'cancelled', failure: null });
    await turns();
    for (const id of ['5', '6']) registry.end(id, { outcome: 'cancelled', failure: null });
    await turns();
    expect(selectStage(actor.getSnapshot())).toBe('finished');
    expect(Object.keys(actor.getSnapshot().context.results).sort()).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ]);
    expect(registry.watched()).toEqual([]);
  });

  it('start no more once the dialog is closed; running ones continue', async () => {
    const { actor, registry, effects } = await confirmed(6);
    actor.send({ type: 'user.dismiss' });
    registry.end('0', { outcome: 'cancelled', failure: null });
    await turns();
    expect(effects).toHaveLength(4);
    expect(registry.running()).toEqual(['1', '2', '3']);
    expect(registry.watched()).toEqual([]);
  });
});

describe('one of them', () => {
  it('that had left the list is reported as no longer open, and not sent again', async () => {
    const { actor, registry } = await confirmed(2, ['0']);
    registry.end('1', { outcome: 'cancelled', failure: null });
    await turns();
    expect(actor.getSnapshot().context.results).toEqual({
      0: { outcome: 'gone', failure: null },
      1: { outcome: 'cancelled', failure: null },
    });
  });

  it('that may be open can be tried again at once, and the result of reading is shown (CANCEL-12)', async () => {
    const { actor, registry } = await confirmed(5);
    const failure = { code: 'server', status: 502, text: 'Bad gateway', retryable: false } as const;
    registry.end('0', { outcome: 'unknown', failure });
    await turns();
    expect(actor.getSnapshot().context.results['0']).toEqual({ outcome: 'unknown', failure });
    for (const id of ['1', '2', '3', '4']) registry.end(id, { outcome: 'cancelled', failure: null });
    await turns();
    expect(mayRetry(actor.getSnapshot())).toBe(true);
    registry.end('0', { outcome: 'cancelled', failure: null });
    await turns();
    expect(actor.getSnapshot().context.results['0']).toEqual({ outcome: 'cancelled', failure: null });
    expect(mayRetry(actor.getSnapshot())).toBe(false);
  });

  it('whose cancellation breaks does not hold up the others', async () => {
    const { actor, registry } = await confirmed(2);
    registry.break('0');
    registry.end('1', { outcome: 'cancelled', failure: null });
    await turns();
    expect(selectStage(actor.getSnapshot())).toBe('finished');
    expect(actor.getSnapshot().context.results['0']).toEqual({ outcome: 'failed', failure: null });
  });
});
