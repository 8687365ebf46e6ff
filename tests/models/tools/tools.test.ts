import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assign, emit, fromPromise, sendTo, setup, fromCallback, type AnyMachineSnapshot } from 'xstate';
import { TestClock } from './clock.ts';
import { allTransitions } from '../../../tools/inspector/transitions.ts';
import { leftOut } from './leftOut.ts';
import { explore, type Edge, type EventCase, type Graph, type Outcome } from './explore.ts';
import { failuresOf } from './failures.ts';
import { edgePaths, tours, wayTo, type Path } from './paths.ts';
import { recordEmitted } from './ports.ts';
import { idsOfScreenStates, idsOfTransitions } from './screenStates.ts';
import { specTable, type Row } from './spec.ts';
import { walk, type PathReport, type Sut } from './walk.ts';

interface Mistake {
  readonly retryTarget?: 'idle' | 'failed';
  readonly limit?: number;
  readonly pause?: number;
  readonly toast?: boolean;
  readonly ignoresReset?: boolean;
  readonly sendsTwice?: boolean;
}

function lampMachine(mistake: Mistake = {}) {
  return setup({
    types: {
      context: {} as { tries: number },
      events: {} as { type: 'user.press' } | { type: 'user.reset' },
      emitted: {} as { type: 'toast'; key: string },
    },
    actors: {
      light: fromPromise<string>(() => Promise.reject(new Error('unwired'))),
      beat: fromCallback<{ type: 'tick' }>(() => undefined),
    },
    delays: { pause: mistake.pause ?? 1000, blink: 400 },
    guards: { mayRetry: ({ context }) => context.tries < (mistake.limit ?? 2) },
    actions: {
      count: assign({ tries: ({ context }) => context.tries + 1 }),
      clear: assign({ tries: 0 }),
      say: emit({ type: 'toast', key: 'off' }),
      tick: sendTo('beat', { type: 'tick' }),
    },
  }).createMachine({
    id: 'lamp',
    context: { tries: 0 },
    initial: 'idle',
    states: {
      idle: { on: { 'user.press': { target: 'lighting' } } },
      lighting: {
        entry: 'count',
        invoke: {
          id: 'light',
          src: 'light',
          onDone: { target: 'lit' },
          onError: [
            { guard: 'mayRetry', target: 'waiting' },
            { target: 'failed', actions: mistake.toast === false ? [] : 'say' },
          ],
        },
      },
      waiting: {
        invoke: { id: 'beat', src: 'beat' },
        initial: 'blinking',
        after: { pause: { target: mistake.retryTarget === 'idle' ? 'idle' : 'lighting' } },
        states: { blinking: { after: { blink: { target: 'blinking', reenter: true, actions: 'tick' } } } },
      },
      failed: mistake.ignoresReset ? {} : { on: { 'user.reset': { target: 'idle', actions: 'clear' } } },
      lit: {},
    },
  });
}

function sut(mistake: Mistake): Sut<ReturnType<typeof lampMachine>> {
  const effects: string[] = [];
  const open: { done: (text: string) => void; fail: (error: Error) => void }[] = [];
  let beats = 0;
  return {
    clock: new TestClock(),
    machine: lampMachine(mistake).provide({
      actors: {
        light: fromPromise<string>(({ signal }) => {
          effects.push('call light');
          if (mistake.sendsTwice) effects.push('call light');
          return new Promise((done, fail) => {
            const call = { done, fail };
            open.push(call);
            signal.addEventListener('abort', () => open.splice(open.indexOf(call), 1));
          });
        }),
        beat: fromCallback<{ type: 'tick' }>(({ receive }) => {
          beats += 1;
          receive(() => effects.push('tick'));
          return () => {
            beats -= 1;
          };
        }),
      },
    }),
    settle: (_id, outcome) => {
      const call = open.shift();
      if (outcome.reply === 'on') call?.done('on');
      else call?.fail(new Error('off'));
    },
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => [...open.map(() => 'call'), ...(beats > 0 ? ['beat'] : [])],
  };
}

const events: EventCase<ReturnType<typeof lampMachine>>[] = [
  { name: 'press', event: { type: 'user.press' } },
  { name: 'reset', event: { type: 'user.reset' } },
];
const outcomes: Record<string, Outcome[]> = {
  light: [
    { name: 'on', reply: 'on', done: 'on' },
    { name: 'off', reply: 'off', error: new Error('off') },
  ],
};
const rows: Row<{ tries: number }, 'lamp'>[] = [
  { ref: 'lamp', in: '', on: '(start)', to: 'idle' },
  {
    ref: 'lamp',
    in: 'idle',
    on: 'press',
    to: 'lighting',
    does: () => ['call light'],
    sets: ({ tries }) => ({ tries: tries + 1 }),
  },
  { ref: 'lamp', in: 'lighting', on: 'light: on', to: 'lit' },
  { ref: 'lamp', in: 'lighting', on: 'light: off', if: ({ tries }) => tries < 2, to: 'waiting.blinking' },
  { ref: 'lamp', in: 'lighting', on: 'light: off', to: 'failed', does: () => ['toast {"key":"off"}'] },
  { ref: 'lamp', in: 'waiting.blinking', on: 'after blink', does: () => ['tick'], after: 400 },
  {
    ref: 'lamp',
    in: 'waiting.blinking',
    on: 'after pause',
    to: 'lighting',
    after: 1000,
    does: () => ['call light'],
    sets: () => ({ tries: 2 }),
  },
  { ref: 'lamp', in: 'failed', on: 'reset', to: 'idle', sets: () => ({ tries: 0 }) },
];

function walksOf(mistake: Mistake) {
  const spec = specTable(rows);
  const key = ({ value, context }: { value: unknown; context: { tries: number } }) => ({
    value,
    tries: context.tries,
  });
  const graph = explore(lampMachine(mistake), { events, outcomes, key });
  const walked = (path: Path) => walk(path, { graph, key, spec, sut: () => sut(mistake), taken: new Set() });
  return { spec, graph, walked };
}

async function findings(mistake: Mistake): Promise<string[]> {
  const { spec, graph, walked } = walksOf(mistake);
  const found: string[] = [];
  for (const path of [...edgePaths(graph), ...tours(graph)]) {
    const report = await walked(path);
    if (report.error) found.push(report.error);
  }
  return [...found, ...spec.unused()];
}

describe('a table', () => {
  it('has a title for each row, and reports which one judges a step', () => {
    const spec = specTable(rows);
    expect(spec.titles[1]).toBe('[lamp] idle -- press --> lighting');
    const { first } = explore(lampMachine(), { events, outcomes });
    expect(spec.expect('press', { type: 'user.press' }, first).rowIndex).toBe(1);
    expect(spec.expect('reset', { type: 'user.reset' }, first).rowIndex).toBe(-1);
  });

  it('takes no row that names no requirement', () => {
    // @ts-expect-error The types refuse it.
    const { titles } = specTable<object>([{ ref: 'as agreed', in: '', on: 'press' }]);
    expect(titles).toEqual(['[as agreed]  -- press --> (stay)']);
  });
});

describe('tours', () => {
  const key = ({ value }: { value: unknown }) => value;
  const graph = explore(lampMachine(), { events, outcomes, key });
  const idsOf = idsOfTransitions;
  const all = new Set(graph.edges.flatMap(idsOf));

  it('take each, and leave last what nothing leads back from', () => {
    const [tour = [], ...others] = tours(graph, { longest: 60, idsOf });
    expect(others).toEqual([]);
    expect(new Set(tour.flatMap(idsOf))).toEqual(all);
    expect(tour.findIndex(({ name }) => name === 'light: on')).toBe(tour.length - 1);
  });

  it('are cut where they become too long, and leave out what was taken', () => {
    const short = tours(graph, { longest: 4, idsOf });
    expect(short.length).toBeGreaterThan(1);
    expect(Math.max(...short.map(({ length }) => length))).toBeLessThanOrEqual(4);
    expect(new Set(short.flat().flatMap(idsOf))).toEqual(all);
    expect(tours(graph, { idsOf, taken: all })).toEqual([]);
  });

  it('of screen states take every transition, reach every screen state, and take no invisible step twice', () => {
    const whole = explore(lampMachine(), { events, outcomes });
    const screenStateOf = ({ value }: AnyMachineSnapshot): string => JSON.stringify(value);
    const paths = tours(whole, { idsOf: idsOfScreenStates(whole, screenStateOf) });
    const screenStates = (edges: readonly Edge[]): Set<string> =>
      new Set(edges.map(({ after }) => screenStateOf(after)));
    expect(screenStates(paths.flat())).toEqual(screenStates(whole.edges));
    expect(new Set(paths.flat().flatMap(idsOf))).toEqual(new Set(whole.edges.flatMap(idsOf)));
    expect(paths.flat().length).toBeLessThan(tours(whole).flat().length);
    // Where every state is a screen state of its own, tours reach every state.
    const everything = (snapshot: AnyMachineSnapshot): string =>
      JSON.stringify([snapshot.value, snapshot.context]);
    const all = tours(whole, { idsOf: idsOfScreenStates(whole, everything) }).flat();
    expect(new Set(all.map(({ to }) => to))).toEqual(new Set(whole.edges.map(({ to }) => to)));
  });
});

describe('tours of any graph', () => {
  const STATES = 9;
  const state = fc.nat({ max: STATES - 1 });

  function graphOf(pairs: readonly (readonly [number, number])[]): Graph {
    const edges = pairs.map(([from, to], index) => ({ id: `e${index}`, from: `s${from}`, to: `s${to}` }));
    const out = new Map(edges.map(({ from }) => [from, edges.filter((edge) => edge.from === from)]));
    return { initial: 's0', edges, out } as unknown as Graph;
  }
  const isReached = ({ initial, out }: Graph, id: string): boolean => {
    const seen = new Set([initial]);
    for (const one of seen) for (const { to } of out.get(one) ?? []) seen.add(to);
    return [...out].some(([from, edges]) => seen.has(from) && edges.some((edge) => edge.id === id));
  };

  it('start at its first state, continue where they are, and take every edge that can be reached', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(state, state), { maxLength: 40 }),
        fc.integer({ min: 1, max: 30 }),
        (pairs, longest) => {
          const graph = graphOf(pairs);
          const paths = tours(graph, { longest });
          for (const path of paths) {
            expect(path.map(({ from }) => from)).toEqual([
              graph.initial,
              ...path.slice(0, -1).map(({ to }) => to),
            ]);
            // A state farther away than a tour is long is still reached by the shortest way.
            expect(path.length <= Math.max(longest, STATES)).toBe(true);
          }
          const taken = new Set(paths.flat().map(({ id }) => id));
          expect(taken).toEqual(
            new Set(graph.edges.map(({ id }) => id).filter((id) => isReached(graph, id))),
          );
        },
      ),
    );
  });

  it('need no second beginning where every state leads back', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(state, state), { maxLength: 30 }), (pairs) => {
        const circle = Array.from({ length: STATES }, (_, index) => [index, (index + 1) % STATES] as const);
        expect(tours(graphOf([...pairs, ...circle]), { longest: Infinity })).toHaveLength(1);
      }),
    );
  });

  it('end with what nothing leads back from', () => {
    // A cycle of two states, and a dead end that is named first.
    const [path = [], ...others] = tours(
      graphOf([
        [0, 2],
        [0, 1],
        [1, 0],
      ]),
    );
    expect(others).toEqual([]);
    expect(path.map(({ to }) => to)).toEqual(['s1', 's0', 's2']);
  });

  it('start where they may start again, and at the first state where nothing is missing from there', () => {
    const graph = graphOf([
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 4],
      [1, 5],
      [1, 6],
    ]);
    const steps = tours(graph, { again: 's1' }).map((path) => path.map(({ from, to }) => `${from} ${to}`));
    expect(steps).toEqual([['s0 s1', 's1 s4'], ['s1 s5'], ['s1 s6'], ['s0 s2'], ['s0 s3']]);
  });
});

describe('the walker', () => {
  it('finds nothing wrong with the right machine, timers that come first included', async () => {
    expect(await findings({})).toEqual([]);
  });

  it.each([
    ['a changed target', { retryTarget: 'idle' }],
    ['a moved boundary', { limit: 3 }],
    ['a changed delay', { pause: 900 }],
    ['a dropped message', { toast: false }],
    ['a removed transition', { ignoresReset: true }],
    ['a call sent twice', { sendsTwice: true }],
  ] as const)('catches %s', async (_name, mistake) => {
    expect(await findings(mistake)).not.toEqual([]);
  });
});

describe('a walk', () => {
  const machine = setup({}).createMachine({
    id: 'door',
    initial: 'shut',
    states: { shut: { on: { open: { target: 'wide' } } }, wide: { on: { shut: { target: 'shut' } } } },
  });
  const [open = '', shut = ''] = allTransitions(machine);

  it('leaves nothing out where every transition is taken, or excepted with a reason', () => {
    expect(leftOut(machine, new Set([open, shut]))).toEqual([]);
    expect(leftOut(machine, new Set([open]), { [shut]: 'it sticks' })).toEqual([]);
    expect(leftOut(machine, new Set([open, shut]), {}, { [shut]: 'it sticks elsewhere' })).toEqual([]);
  });

  it('names everything left out, and every exception without need or reason', () => {
    expect(leftOut(machine, new Set([open]))).toEqual([`not taken: ${shut}`]);
    expect(leftOut(machine, new Set([open]), { [shut]: ' ' })).toEqual([
      `excepted without a reason: ${shut}`,
    ]);
    expect(leftOut(machine, new Set([open, shut]), { [shut]: 'it sticks', other: 'gone' })).toEqual([
      `excepted, but taken: ${shut}`,
      'excepted, but there is no such transition: other',
    ]);
  });
});

describe('a tour that fails', () => {
  it('names the step that fails once, by the shortest path to it, and walks the rest another way', async () => {
    const { graph, walked } = walksOf({ pause: 900 });
    const ended: string[] = [];
    const named = (wanted: string) => graph.edges.find(({ name }) => name === wanted) as Edge;
    const path = [...wayTo(graph, named('after pause')), named('light: on')];
    const failures = await failuresOf(graph, [path], async (one) => {
      const report = await walked(one);
      if (report.error === undefined) ended.push(report.title);
      return report;
    });
    expect(failures).toEqual([expect.stringMatching(/900 ms[^]*path: press > light: off > after pause$/)]);
    expect(ended).toEqual(['press > light: on']);
  });

  it('is given up after ten steps', async () => {
    const { graph } = walksOf({});
    const failing = (path: Path): Promise<PathReport> =>
      Promise.resolve({ title: '', steps: [], error: 'no', ...(path[0] ? { failedAt: path[0] } : {}) });
    const path = graph.out.get(graph.initial) ?? [];
    const many = Array.from({ length: 20 }, () => [path[0]].flatMap((edge) => edge ?? []));
    expect(await failuresOf(graph, many, failing)).toHaveLength(10);
  });
});
