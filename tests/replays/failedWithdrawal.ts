import { createActor } from 'xstate';
import { createRecorder } from '../../tools/inspector/recorder.ts';
import { readRecording, type Recording } from '../../tools/inspector/recording.ts';
import { withdrawalImplementations } from '../../src/machines/withdrawal/withdrawal.actors.ts';
import { withdrawalMachine } from '../../src/machines/withdrawal/withdrawal.machine.ts';
import { TestClock } from '../models/tools/clock.ts';
import { scriptedNetwork, type Reply } from '../models/tools/ports.ts';
import { IDEMPOTENCY_KEY, NOW, POOR, TAKEN, TYPED, factsOf, json } from '../models/withdrawal.model.ts';

/** What an actor does at once takes a few turns of the queue of promises. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 48; turn += 1) await Promise.resolve();
};

/**
 * The recording of a withdrawal that is refused, tried again, gets no answer, is looked for, is not found and is sent
 * again: 19 events of the withdrawal, and its two writes.
 */
export async function failedWithdrawal(): Promise<Recording> {
  const clock = new TestClock(NOW);
  const network = scriptedNetwork([]);
  const recorder = createRecorder(() => clock.now(), NOW);
  const machine = withdrawalMachine.provide(
    withdrawalImplementations({
      http: network.http,
      sendsFee: true,
      userId: () => 'user-1',
      watchFacts: () => ({ retry: () => undefined, stop: () => undefined }),
      waitUntil: () => () => undefined,
      followStatus: () => () => undefined,
      followWaiting: () => () => undefined,
      kept: { keep: () => undefined, drop: () => undefined, keepForm: () => undefined },
      noteOwnChange: () => undefined,
    }),
  );
  const actor = createActor(machine, { clock, inspect: recorder.see, input: { ticker: 'BTC', kept: null } });
  const send = (event: Parameters<typeof actor.send>[0]): void => {
    clock.advance(50);
    actor.send(event);
  };
  const facts = (): void => send({ type: 'facts.received', facts: { ...factsOf('BTC').open } });
  const answer = async (reply: Reply): Promise<void> => {
    await turns();
    clock.advance(20);
    network.reply(reply);
    await turns();
  };
  const nothing = json({ withdrawals: [], total: 0 });
  const confirm = async (): Promise<void> => {
    send({ type: 'user.continue', typed: TYPED.calm, decimalComma: false });
    send({ type: 'user.confirm', idempotencyKey: IDEMPOTENCY_KEY, shownFee: '0.0001' });
    await answer(nothing);
  };
  actor.start();
  facts();
  facts();
  send({ type: 'user.edit' });
  send({ type: 'user.edit' });
  await confirm();
  await answer(POOR.reply as Reply);
  send({ type: 'user.tryAgain' });
  await confirm();
  await answer('noAnswer');
  facts();
  facts();
  while (actor.getSnapshot().matches({ creating: 'looking' })) {
    clock.advanceToNext();
    await answer(nothing);
  }
  send({ type: 'user.sendAgain' });
  await answer(TAKEN.reply as Reply);
  facts();
  actor.stop();
  // As a file brings it.
  return readRecording(JSON.stringify(recorder.recording()));
}
