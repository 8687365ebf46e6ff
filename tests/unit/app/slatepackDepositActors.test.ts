import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { slatepackDepositImplementations } from '../../../src/machines/deposit/deposit.actors.ts';

/** Milliseconds; browsers fire longer timers at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

it('a window that ends in a thousand years is watched with timers that browsers can count', () => {
  const pauses: number[] = [];
  const looks: (() => void)[] = [];
  let now = 0;
  const { actors } = slatepackDepositImplementations({
    http: { send: () => Promise.reject(new Error('nothing is sent')) },
    clock: {
      now: () => now,
      setTimeout: (run, milliseconds) => {
        pauses.push(milliseconds);
        looks.push(run);
        return pauses.length;
      },
      clearTimeout: () => undefined,
    },
    page: { listen: () => () => undefined },
    invalidateDeposits: () => undefined,
  });
  const end = 1000 * 365 * 86_400_000;
  const actor = createActor(actors.window, { input: { safeUntil: end, closesAt: end } });
  actor.start();
  for (let turn = 0; turn < 3; turn += 1) {
    now += pauses.at(-1) ?? 0;
    looks.at(-1)?.();
  }
  actor.stop();
  expect(pauses).toHaveLength(4);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(LONGEST_TIMER);
});
