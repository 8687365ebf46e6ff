import { describe, expect, it } from 'vitest';
import {
  type AnyStateMachine,
  assign,
  createActor,
  createMachine,
  raise,
  setup,
  SimulatedClock,
} from 'xstate';
import { createRecorder } from './recorder.ts';
import { readRecording, type Recording, watchReads } from './recording.ts';
import { type Divergence, replay } from './replay.ts';

type Sent = string | number | { readonly type: string; readonly isSound?: boolean };

/** Records an actor: an event is sent, a number advances the clock by that many milliseconds. */
function record(machine: AnyStateMachine, sent: readonly Sent[], input?: unknown): Recording {
  const clock = new SimulatedClock();
  const recorder = createRecorder(() => clock.now(), 0, new Map([[machine.id, machine]]));
  const actor = createActor(machine, { clock, input, inspect: recorder.see });
  actor.start();
  for (const one of sent)
    if (typeof one === 'number') clock.increment(one);
    else actor.send(typeof one === 'string' ? { type: one } : one);
  actor.stop();
  return readRecording(JSON.stringify(recorder.recording()));
}

const stepsOf = (recording: Recording) => recording.actors[0]?.steps ?? [];
const replayed = (recording: Recording, machine: AnyStateMachine) =>
  replay(recording, new Map([[machine.id, machine]]));

const MINUTE = 60_000;
/** Waits for a second, unless told to go before. */
const waits = (again: string) =>
  createMachine({
    id: 'waits',
    initial: 'idle',
    states: {
      idle: { on: { begin: 'waiting' } },
      waiting: { on: { leave: 'idle', noise: {} }, after: { 1000: again } },
      done: { on: { begin: 'waiting' } },
    },
  });
const waiting = waits('done');

const FIRST = { count: 0, name: 'a private name' };
const counts = setup({
  types: { context: FIRST },
  actions: { again: raise({ type: 'more' }) },
  guards: { isLow: ({ context }) => context.count < 9, isLong: ({ context }) => context.name.length > 3 },
}).createMachine({
  id: 'counts',
  context: FIRST,
  initial: 'low',
  states: {
    low: {
      on: {
        add: { actions: ['again'] },
        more: { guard: 'isLow', actions: assign({ count: ({ context }) => context.count + 1 }) },
        rise: { guard: ({ context }) => context.count > 2, target: 'high' },
        name: [{ guard: 'isLong', target: 'named' }, { target: 'low' }],
        rename: { actions: assign({ name: 'another' }) },
      },
    },
    high: { on: { rest: 'low' } },
    named: {},
  },
});

describe('a recording', () => {
  it('has each event, where it led and when, and the context only where it has changed', () => {
    const [actor] = record(counts, [7, 'add', 'rename', 5, 'name']).actors;
    expect(actor).toMatchObject({ actor: 'counts#1', machine: 'counts', at: 0, state: 'low' });
    expect(actor?.context).toEqual({ count: 0, name: '‹text›' });
    expect(actor?.steps.map(({ at, event, state }) => [at, event.type, state])).toEqual([
      [7, 'add', 'low'],
      [7, 'rename', 'low'],
      [12, 'name', 'named'],
    ]);
    expect(actor?.steps.map((step) => 'context' in step && step.context)).toEqual([
      { count: 1, name: '‹text›' },
      { count: 1, name: '‹text›' },
      false,
    ]);
    expect(actor?.steps.some((step) => 'before' in step)).toBe(false);
    expect(actor && ['timers', 'leftOut', 'isCut'].filter((name) => name in actor)).toEqual([]);
  });

  it('has the delays that an event began, and not those that it ended, nor events without a delay', () => {
    const event = 'xstate.after.1000.waits.waiting';
    const steps = stepsOf(record(waiting, ['begin', 'leave', 'begin', 1000]));
    expect(steps.map(({ timers }) => timers)).toEqual([
      [{ event, delay: 1000 }],
      undefined,
      [{ event, delay: 1000 }],
      undefined,
    ]);
    expect(steps.map(({ at }) => at)).toEqual([0, 0, 0, 1000]);
    expect(stepsOf(record(counts, ['add']))[0]?.timers).toBeUndefined();
    const atOnce = createMachine({ id: 'once', initial: 'a', states: { a: { after: { 50: 'b' } }, b: {} } });
    expect(record(atOnce, []).actors[0]?.timers).toEqual([{ event: 'xstate.after.50.once.a', delay: 50 }]);
  });

  it('does not tell that an actor was stopped', () => {
    expect(stepsOf(record(waiting, ['begin'])).map(({ event }) => event.type)).toEqual(['begin']);
  });

  it('counts what comes too often and changes no state, and keeps what is known after it', () => {
    const often = record(waiting, ['begin', ...Array<string>(25).fill('noise'), 999, 'noise', 1, 'begin']);
    expect(often.actors[0]).toMatchObject({ leftOut: 16 });
    expect(stepsOf(often).map(({ event }) => event.type)).toEqual([
      'begin',
      ...Array<string>(10).fill('noise'),
      'xstate.after.1000.waits.waiting',
      'begin',
    ]);
    const renamed = record(counts, [...Array<string>(12).fill('rename'), 'add']);
    expect(renamed.actors[0]).toMatchObject({ leftOut: 2 });
    expect(stepsOf(renamed).at(-1)).toMatchObject({ before: { count: 0, name: '‹text›' } });
    expect(replayed(renamed, counts).divergences).toEqual([]);
  });

  it('says that it is cut where it became too long', () => {
    const long = record(waiting, Array.from({ length: 1100 }, () => ['begin', 'leave']).flat());
    expect(long.actors[0]?.isCut).toBe(true);
    expect(stepsOf(long)).toHaveLength(2000);
  });

  it('forgets actors that have ended before those that run', () => {
    const recorder = createRecorder(() => 0, 0, new Map([[waiting.id, waiting]]));
    const first = createActor(waiting, { inspect: recorder.see }).start();
    for (let made = 0; made < 305; made += 1) createActor(waiting, { inspect: recorder.see }).start().stop();
    const names = recorder.recording().actors.map(({ actor }) => actor);
    expect(names).toHaveLength(300);
    expect([names[0], names[1], names.at(-1)]).toEqual(['waits#1', 'waits#8', 'waits#306']);
    first.stop();
  });
});

describe('a recording that is replayed', () => {
  const whatOf = ({ divergences }: { divergences: readonly Divergence[] }) =>
    divergences.map(({ event, type, what }) => [event, type, what]);

  it('diverges nowhere on the machine that it is of, whose guards are judged again', () => {
    const found = replayed(record(counts, ['add', 'add', 'rise', 'add', 'rise', 'rest']), counts);
    expect(found).toMatchObject({ actors: 1, events: 6, believed: 0, divergences: [] });
    expect(found.judged).toBeGreaterThan(0);
  });

  it('judges a guard without an event by what the assigns before it have left, and not those after it', () => {
    const judges = createMachine({
      id: 'judges',
      context: { isSound: null as boolean | null },
      initial: 'form',
      states: {
        form: {
          always: [
            { guard: ({ context }) => context.isSound === false, target: 'bad' },
            { guard: ({ context }) => context.isSound === true, target: 'good' },
          ],
          on: { press: { actions: assign({ isSound: ({ event }) => event.isSound }) } },
          exit: assign({ isSound: null }),
        },
        bad: { on: { again: 'form' } },
        good: {},
      },
    });
    const recording = record(judges, [
      { type: 'press', isSound: false },
      'again',
      { type: 'press', isSound: true },
    ]);
    expect(stepsOf(recording).map(({ between }) => between)).toEqual([
      [{ isSound: false }],
      undefined,
      [{ isSound: true }],
    ]);
    expect(replayed(recording, judges)).toMatchObject({ believed: 0, divergences: [] });
  });

  it('believes what was recorded of a guard that reads a masked text', () => {
    const { judged, believed, divergences } = replayed(record(counts, ['add', 'rename', 'name']), counts);
    expect([believed > 0, judged > 0, divergences]).toEqual([true, true, []]);
  });

  it('diverges where another transition leads to the same state', () => {
    const two = (isFirst: boolean) =>
      createMachine({
        id: 'two',
        initial: 'a',
        states: {
          a: {
            on: {
              go: [
                { guard: 'is', target: 'b', actions: 'x' },
                { guard: 'isElse', target: 'b' },
              ],
            },
          },
          b: {},
        },
      }).provide({ guards: { is: () => isFirst, isElse: () => true }, actions: { x: () => undefined } });
    const recording = record(two(true), ['go']);
    expect(whatOf(replayed(recording, two(true)))).toEqual([]);
    expect(replayed(recording, two(false)).divergences).toMatchObject([
      {
        what: 'transitions',
        expected: ['two.a | go [is] -> two.b'],
        found: ['two.a | go [isElse] -> two.b'],
      },
    ]);
  });

  it('stands in the recorded state where the first depends on what was not recorded', () => {
    const chooses = createMachine({
      id: 'chooses',
      context: ({ input }) => ({ isOpen: Boolean((input as { isOpen?: boolean } | undefined)?.isOpen) }),
      initial: 'choosing',
      states: {
        choosing: { always: [{ guard: ({ context }) => context.isOpen, target: 'open' }, 'shut'] },
        open: { after: { 100: 'shut' } },
        shut: { on: { open: 'open' }, always: { guard: () => false, target: 'open' } },
      },
    });
    const recording = record(chooses, [100, 'open'], { isOpen: true });
    expect(whatOf(replayed(recording, chooses))).toEqual([]);
    const [actor] = recording.actors;
    if (!actor) throw new Error('nothing was recorded');
    const elsewhere = { ...recording, actors: [{ ...actor, state: 'open', context: { isOpen: false } }] };
    expect(whatOf(replayed(elsewhere, chooses))).toEqual([]);
  });

  it('is judged by delays: none is overdue, none comes early, and one that was ended never', () => {
    const after = 'xstate.after.1000.waits.waiting';
    const moved = (recording: Recording, place: number, by: number): Recording => ({
      ...recording,
      actors: recording.actors.map((actor) => ({
        ...actor,
        steps: actor.steps.map((step, index) => (index < place ? step : { ...step, at: step.at + by })),
      })),
    });
    const plain = record(waiting, ['begin', 1000, 'begin', 10, 'leave', 'begin']);
    expect(whatOf(replayed(plain, waiting))).toEqual([]);
    expect(replayed(moved(plain, 1, -600), waiting).divergences).toMatchObject([
      { event: 2, type: after, what: 'delay', expected: 'at 400 ms', found: '600 ms later' },
    ]);
    // A page in the background is late, but not that late.
    const late = record(waiting, ['begin', 10, 'leave', 'begin', 10, 'noise']);
    expect(whatOf(replayed(moved(late, 3, 2 * MINUTE), waiting))).toEqual([]);
    expect(replayed(moved(late, 3, 2 * MINUTE + 2000), waiting).divergences).toMatchObject([
      { event: 4, type: 'noise', what: 'delay', expected: 'noise', found: after },
    ]);
    // Long after it was left, an ended delay is not awaited.
    const left = record(waiting, ['begin', 10, 'leave', 10 * MINUTE, 'begin']);
    expect(whatOf(replayed(left, waiting))).toEqual([]);
    const never = record(waiting, ['begin', 1000]);
    const actors = never.actors.map((actor) => ({ ...actor, steps: actor.steps.slice(1), state: 'waiting' }));
    expect(whatOf(replayed({ ...never, actors }, waits('idle')))).not.toEqual([]);
  });
});

describe('who reads masked data', () => {
  const isSeen = (read: (watch: <T>(data: T) => T) => unknown): boolean => {
    const { watch, sawMask } = watchReads();
    read(watch);
    return sawMask();
  };
  it.each<[string, (watch: <T>(data: T) => T) => unknown, boolean]>([
    ['a text', (watch) => watch('‹text›'), true],
    ['a field', (watch) => watch({ deep: { name: '‹text›' } }).deep.name, true],
    ['the name of an error', (watch) => watch({ error: { name: 'Error' } }).error, true],
    ['a list that was cut', (watch) => watch([1, '‹3 more›'])[0], true],
    ['a field beside it', (watch) => watch({ name: '‹text›', count: 1 }).count, false],
    ['a whole list', (watch) => watch([1, 2]).length, false],
    ['nothing', (watch) => watch(null), false],
  ])('of %s meets a mask: %#', (_name, read, isMet) => {
    expect(isSeen(read)).toBe(isMet);
  });
});
