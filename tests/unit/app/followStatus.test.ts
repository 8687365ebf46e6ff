import { describe, expect, it } from 'vitest';
import { createFollowStatus } from '../../../src/machines/withdrawal/withdrawalFacts.actors.ts';
import type { Http } from '../../../src/services/http/port.ts';
import { TestClock } from '../../models/tools/clock.ts';

async function following(isWindowOver: boolean, answers: readonly ('fails' | 'awaited')[] = []) {
  const clock = new TestClock();
  const asked: number[] = [];
  let told = 0;
  const send = async (_call: never, request: { params: { id: string } }) => {
    expect(request.params.id).toBe('w-1');
    asked.push(clock.now());
    if (answers[asked.length - 1] === 'fails') throw new TypeError('no answer');
    return { ok: true, value: {} };
  };
  const start = clock.now();
  const stop = createFollowStatus({ send } as unknown as Pick<Http, 'send'>, clock)(
    'w-1',
    isWindowOver,
    () => {
      told += 1;
    },
  );
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      clock.advance(1000);
      for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
    }
  };
  return { pass, stop, at: () => asked.map((time) => (time - start) / 1000), told: () => told };
}

describe('how a GRIN withdrawal that waits is asked about (WITHDRAW-24)', () => {
  it('is every 15 s while there is time', async () => {
    const status = await following(false);
    await status.pass(46);
    expect(status.at()).toEqual([15, 30, 45]);
  });

  it('is at once when the time is over, and every 3 s until the server has decided', async () => {
    const status = await following(true);
    await status.pass(8);
    expect(status.at().length).toBe(3);
  });

  it('goes on after a question without an answer, and ends with the screen', async () => {
    const status = await following(false, ['fails']);
    await status.pass(31);
    expect([status.at().length, status.told()]).toEqual([2, 1]);
    status.stop();
    await status.pass(60);
    expect(status.at().length).toBe(2);
  });
});
