import { expect, it } from 'vitest';
import { IDLE_AFTER, watchIdle } from '../../../src/services/idleWatcher.ts';
import type { PageFact } from '../../../src/services/page.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { scriptedPage } from '../../models/tools/scriptedPage.ts';

function watched(isVisibleAtFirst = true) {
  const clock = new TestClock();
  let isVisible = isVisibleAtFirst;
  const { page, say } = scriptedPage({ isVisible: () => isVisible });
  const told: string[] = [];
  const stop = watchIdle(
    { page, clock },
    { left: () => void told.push('left'), back: () => void told.push('back') },
  );
  const turn = (fact: PageFact, next: boolean): void => {
    isVisible = next;
    say(fact);
  };
  return { clock, told, stop, turn };
}

it('a page is left after a minute hidden, once, and its user is back when it is visible', () => {
  const { clock, told, turn } = watched();
  clock.advance(2 * IDLE_AFTER);
  turn('hidden', false);
  clock.advance(IDLE_AFTER - 1);
  expect(told).toEqual([]);
  clock.advance(1);
  expect(told).toEqual(['left']);
  turn('hidden', false);
  turn('woke', false);
  clock.advance(3 * IDLE_AFTER);
  expect(told).toEqual(['left']);
  turn('visible', true);
  turn('woke', true);
  expect(told).toEqual(['left', 'back']);
  turn('hidden', false);
  clock.advance(IDLE_AFTER);
  expect(told).toEqual(['left', 'back', 'left']);
});

it('who is away for less than a minute is not missed', () => {
  const { clock, told, turn } = watched();
  for (let times = 0; times < 5; times += 1) {
    turn('hidden', false);
    clock.advance(IDLE_AFTER - 1);
    turn('visible', true);
    clock.advance(IDLE_AFTER);
  }
  turn('offline', false);
  clock.advance(2 * IDLE_AFTER);
  expect(told).toEqual([]);
});

it('a page that was opened out of sight is left too', () => {
  const { clock, told, turn } = watched(false);
  clock.advance(IDLE_AFTER);
  turn('restored', true);
  expect(told).toEqual(['left', 'back']);
});

it('nothing is reported, and no timer runs, once nobody watches', () => {
  const { clock, told, stop, turn } = watched();
  turn('hidden', false);
  stop();
  clock.advance(2 * IDLE_AFTER);
  turn('visible', true);
  expect(told).toEqual([]);
});
