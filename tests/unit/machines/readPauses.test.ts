import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { readRules } from '../../../src/machines/resource/resource.reads.ts';
import { OutageError, type Failure } from '../../../src/domain/failure.ts';
import { resourceMachine } from '../../../src/machines/resource/resource.machine.ts';
import { labelTimers, TestClock } from '../../models/tools/clock.ts';

// The actors add a random part to the pauses; the machine alone has none.

const DOWN: Failure = { status: 503, code: 'server', retryable: true };

async function pausesOf(failure: Failure): Promise<number[]> {
  const clock = new TestClock();
  const actor = createActor(
    resourceMachine.provide({
      actors: {
        read: fromPromise(() => Promise.reject(new OutageError(failure))),
        page: fromCallback(() => undefined),
      },
    }),
    { clock, input: { name: 'orders', params: {}, policy: readRules.orders.policy } },
  );
  labelTimers(clock, actor);
  actor.start();
  actor.send({ type: 'reader.came' });
  const pauses: number[] = [];
  for (;;) {
    for (let turn = 0; turn < 24; turn += 1) await Promise.resolve();
    if (!actor.getSnapshot().matches({ reading: 'pausing' })) break;
    pauses.push(clock.advanceToNext() ?? 0);
  }
  actor.stop();
  return pauses;
}

it('a read that failed is sent again after 1, 2 and 4 seconds', async () => {
  expect(await pausesOf(DOWN)).toEqual([1000, 2000, 4000]);
});

it("and not before the server's time", async () => {
  expect(await pausesOf({ ...DOWN, status: 429, code: 'tooMany', retryAfter: 7 })).toEqual([
    7000, 7000, 7000,
  ]);
});
