import { expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { withdrawalMachine } from '../../../src/machines/withdrawal/withdrawal.machine.ts';
import type { WithdrawalFacts } from '../../../src/machines/withdrawal/withdrawal.rules.ts';
import { createWrite } from '../../../src/machines/write/write.machine.ts';
import { ADDRESS, factsOf } from '../../models/withdrawal.model.ts';

/** The fee rises in between. @returns the fee that is sent */
async function confirmedWith(shown: { readonly shownFee?: string }): Promise<string | null> {
  const sent: (string | null)[] = [];
  const { open, dearer } = factsOf('BTC');
  const machine = withdrawalMachine.provide({
    actors: {
      facts: fromCallback(() => undefined),
      readBefore: fromPromise(async (): Promise<readonly string[]> => []),
      create: createWrite({
        send: ({ confirmedFee }) => {
          sent.push(confirmedFee);
          return new Promise(() => undefined);
        },
        look: () => new Promise(() => undefined),
      }),
    },
    actions: { remember: () => undefined, keepForm: () => undefined },
  });
  const actor = createActor(machine, { input: { ticker: 'BTC', kept: null } }).start();
  const tell = (facts: WithdrawalFacts): void => actor.send({ type: 'facts.received', facts });
  tell(open);
  actor.send({ type: 'user.continue', typed: { address: ADDRESS, amount: '0.5' } });
  tell(dearer);
  actor.send({ type: 'user.confirm', idempotencyKey: 'key-1', ...shown });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  actor.stop();
  return sent[0] ?? null;
}

it('a press while the fee rises confirms the fee that was shown', async () => {
  expect(await confirmedWith({ shownFee: '0.0001' })).toBe('0.0001');
});

it('without a shown one the fee of the moment is confirmed', async () => {
  expect(await confirmedWith({})).toBe('0.0003');
});
