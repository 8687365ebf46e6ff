import { cooldownMachine, type CooldownContext } from '../../src/machines/shared/index.ts';
import * as selectors from '../../src/machines/shared/cooldown.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { EventCase } from './tools/explore.ts';
import { recordEmitted } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof cooldownMachine;

const NOW = Date.UTC(2026, 0, 5, 12);

const refresh = (name: string, now: number, isRunning = false): EventCase<Machine> => ({
  name,
  event: { type: 'user.refresh', now, isRunning },
});

function sut(): Sut<Machine> {
  const effects: string[] = [];
  return {
    machine: cooldownMachine,
    clock: new TestClock(),
    settle: () => undefined,
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
  };
}

const wait = (seconds: number): string[] => [
  `toast {"key":"toast.waitBeforeRefresh","kind":"error","values":{"count":${seconds}}}`,
];

const requirements: readonly Row<CooldownContext>[] = [
  { ref: 'TRADE-05: at most once per 10 s', in: '', on: '(start)', to: 'ready' },
  {
    ref: 'TRADE-05: one at a time',
    in: 'ready',
    on: 'refresh while one runs',
    says: 'the user refreshes while a refresh runs',
  },
  {
    ref: 'TRADE-05: at most once per 10 s',
    in: 'ready',
    on: 'refresh*',
    to: 'cooling',
    does: () => ['refresh {}'],
  },
  {
    ref: 'TRADE-05: wait, with the seconds',
    in: 'cooling',
    on: 'refresh',
    says: 'the user refreshes',
    does: () => wait(10),
  },
  {
    ref: 'TRADE-05: wait, with the seconds',
    in: 'cooling',
    on: 'refresh 1 ms later',
    says: 'the user refreshes again 1 ms later',
    does: () => wait(10),
  },
  {
    ref: 'TRADE-05: wait, with the seconds',
    in: 'cooling',
    on: 'refresh 3.2 s later',
    says: 'the user refreshes again 3.2 s later',
    does: () => wait(7),
  },
  {
    ref: 'TRADE-05: wait, with the seconds',
    in: 'cooling',
    on: 'refresh 9.999 s later',
    says: 'the user refreshes again 9.999 s later',
    does: () => wait(1),
  },
  {
    ref: 'TRADE-05: wait, with the seconds',
    in: 'cooling',
    on: 'refresh while one runs',
    does: () => wait(10),
  },
  {
    ref: 'TRADE-05: 10 s',
    in: 'cooling',
    on: 'after cooldown',
    says: 'ten seconds have passed',
    to: 'ready',
    after: 10_000,
  },
];

export const cooldownModel: MachineModel<Machine> = {
  name: 'cooldown',
  machine: cooldownMachine,
  states: {
    ready: 'a refresh is possible',
    cooling: 'the next refresh has to wait',
  },
  variants: [
    {
      name: 'a panel',
      events: [
        refresh('refresh', NOW),
        { ...refresh('refresh 1 ms later', NOW + 1), when: (snapshot) => snapshot.matches('cooling') },
        { ...refresh('refresh 3.2 s later', NOW + 3200), when: (snapshot) => snapshot.matches('cooling') },
        { ...refresh('refresh 9.999 s later', NOW + 9999), when: (snapshot) => snapshot.matches('cooling') },
        refresh('refresh while one runs', NOW, true),
      ],
      sut,
    },
  ],
  requirements,
  selectors: {
    from: selectors,
    rules: {
      isCooling: /^cooling/,
    },
  },
};
