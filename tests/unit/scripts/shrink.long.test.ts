import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assign, createMachine, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate';
import { divergenceText, minimal, shrink } from '../../../tools/replay/shrink.ts';
import { MACHINES } from '../../../tools/inspector/machines.ts';
import { pureScope } from '../../../tools/inspector/pureScope.ts';
import {
  FORMAT,
  readRecording,
  VERSION,
  type RecordedActor,
  type Recording,
} from '../../../tools/inspector/recording.ts';
import { replay } from '../../../tools/inspector/replay.ts';
import { idsOf } from '../../../tools/inspector/transitions.ts';
import { failedWithdrawal } from '../../replays/failedWithdrawal.ts';

/** @param wrong what `break` leads to */
const lampWith = (wrong: 'dark' | 'broken', isDimmed = true): AnyStateMachine =>
  createMachine({
    id: 'lamp',
    initial: 'dark',
    context: { presses: 0 },
    states: {
      dark: { on: { press: { target: 'lit', actions: assign({ presses: 1 }) } } },
      lit: { on: { press: 'dark', break: wrong, ...(isDimmed ? { dim: 'dim' } : {}) } },
      dim: { on: { press: 'lit', break: 'dark' } },
      broken: { on: { mend: 'dark' } },
    },
  }) as AnyStateMachine;

const before = lampWith('broken');
const MISTAKES = [lampWith('dark'), lampWith('broken', false), lampWith('dark', false)];

function recordingOf(events: readonly string[], name = 'lamp#1'): Recording {
  const took: string[] = [];
  const scope = pureScope((transitions) => took.push(...idsOf(transitions)));
  let at = before.getInitialSnapshot(scope, undefined) as AnyMachineSnapshot;
  const first = { actor: name, machine: 'lamp', at: 0, state: at.value, context: at.context };
  const steps = events.map((type, index) => {
    took.length = 0;
    const next = before.transition(at as never, { type }, scope) as AnyMachineSnapshot;
    const step = {
      at: index,
      event: { type },
      state: next.value,
      ...(next.context === at.context ? {} : { context: next.context as unknown }),
      took: [...took],
    };
    at = next;
    return step;
  });
  return { format: FORMAT, version: VERSION, began: '2026-01-05T12:00:00Z', actors: [{ ...first, steps }] };
}

const without = ({ actors, ...rest }: Recording, start: number, length: number): Recording => ({
  ...rest,
  actors: actors.map((actor) => ({
    ...actor,
    steps: actor.steps.filter((_, place) => place < start || place >= start + length),
  })),
});

const stepsOf = (recording: Recording | null) =>
  recording?.actors[0]?.steps.map(({ event }) => event.type) ?? null;

describe('a shrunk recording', () => {
  const words = fc.array(fc.constantFrom('press', 'break', 'mend', 'dim', 'other'), { maxLength: 60 });

  it('diverges as the long one, and neither an event nor a run of events can be left out', () => {
    const outcomes = { shrunk: 0, same: 0 };
    fc.assert(
      fc.property(words, fc.constantFrom(...MISTAKES), (events, machine) => {
        const machines = new Map([['lamp', machine]]);
        const recording = recordingOf(events);
        const found = shrink(recording, machines);
        const wanted = divergenceText(recording, machines);
        if (found === null) {
          outcomes.same += 1;
          return wanted === null;
        }
        outcomes.shrunk += 1;
        const steps = found.actors[0]?.steps ?? [];
        expect(divergenceText(found, machines)).toBe(wanted);
        // The machine of the recording takes the same way.
        expect(replay(found, new Map([['lamp', before]])).divergences).toEqual([]);
        expect(readRecording(JSON.stringify(found))).toEqual(found);
        expect(shrink(found, machines)).toEqual(found);
        return [...steps.keys()].every((start) =>
          [...steps.keys()]
            .slice(start)
            .every((end) => divergenceText(without(found, start, end - start + 1), machines) !== wanted),
        );
      }),
      { numRuns: 300 },
    );
    // About 55, in six runs 49 to 65.
    expect(outcomes.shrunk).toBeGreaterThan(20);
    expect(outcomes.same).toBeGreaterThan(10);
  });

  it('is the shortest way there', () => {
    const machines = new Map([['lamp', lampWith('dark')]]);
    const long = recordingOf(['press', 'press', 'press', 'dim', 'press', 'other', 'break', 'mend', 'press']);
    expect(stepsOf(shrink(long, machines))).toEqual(['press', 'break']);
  });

  it('is of the actor that needs the fewest events', () => {
    const machines = new Map([['lamp', lampWith('dark')]]);
    const [one] = recordingOf(['press', 'dim', 'press', 'break']).actors;
    const [two] = recordingOf(['press', 'break'], 'lamp#2').actors;
    const both = { ...recordingOf([]), actors: [one, two] as RecordedActor[] };
    expect(shrink(both, machines)?.actors).toHaveLength(1);
    expect(stepsOf(shrink(both, machines))).toEqual(['press', 'break']);
  });

  it('has no event when the machine is gone, or begins otherwise', () => {
    expect(stepsOf(shrink(recordingOf(['press']), new Map()))).toEqual([]);
  });

  it('of a real withdrawal keeps only what leads to the mistake', async () => {
    const recording = await failedWithdrawal();
    const machine = MACHINES.get('withdrawal') as AnyStateMachine;
    const { states, ...config } = machine.config as { states: Record<string, object> };
    const { result } = states as { result: { states: Record<string, object> } };
    const deaf = { ...result, states: { ...result.states, refused: {} } };
    const mistaken = createMachine(
      { ...config, states: { ...states, result: deaf } } as never,
      machine.implementations as never,
    ) as AnyStateMachine;
    const machines = new Map([...MACHINES, ['withdrawal', mistaken] as const]);
    const found = shrink(recording, machines);
    const events = stepsOf(found) ?? [];
    expect(events.at(-1)).toBe('user.tryAgain');
    const whole = recording.actors.reduce((sum, { steps }) => sum + steps.length, 0);
    expect(events.length).toBeLessThan(whole / 4);
    expect(replay(found as Recording, machines).divergences).toHaveLength(1);
  });
});

it('leaving out pieces ends where every item is needed', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(99), { minLength: 1 }),
      fc.infiniteStream(fc.boolean()),
      (all, draws) => {
        const needed = all.filter(() => draws.next().value);
        const isEnough = (kept: readonly number[]) => needed.every((one) => kept.includes(one));
        expect(minimal(all, isEnough)).toEqual(needed);
      },
    ),
  );
});
