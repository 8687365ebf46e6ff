import { cooldownMachine, type CooldownContext } from '../../src/machines/shared/index.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { EventCase } from './tools/explore.ts';
import { recordEmitted } from './tools/ports.ts';
import { specTable } from './tools/spec.ts';
import type { World } from './tools/walk.ts';
import { cooldownPhrases } from './cooldown.phrases.ts';

type Machine = typeof cooldownMachine;

const NOW = Date.UTC(2026, 0, 5, 12);

const refresh = (name: string, now: number, isRunning = false): EventCase<Machine> => ({
  name,
  event: { type: 'user.refresh', now, isRunning },
});

function world(): World<Machine> {
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

const spec = () =>
  specTable<CooldownContext>([
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
    {
      ref: 'TRADE-05: wait, with the seconds',
      in: 'cooling',
      on: 'refresh 1 ms later',
      does: () => wait(10),
    },
    {
      ref: 'TRADE-05: wait, with the seconds',
      in: 'cooling',
      on: 'refresh 3.2 s later',
      does: () => wait(7),
    },
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
    { ref: 'TRADE-05: 10 s', in: 'cooling', on: 'after cooldown', to: 'ready', after: 10_000 },
  ]);

export const cooldownModel: MachineModel<Machine> = {
  name: 'cooldown',
  phrases: cooldownPhrases,
  machine: cooldownMachine,
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
      world,
    },
  ],
  spec,
};
