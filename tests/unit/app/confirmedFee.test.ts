import { expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import {
  type BeforeAnswer,
  withdrawalMachine,
  type WithdrawalFacts,
} from '../../../src/machines/withdrawal/index.ts';
import { ADDRESS, factsOf } from '../../models/withdrawal.model.ts';

/** The fee rises meanwhile. @returns the fee that is sent */
async function confirmedWith(shown: { readonly shownFee?: string }): Promise<string | null> {
  const sent: (string | null)[] = [];
  const { open, dearer } = factsOf('BTC');
  const machine = withdrawalMachine.provide({
    actors: {
      facts: fromCallback(() => undefined),
      readBefore: fromPromise(async (): Promise<BeforeAnswer> => ({ ok: true, value: [] })),
      createWithdrawal: fromPromise(({ input }) => {
        sent.push(input.fee);
        return new Promise(() => undefined);
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

it('who presses while the fee rises confirms the one that was shown', async () => {
  expect(await confirmedWith({ shownFee: '0.0001' })).toBe('0.0001');
});

it('without a shown one the fee of the moment is confirmed', async () => {
  expect(await confirmedWith({})).toBe('0.0003');
});
