import {
  MAX_SKETCHES,
  parseSketches,
  sketchesText,
  type Anchor,
  type Sketch,
  type SketchKind,
  type Tool,
} from '../../src/domain/sketch.ts';
import { sketchesImplementations } from '../../src/machines/sketches/sketches.actors.ts';
import * as selectors from '../../src/machines/sketches/sketches.machine.ts';
import {
  sketchesMachine,
  type SketchesContext,
  type SketchesSnapshot,
} from '../../src/machines/sketches/sketches.machine.ts';
import { TestClock } from './tools/clock.ts';
import type { AnyEvent, EventCase } from './tools/explore.ts';
import type { MachineModel } from './tools/model.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof sketchesMachine;
type Context = SketchesContext;

const PAIR = 'XMR-BTC';
/** Two places of the chart. */
export const A: Anchor = { time: 1_767_571_200, price: '0.004' };
export const B: Anchor = { time: 1_767_600_000, price: '0.005' };
/** As far from B as B is from A. */
const BEYOND: Anchor = { time: 1_767_628_800, price: '0.006' };
const WORDS = 'a note';

const sketchOf = (kind: SketchKind, ...points: readonly Anchor[]): Sketch => ({
  kind,
  points,
  words: kind === 'text' ? WORDS : '',
});
const LEVEL = sketchOf('level', A);
const TREND = sketchOf('trend', A, B);
const FULL = Array.from({ length: MAX_SKETCHES }, (_, at) => sketchOf('level', { ...A, time: at }));

const ELSEWHERE: Readonly<Record<string, readonly Sketch[]>> = {
  nothing: [],
  'two drawings': [LEVEL, TREND],
};

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const hearers = new Set<() => void>();
  let kept = '';
  return {
    machine: sketchesMachine.provide(
      sketchesImplementations({
        preferences: {
          readSketches: (pair) => (pair === PAIR ? kept : ''),
          writeSketches: (pair, text) => {
            effects.push(`keep ${pair} ${text}`);
            kept = text;
            for (const hear of hearers) hear();
          },
          listen: (hear) => {
            hearers.add(hear);
            return () => void hearers.delete(hear);
          },
        },
      }),
    ),
    clock: new TestClock(),
    settle: (id) => {
      throw new Error(`${id} does not end by itself`);
    },
    drive: {
      'sketches.kept': ({ sketches }) => {
        kept = sketchesText(sketches as readonly Sketch[]);
        for (const hear of hearers) hear();
      },
    },
    drain: () => effects.splice(0),
    leaks: () => [...hearers].map(() => 'a listener'),
  };
}

const has =
  (sketch: Sketch) =>
  ({ context }: Pick<SketchesSnapshot, 'context'>): boolean =>
    context.sketches.some((one) => sketchesText([one]) === sketchesText([sketch]));

const TOOL_NAMES: Readonly<Record<Tool, string>> = {
  level: 'a horizontal line',
  trend: 'a trend line',
  box: 'a rectangle',
  measure: 'the measure',
  text: 'a text',
};

const TOOL_EVENTS: readonly EventCase<Machine>[] = [
  ...Object.entries(TOOL_NAMES).map(([tool, name]): EventCase<Machine> => ({
    name: `choose ${name}`,
    says: `the user chooses ${name}`,
    event: { type: 'tool.chosen', tool: tool as Tool },
    // One drawing, or as many as there may be.
    when: ({ context: { sketches } }) => sketches.length === 0 || sketches.length === MAX_SKETCHES,
  })),
  {
    name: 'another tab keeps as many as fit',
    says: 'another tab draws as many as fit',
    event: { type: 'sketches.kept', sketches: FULL },
    when: ({ context: { sketches } }) => sketches.length === 0,
  },
  { name: 'write', says: 'the user writes words', event: { type: 'words.given', privateText: ` ${WORDS} ` } },
  {
    name: 'write nothing',
    says: 'the user writes no words',
    event: { type: 'words.given', privateText: ' ' },
  },
];

const POINTER_EVENTS: readonly EventCase<Machine>[] = [
  { name: 'press A', says: 'the user presses a place of the chart', event: { type: 'point.placed', at: A } },
  { name: 'press B', says: 'the user presses another place', event: { type: 'point.placed', at: B } },
  { name: 'point at B', says: 'the pointer moves to another place', event: { type: 'point.moved', at: B } },
  { name: 'point at A', says: 'the pointer moves to the first place', event: { type: 'point.moved', at: A } },
  { name: 'cancel', says: 'the user presses Escape', event: { type: 'user.cancel' } },
];

const CHANGES: readonly EventCase<Machine>[] = [
  ...(
    [
      ['the level', LEVEL, null, A],
      ['the trend line', TREND, null, A],
      ['the end of the trend line', TREND, 1, B],
    ] as const
  ).map(([name, sketch, part, at]): EventCase<Machine> => ({
    name: `grasp ${name}`,
    says: `the user presses ${name} and holds it`,
    event: { type: 'sketch.pressed', sketch, part, at },
    when: has(sketch),
  })),
  { name: 'let go', says: 'the user lets go', event: { type: 'sketch.released' } },
  ...(
    [
      ['the level', LEVEL],
      ['the trend line', TREND],
    ] as const
  ).map(([name, sketch]): EventCase<Machine> => ({
    name: `remove ${name}`,
    says: `the user removes ${name}`,
    event: { type: 'user.remove', removed: [sketch] },
    when: has(sketch),
  })),
  { name: 'restore', says: 'the user brings back what was removed', event: { type: 'user.restore' } },
  ...Object.entries(ELSEWHERE).map(([name, sketches]): EventCase<Machine> => ({
    name: `another tab keeps ${name}`,
    event: { type: 'sketches.kept', sketches },
    when: ({ context }) =>
      context.removed.length === 0 && sketchesText(context.sketches) !== sketchesText(sketches),
  })),
  {
    name: 'choose the measure',
    says: 'the user chooses the measure',
    event: { type: 'tool.chosen', tool: 'measure' },
  },
];

const keep = (sketches: readonly Sketch[]): readonly string[] => [`keep ${PAIR} ${sketchesText(sketches)}`];
const without = ({ sketches }: Context, gone: Sketch | null): readonly Sketch[] =>
  sketches.filter((one) => gone === null || sketchesText([one]) !== sketchesText([gone]));

const NOTHING = { points: [], chosen: null, dragged: null, part: null };
const WAITING = ['idle', 'beginning', 'ending', 'measured', 'writing', 'chosen'] as const;
const ALL = [...WAITING, 'dragging'] as const;
const OWNED = ['chosen', 'dragging'] as const;

/** A row of what completes a drawing, which then is chosen. */
const completes = (
  ref: Row<Context>['ref'],
  where: string,
  on: string,
  { tool, points }: { readonly tool: SketchKind; readonly points: readonly Anchor[] },
): Row<Context> => {
  const made = sketchOf(tool, ...points);
  return {
    ref,
    in: where,
    on,
    if: (context) =>
      context.tool === tool && context.points.every(({ time }, at) => at > 0 || time === A.time),
    to: 'chosen',
    does: (context) => keep([...context.sketches, made]),
    sets: (context) => ({ ...NOTHING, sketches: [...context.sketches, made], chosen: made }),
  };
};

const isAt = (context: Context, event: AnyEvent): boolean =>
  context.points[0]?.time === (event.at as Anchor).time;

/** Whether the press, or the words, end the use of a tool that draws. */
function isComplete(context: Context, event: AnyEvent): boolean {
  if (event.type === 'words.given') return true;
  if (context.tool === 'level') return true;
  return (
    (context.tool === 'trend' || context.tool === 'box') && context.points.length > 0 && !isAt(context, event)
  );
}

const gone = (name: string, sketch: Sketch): Row<Context>[] => {
  const after = (context: Context) => ({
    sketches: without(context, sketch),
    removed: context.isCut ? [...context.removed, sketch] : [sketch],
  });
  const isChosen = ({ chosen }: Context): boolean =>
    chosen !== null && sketchesText([chosen]) === sketchesText([sketch]);
  return [
    {
      ref: 'DRAW-03: a drawing that is removed is no longer chosen',
      in: OWNED,
      on: `remove ${name}`,
      if: isChosen,
      to: 'idle',
      does: (context) => keep(without(context, sketch)),
      sets: (context) => ({ ...after(context), ...NOTHING }),
    },
    {
      ref: 'DRAW-03: any drawing can be removed from the list',
      in: ALL,
      on: `remove ${name}`,
      does: (context) => keep(without(context, sketch)),
      sets: after,
    },
  ];
};

const requirements: readonly Row<Context>[] = [
  {
    ref: 'DRAW-04: of the pair, from this browser',
    in: '',
    on: '(start)',
    to: 'idle',
    sets: () => ({ sketches: [], removed: [], isCut: false, ...NOTHING }),
  },

  {
    ref: 'DRAW-05: as many as fit: only the measure is left',
    in: WAITING,
    on: 'choose *',
    if: ({ sketches }, { tool }) => tool === 'measure' || sketches.length < MAX_SKETCHES,
    to: 'beginning',
    sets: (_, { tool }) => ({ ...NOTHING, tool }),
  },

  ...(
    [
      [['beginning', 'ending'], 'press *'],
      ['writing', 'write'],
    ] as const
  ).map(([where, on]): Row<Context> => ({
    ref: 'DRAW-05: one more than fit, because another tab was faster, is not kept',
    in: where,
    on,
    if: (context, event) => context.sketches.length === MAX_SKETCHES && isComplete(context, event),
    to: 'idle',
    does: () => keep(FULL),
    sets: () => ({ ...NOTHING, sketches: FULL }),
  })),
  completes('DRAW-01: one press places a horizontal line', 'beginning', 'press A', {
    tool: 'level',
    points: [A],
  }),
  completes('DRAW-01: one press places a horizontal line', 'beginning', 'press B', {
    tool: 'level',
    points: [B],
  }),
  {
    ref: 'DRAW-01: one press places a text, which then asks for its words',
    in: 'beginning',
    on: 'press *',
    if: ({ tool }) => tool === 'text',
    to: 'writing',
    sets: (_, { at }) => ({ points: [at] }),
  },
  {
    ref: 'DRAW-01: two presses place the others',
    in: 'beginning',
    on: 'press *',
    to: 'ending',
    sets: (_, { at }) => ({ points: [at, at] }),
  },
  {
    ref: 'DRAW-01: the second end follows the pointer',
    in: 'ending',
    on: 'point at *',
    sets: ({ points }, { at }) => ({ points: [points[0], at] }),
  },
  { ref: 'DRAW-01: a second press in the same place is none', in: 'ending', on: 'press *', if: isAt },
  {
    ref: 'DRAW-02: between two points, and not kept',
    in: 'ending',
    on: 'press *',
    if: ({ tool }) => tool === 'measure',
    to: 'measured',
    sets: ({ points }, { at }) => ({ points: [points[0], at] }),
  },
  ...(['trend', 'box'] as const).flatMap((tool) => [
    completes('DRAW-01: two presses place the others', 'ending', 'press B', { tool, points: [A, B] }),
    {
      ...completes('DRAW-01: two presses place the others', 'ending', 'press A', { tool, points: [B, A] }),
      if: (context: Context) => context.tool === tool,
    },
  ]),
  {
    ref: 'DRAW-02: until the next press or Escape',
    in: 'measured',
    on: ['press *', 'cancel'],
    to: 'idle',
    sets: () => NOTHING,
  },

  completes('DRAW-01: the words of a text', 'writing', 'write', { tool: 'text', points: [A] }),
  {
    ...completes('DRAW-01: the words of a text', 'writing', 'write', { tool: 'text', points: [B] }),
    if: () => true,
  },
  { ref: 'DRAW-01: no words, no text', in: 'writing', on: 'write nothing', to: 'idle', sets: () => NOTHING },
  {
    ref: 'DRAW-01: Escape gives the tool up',
    in: ['beginning', 'ending', 'writing'],
    on: 'cancel',
    to: 'idle',
    sets: () => NOTHING,
  },

  {
    ref: 'DRAW-03: a press on a drawing chooses it',
    in: ['idle', 'chosen'],
    on: 'grasp *',
    to: 'dragging',
    sets: (_, { sketch, part, at }) => ({ chosen: sketch, dragged: null, part, points: [at] }),
  },
  {
    ref: 'DRAW-03: a press elsewhere, or Escape, ends the choice',
    in: 'chosen',
    on: ['press *', 'cancel'],
    to: 'idle',
    sets: () => NOTHING,
  },
  {
    ref: 'DRAW-03: its end is dragged, alone',
    in: 'dragging',
    on: 'point at *',
    if: ({ part }) => part === 1,
    sets: (_, { at }) => ({ dragged: sketchOf('trend', A, at as Anchor) }),
  },
  {
    ref: 'DRAW-03: the whole is dragged, as it is',
    in: 'dragging',
    on: 'point at B',
    sets: ({ chosen }) => ({
      dragged: chosen?.kind === 'level' ? sketchOf('level', B) : sketchOf('trend', B, BEYOND),
    }),
  },
  {
    ref: 'DRAW-03: the whole is dragged, back to where it was',
    in: 'dragging',
    on: 'point at A',
    sets: ({ chosen }) => ({ dragged: chosen }),
  },
  {
    ref: 'DRAW-03: where it is let go, it stays, unless another one like it is there',
    in: 'dragging',
    on: 'let go',
    if: (context) => context.dragged !== null && !has(context.dragged)({ context }),
    to: 'chosen',
    does: (context) => keep(shifted(context)),
    sets: (context) => ({ ...NOTHING, chosen: context.dragged, sketches: shifted(context) }),
  },
  {
    ref: 'DRAW-03: a press without a drag only chooses',
    in: 'dragging',
    on: 'let go',
    to: 'chosen',
    sets: ({ chosen }) => ({ ...NOTHING, chosen }),
  },
  {
    ref: 'DRAW-03: Escape puts it back',
    in: 'dragging',
    on: 'cancel',
    to: 'chosen',
    sets: ({ chosen }) => ({ ...NOTHING, chosen }),
  },

  ...gone('the level', LEVEL),
  ...gone('the trend line', TREND),
  {
    ref: 'DRAW-03: what was removed can be brought back',
    in: ALL,
    on: 'restore',
    if: ({ removed }) => removed.length > 0,
    does: (context) => keep(restored(context)),
    sets: (context) => {
      const left = context.removed.filter(
        (one) => !has(one)({ context: { sketches: restored(context) } as Context }),
      );
      return { sketches: restored(context), removed: left, isCut: left.length > 0 };
    },
  },

  {
    ref: 'DRAW-04: what another tab removed is no longer chosen',
    in: OWNED,
    on: 'another tab keeps *',
    if: ({ chosen }, { sketches }) => chosen !== null && !has(chosen)({ context: { sketches } as Context }),
    to: 'idle',
    sets: (_, { sketches }) => ({ sketches, ...NOTHING }),
  },
  {
    ref: 'DRAW-04: other tabs follow',
    in: ALL,
    on: 'another tab keeps *',
    sets: (_, { sketches }) => ({ sketches }),
  },
];

/** It keeps its place in the list. */
const shifted = ({ sketches, chosen, dragged }: Context): readonly Sketch[] =>
  sketches.map((one) =>
    chosen && dragged && sketchesText([one]) === sketchesText([chosen]) ? dragged : one,
  );

function restored(context: Context): readonly Sketch[] {
  const missing = context.removed.filter((one) => !has(one)({ context }));
  return [...context.sketches, ...missing].slice(0, MAX_SKETCHES);
}

export const sketchesModel: MachineModel<Machine> = {
  name: 'sketches',
  machine: sketchesMachine,
  states: {
    idle: 'the chart is looked at',
    beginning: 'a tool waits for its first point',
    ending: 'the end follows the pointer',
    measured: 'the measurement is shown',
    writing: 'words are asked for',
    chosen: 'a drawing is chosen',
    dragging: 'a drawing is held',
  },
  says: {
    'another tab keeps nothing': 'another tab removes all drawings',
    'another tab keeps two drawings': 'another tab draws a horizontal line and a trend line',
  },
  variants: [
    { name: 'drawing', input: { pair: PAIR }, events: [...TOOL_EVENTS, ...POINTER_EVENTS], sut },
    { name: 'changing', input: { pair: PAIR }, events: [...POINTER_EVENTS, ...CHANGES], sut },
  ],
  requirements,
  invariant: ({ value, context: { sketches, chosen } }) => {
    if (parseSketches(sketchesText(sketches)).length !== sketches.length) return 'keeps what it cannot read';
    return (value === 'chosen' || value === 'dragging') === (chosen !== null) ? undefined : 'chose nothing';
  },
  selectors: {
    from: selectors,
    rules: {
      shownSketches: ({ sketches, chosen, dragged }: Context) =>
        sketches.map((one) =>
          chosen && dragged && has(chosen)({ context: { sketches: [one] } as never }) ? dragged : one,
        ),
    },
  },
  tags: { aiming: /^(beginning|ending)/, following: /^(ending|dragging)/ },
};
