import { cooldownMachine, type CooldownContext } from '../../src/machines/shared/cooldown.machine.ts';
import * as selectors from '../../src/machines/shared/cooldown.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { EventCase } from './tools/explore.ts';
import { recordEmitted } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof cooldownMachine;

const NOW = Date.UTC(2026, 0, 5, 12);

const refresh = (now: number, isRunning = false) => ({ type: 'user.refresh', now, isRunning }) as const;

const again = (wait: string, milliseconds: number): EventCase<Machine> => ({
  name: `refresh ${wait} later`,
  says: `the user refreshes again ${wait} later`,
  event: refresh(NOW + milliseconds),
  when: (snapshot) => snapshot.matches('cooling'),
});

const events: readonly EventCase<Machine>[] = [
  { name: 'refresh', says: 'the user refreshes', event: refresh(NOW) },
  again('1 ms', 1),
  again('3.2 s', 3200),
  again('9.999 s', 9999),
  {
    name: 'refresh while one runs',
    says: 'the user refreshes while a refresh runs',
    event: refresh(NOW, true),
  },
];

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
  { ref: 'TRADE-05: one at a time', in: 'ready', on: 'refresh while one runs' },
  {
    ref: 'TRADE-05: at most once per 10 s',
    in: 'ready',
    on: 'refresh*',
    to: 'cooling',
    does: () => ['refresh {}'],
  },
  { ref: 'TRADE-05: wait, with the seconds', in: 'cooling', on: 'refresh', does: () => wait(10) },
  { ref: 'TRADE-05: wait, with the seconds', in: 'cooling', on: 'refresh 1 ms later', does: () => wait(10) },
  { ref: 'TRADE-05: wait, with the seconds', in: 'cooling', on: 'refresh 3.2 s later', does: () => wait(7) },
  {
    ref: 'TRADE-05: wait, with the seconds',
    in: 'cooling',
    on: 'refresh 9.999 s later',
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
  states: { ready: 'a refresh is possible', cooling: 'the next refresh has to wait' },
  variants: [{ name: 'a panel', events, sut }],
  requirements,
  selectors: { from: selectors, rules: {} },
};
