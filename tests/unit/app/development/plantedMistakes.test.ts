import { describe, expect, it } from 'vitest';
import { createMachine, type AnyStateMachine } from 'xstate';
import { MACHINES } from '../../../../tools/inspector/machines.ts';
import { readRecording } from '../../../../tools/inspector/recording.ts';
import { replay } from '../../../../tools/inspector/replay.ts';
import { failedWithdrawal } from '../../../replays/failedWithdrawal.ts';

const recording = await failedWithdrawal();

type Node = Readonly<Record<string, unknown>> & { readonly states: Readonly<Record<string, Node>> };

function changed(id: string, at: readonly string[], change: (state: Node) => object): AnyStateMachine {
  const machine = MACHINES.get(id) as AnyStateMachine;
  const rewrite = (node: Node, [key, ...rest]: readonly string[]): object =>
    key === undefined
      ? { ...node, ...change(node) }
      : { ...node, states: { ...node.states, [key]: rewrite(node.states[key] as Node, rest) } };
  return createMachine(rewrite(machine.config as never, at) as never, machine.implementations as never);
}

const replayWith = (machine: AnyStateMachine) =>
  replay(recording, new Map([...MACHINES, [machine.id, machine]])).divergences;

describe('a mistake that is planted in a machine is found by the recording of a failed withdrawal', () => {
  it('none without one', () => {
    expect(replayWith(MACHINES.get('withdrawal') as AnyStateMachine)).toEqual([]);
  });

  it('another target', () => {
    const machine = changed('withdrawal', ['checking'], () => ({
      invoke: {
        id: 'readBefore',
        src: 'readBefore',
        onDone: { target: 'form' },
        onError: { target: 'form' },
      },
    }));
    expect(replayWith(machine)).toMatchObject([
      {
        actor: 'withdrawal#1',
        type: 'xstate.done.actor.readBefore',
        what: 'state',
        expected: { creating: 'sending' },
        found: 'form',
      },
    ]);
  });

  it('an event that is not heard any more', () => {
    const machine = changed('withdrawal', ['result', 'failed'], () => ({ on: {} }));
    expect(replayWith(machine)).toMatchObject([
      { type: 'user.tryAgain', what: 'state', found: { result: 'failed' } },
    ]);
  });

  it('a condition that is turned round', () => {
    const machine = changed('withdrawal', [], () => ({}));
    const { isConfirmed } = machine.implementations.guards as Record<
      string,
      (args: never, params: never) => boolean
    >;
    const turned = machine.provide({
      guards: { isConfirmed: ((args: never, params: never) => !isConfirmed?.(args, params)) as never },
    });
    expect(replayWith(turned)).toMatchObject([{ what: 'state', expected: { creating: 'resending' } }]);
  });

  it('another delay', () => {
    const machine = (MACHINES.get('write') as AnyStateMachine).provide({
      delays: { maxSearch: 70_000 } as never,
    });
    expect(replayWith(machine)).toMatchObject([
      {
        what: 'delays',
        expected: [{ delay: 60_000 }, { delay: 500 }],
        found: [{ delay: 70_000 }, { delay: 500 }],
      },
    ]);
  });

  it('a delay that came too early', () => {
    const actors = recording.actors.map((actor) => ({
      ...actor,
      steps: actor.steps.map((step) =>
        step.event.type.startsWith('xstate.after.lookPause') ? { ...step, at: step.at - 600 } : step,
      ),
    }));
    expect(replay({ ...recording, actors }, MACHINES).divergences).toMatchObject([
      { actor: 'write#2', what: 'delay' },
    ]);
  });

  it('another beginning', () => {
    const machine = changed('withdrawal', [], () => ({ initial: 'notFound' }));
    expect(replayWith(machine).length).toBeGreaterThan(0);
  });

  it('a machine that is gone', () => {
    expect(replay(recording, new Map()).divergences).toHaveLength(recording.actors.length);
  });
});

describe('a file that is no recording', () => {
  it.each([
    ['not JSON', '{', /JSON/],
    ['something else', '{}', /no recording/],
    ['a later version', '{"format":"quietbook-recording","version":9,"actors":[]}', /version 9/],
  ])('%s is refused in words', (_name, text, words) => {
    expect(() => readRecording(text)).toThrow(words);
  });
});
