import { countdownImplementations } from '../../src/machines/shared/shared.actors.ts';
import { countdownMachine, type CountdownContext } from '../../src/machines/shared/countdown.machine.ts';
import type { PageFact } from '../../src/services/page.ts';
import * as selectors from '../../src/machines/shared/countdown.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { AnyEvent, EventCase } from './tools/explore.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof countdownMachine;

const START = Date.UTC(2026, 0, 5, 12);
const UNTIL = START + 2500;

/** After a night of sleep. */
const MORNING = START + 30_000_000;

function sut(): Sut<Machine> {
  const wallClock = new TestClock(START);
  const listeners = new Set<(fact: PageFact) => void>();
  const wakeAt = (now: number): void => {
    wallClock.jump(now - wallClock.now());
    for (const hear of listeners) for (const fact of ['hidden', 'visible'] as const) hear(fact);
  };
  return {
    machine: countdownMachine.provide(
      countdownImplementations({
        clock: wallClock,
        page: {
          listen: (hear) => {
            listeners.add(hear);
            return () => listeners.delete(hear);
          },
        },
      }),
    ),
    clock: new TestClock(),
    settle: (id) => {
      throw new Error(`${id} does not end`);
    },
    drive: {
      // The tick of the timer is compared with the planned one, with its time.
      'clock.ticked': (event: AnyEvent) => {
        if (event.now === MORNING) wakeAt(MORNING);
        else wallClock.advanceToNext();
      },
    },
    drain: () => [],
    leaks: () => [
      ...(wallClock.pending > 0 ? ['a timer of the wall clock'] : []),
      ...[...listeners].map(() => 'a listener of the page'),
    ],
  };
}

const tick = (name: string, now: number, secondsLeft: number | null): EventCase<Machine> => ({
  name,
  event: { type: 'clock.ticked', now },
  when: ({ context }) => context.secondsLeft === secondsLeft,
});

const requirements: readonly Row<CountdownContext>[] = [
  { ref: 'ACCOUNT-07', in: '', on: '(start)', to: 'running', sets: () => ({ secondsLeft: null }) },
  {
    ref: 'ACCOUNT-07',
    in: 'running',
    on: 'first look',
    says: 'somebody looks at the clock for the first time',
    to: 'running',
    sets: () => ({ secondsLeft: 3 }),
  },
  {
    ref: 'ACCOUNT-07: every 1 s',
    in: 'running',
    on: 'half a second later',
    says: 'half a second has passed',
    sets: () => ({ secondsLeft: 2 }),
  },
  {
    ref: 'ACCOUNT-07: every 1 s',
    in: 'running',
    on: 'a second later',
    says: 'a second has passed',
    sets: () => ({ secondsLeft: 1 }),
  },
  {
    ref: 'ACCOUNT-07: until its end time',
    in: 'running',
    on: 'at the instant',
    says: 'the instant comes',
    to: 'over',
    sets: () => ({ secondsLeft: 0 }),
  },
  { ref: 'ACCOUNT-07', in: 'running', on: 'after sleep', to: 'over', sets: () => ({ secondsLeft: 0 }) },
];

export const countdownModel: MachineModel<Machine> = {
  name: 'countdown',
  machine: countdownMachine,
  states: { running: 'the seconds are counted', over: 'the instant has passed' },
  variants: [
    {
      name: 'two and a half seconds',
      input: { until: UNTIL },
      events: [
        tick('first look', START, null),
        tick('half a second later', START + 500, 3),
        tick('a second later', START + 1500, 2),
        tick('at the instant', UNTIL, 1),
        {
          name: 'after sleep',
          says: 'the computer wakes up after the instant',
          event: { type: 'clock.ticked', now: MORNING },
        },
      ],
      sut,
    },
  ],
  requirements,
  selectors: { from: selectors, rules: { isOver: /^over/ } },
};
