import { expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { withdrawalMachine } from '../../../src/machines/withdrawal/withdrawal.machine.ts';
import { withdrawalImplementations } from '../../../src/machines/withdrawal/withdrawal.actors.ts';
import { scriptedNetwork } from '../../models/tools/ports.ts';

it.each(['readGrinStatus', 'cancelWithdrawal'] as const)(
  '%s: of a withdrawal that the server gave no id nothing is asked (LOST-07)',
  async (name) => {
    const network = scriptedNetwork([]);
    const { readGrinStatus, exchange } = withdrawalImplementations({ http: network.http } as never).actors;
    const { cancelWithdrawal } = exchange.implementations.actors as unknown as Record<
      string,
      typeof exchange
    >;
    const actors = { readGrinStatus, cancelWithdrawal };
    const moved = vi.fn<() => void>();
    const actor = createActor(actors[name] as never, { input: { id: '', subject: { id: '' } } as never });
    actor.start();
    actor.subscribe({ next: moved, error: moved });
    await vi.waitFor(() => expect(moved).toHaveBeenCalled());
    actor.stop();
    expect(network.open()).toEqual([]);
  },
);

it.each(['', null])('nor is its state followed, whose ID is %j (LOST-07)', (id) => {
  const followStatus = vi.fn<() => () => void>(() => () => undefined);
  const { actors } = withdrawalImplementations({ http: scriptedNetwork([]).http, followStatus } as never);
  const actor = createActor(actors.followStatus, { input: { id, isWindowOver: true } }).start();
  expect(followStatus).not.toHaveBeenCalled();
  actor.stop();
});

it('a page that is opened again keeps the form beside the withdrawal that waits (WITHDRAW-25)', () => {
  const draft = { address: '', amount: '7' };
  const kept = { ticker: 'GRIN', amount: '3', address: '', id: 'w1', idempotencyKey: 'key-1', knownIds: [] };
  const { readGrinStatus } = withdrawalImplementations({ http: scriptedNetwork([]).http } as never).actors;
  const machine = withdrawalMachine.provide({
    actors: { facts: fromCallback(() => undefined), readGrinStatus },
  });
  const input = { ticker: 'GRIN', kept: kept as never, form: { typed: draft, draft } };
  const actor = createActor(machine, { input }).start();
  expect(actor.getSnapshot().value).toBe('resuming');
  expect(actor.getSnapshot().context.draft).toEqual(draft);
  actor.stop();
});
