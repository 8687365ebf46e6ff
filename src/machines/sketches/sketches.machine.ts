import { type ActorRefFrom, assertEvent, assign, setup, type SnapshotFrom } from 'xstate';
import {
  changedSketches,
  draggedSketch,
  isIn,
  isSameSketch,
  MAX_SKETCHES,
  pointsOf,
  labelOf,
  type Anchor,
  type Sketch,
  type SketchChange,
  type Tool,
} from '../../domain/sketch.ts';
import { callback, effect } from '../shared/common.ts';

export interface SketchesInput {
  /** BASE-QUOTE. */
  readonly pair: string;
}

export interface SketchesContext extends SketchesInput {
  /** Drawings of the pair, the newest last. */
  readonly sketches: readonly Sketch[];
  readonly tool: Tool;
  /** Where the tool was set down, and where its end follows the pointer. */
  readonly points: readonly Anchor[];
  /** The drawing that is chosen; where it is dragged to while it is. */
  readonly chosen: Sketch | null;
  readonly dragged: Sketch | null;
  /** Which point is dragged; null for the whole drawing. */
  readonly part: number | null;
  /** Can be brought back. */
  readonly removed: readonly Sketch[];
  /** They are what did not fit when they were brought back: the next removal makes room for them. */
  readonly isCut: boolean;
}

export type SketchesEvent =
  /** Of the storage: at once, and after every change, of other tabs too. */
  | { readonly type: 'sketches.kept'; readonly sketches: readonly Sketch[] }
  | { readonly type: 'tool.chosen'; readonly tool: Tool }
  /** A press on the chart that hits no drawing. */
  | { readonly type: 'point.placed'; readonly at: Anchor }
  | { readonly type: 'point.moved'; readonly at: Anchor }
  | { readonly type: 'words.given'; readonly privateText: string }
  | {
      readonly type: 'sketch.pressed';
      readonly sketch: Sketch;
      /** One of its points; null for any other part. */
      readonly part: number | null;
      readonly at: Anchor;
    }
  | { readonly type: 'sketch.released' }
  | { readonly type: 'user.cancel' }
  | { readonly type: 'user.remove'; readonly removed: readonly Sketch[] }
  | { readonly type: 'user.restore' };

type SketchesArgs = { readonly context: SketchesContext; readonly event: SketchesEvent };

/** What the press, or the words, complete. @throws Error for an event without: no guard lets one through */
function drawn({ context: { tool, points }, event }: SketchesArgs): Sketch {
  if (tool === 'measure') throw new Error('a measurement is not kept');
  if (event.type === 'words.given')
    return { kind: tool, points: points.slice(0, 1), words: labelOf(event.privateText) };
  if (event.type !== 'point.placed') throw new Error(`nothing is drawn by ${event.type}`);
  return { kind: tool, points: [...points.slice(0, pointsOf(tool) - 1), event.at], words: '' };
}

const addition = (args: SketchesArgs): SketchChange => ({ removed: [], added: [drawn(args)] });

const shift = ({ context: { chosen, dragged } }: SketchesArgs): SketchChange => ({
  removed: chosen ? [chosen] : [],
  added: dragged ? [dragged] : [],
});

/** Keeps what is complete, and chooses it. */
const completing = [
  { type: 'keep', params: addition },
  { type: 'change', params: addition },
  { type: 'choose', params: drawn },
] as const;

const NOTHING = { points: [], chosen: null, dragged: null, part: null } as const;

/**
 * What the user draws in the chart of one pair (DRAW-01 to DRAW-05). Places are prices and times: the view says which
 * are under the pointer, and draws.
 */
export const sketchesMachine = setup({
  types: {
    context: {} as SketchesContext,
    events: {} as SketchesEvent,
    input: {} as SketchesInput,
    tags: {} as 'aiming' | 'following',
  },
  actors: { kept: callback<SketchesEvent, SketchesInput>() },
  actions: {
    /** In the storage, where another tab may have changed them a moment ago. */
    keep: effect<SketchChange>(),
    change: assign({
      sketches: ({ context }, change: SketchChange) => changedSketches(context.sketches, change),
    }),
    put: assign({ ...NOTHING }),
    grasp: assign(({ event }) => {
      assertEvent(event, 'sketch.pressed');
      return { ...NOTHING, chosen: event.sketch, part: event.part, points: [event.at] };
    }),
    choose: assign((_, sketch: Sketch) => ({ ...NOTHING, chosen: sketch })),
  },
  guards: {
    hasRoom: ({ context }, tool: Tool) => tool === 'measure' || context.sketches.length < MAX_SKETCHES,
    isLevel: ({ context }) => context.tool === 'level',
    isText: ({ context }) => context.tool === 'text',
    isMeasure: ({ context }) => context.tool === 'measure',
    isSet: ({ context: { points } }, at: Anchor) =>
      points[0]?.time === at.time && points[0].price === at.price,
    hasWords: (_, typed: string) => labelOf(typed) !== '',
    isGone: ({ context: { sketches, chosen } }) => chosen !== null && !isIn(sketches, chosen),
    /** To a place of its own: of two drawings in one place, one would be lost. */
    isMoved: ({ context: { sketches, dragged } }) => dragged !== null && !isIn(sketches, dragged),
    hasRemoved: ({ context }) => context.removed.length > 0,
  },
}).createMachine({
  id: 'sketches',
  description: 'What the user draws in the chart of one pair, in this browser alone.',
  context: ({ input }) => ({ ...input, ...NOTHING, sketches: [], tool: 'level', removed: [], isCut: false }),
  invoke: {
    id: 'kept',
    src: 'kept',
    input: ({ context }) => ({ pair: context.pair }),
    // Without it drawing goes on.
    onError: {},
  },
  initial: 'idle',
  on: {
    'sketches.kept': { actions: assign({ sketches: ({ event }) => event.sketches }) },
    'tool.chosen': {
      guard: { type: 'hasRoom', params: ({ event }) => event.tool },
      target: '.beginning',
      actions: ['put', assign({ tool: ({ event }) => event.tool })],
    },
    'user.remove': {
      actions: [
        { type: 'keep', params: ({ event }) => ({ removed: event.removed, added: [] }) },
        { type: 'change', params: ({ event }) => ({ removed: event.removed, added: [] }) },
        assign({
          removed: ({ context: { isCut, removed }, event }) =>
            isCut ? [...removed, ...event.removed] : event.removed,
        }),
      ],
    },
    'user.restore': {
      guard: 'hasRemoved',
      actions: [
        { type: 'keep', params: ({ context }) => ({ removed: [], added: context.removed }) },
        { type: 'change', params: ({ context }) => ({ removed: [], added: context.removed }) },
        assign(({ context: { sketches, removed } }) => {
          const left = removed.filter((one) => !isIn(sketches, one));
          return { removed: left, isCut: left.length > 0 };
        }),
      ],
    },
  },
  states: {
    idle: {
      description: 'The chart is looked at.',
      on: { 'sketch.pressed': { target: 'dragging', actions: 'grasp' } },
    },
    beginning: {
      description: 'A tool waits for its first point.',
      tags: ['aiming'],
      on: {
        'point.placed': [
          { guard: 'isLevel', target: 'chosen', actions: completing },
          { guard: 'isText', target: 'writing', actions: assign({ points: ({ event }) => [event.at] }) },
          { target: 'ending', actions: assign({ points: ({ event }) => [event.at, event.at] }) },
        ],
        'user.cancel': 'idle',
      },
    },
    ending: {
      description: 'The first point is set; the other end follows the pointer until it is set down.',
      tags: ['aiming', 'following'],
      on: {
        'point.moved': {
          actions: assign({ points: ({ context, event }) => [...context.points.slice(0, 1), event.at] }),
        },
        'point.placed': [
          // The second press of two in one place.
          { guard: { type: 'isSet', params: ({ event }) => event.at } },
          {
            guard: 'isMeasure',
            target: 'measured',
            actions: assign({ points: ({ context, event }) => [...context.points.slice(0, 1), event.at] }),
          },
          { target: 'chosen', actions: completing },
        ],
        'user.cancel': { target: 'idle', actions: 'put' },
      },
    },
    measured: {
      description: 'The measurement is shown, until the next press.',
      on: {
        'point.placed': { target: 'idle', actions: 'put' },
        'user.cancel': { target: 'idle', actions: 'put' },
      },
    },
    writing: {
      description: 'The place of a text is set; its words are asked for.',
      on: {
        'words.given': [
          {
            guard: { type: 'hasWords', params: ({ event }) => event.privateText },
            target: 'chosen',
            actions: completing,
          },
          { target: 'idle', actions: 'put' },
        ],
        'user.cancel': { target: 'idle', actions: 'put' },
      },
    },
    chosen: {
      description: 'A drawing is chosen: it has handles, and can be removed.',
      // Removed, here or in another tab.
      always: { guard: 'isGone', target: 'idle', actions: 'put' },
      on: {
        'sketch.pressed': { target: 'dragging', actions: 'grasp' },
        'point.placed': { target: 'idle', actions: 'put' },
        'user.cancel': { target: 'idle', actions: 'put' },
      },
    },
    dragging: {
      description: 'The pointer holds a drawing, or one point of it, and may drag it.',
      tags: ['following'],
      always: { guard: 'isGone', target: 'idle', actions: 'put' },
      on: {
        'point.moved': {
          actions: assign({
            dragged: ({ context: { chosen, part, points }, event }) =>
              chosen && points[0] ? draggedSketch(chosen, part, points[0], event.at) : null,
          }),
        },
        'sketch.released': [
          {
            guard: 'isMoved',
            target: 'chosen',
            actions: [
              { type: 'keep', params: shift },
              { type: 'change', params: shift },
              assign(({ context }) => ({ ...NOTHING, chosen: context.dragged })),
            ],
          },
          { target: 'chosen', actions: assign(({ context }) => ({ ...NOTHING, chosen: context.chosen })) },
        ],
        'user.cancel': {
          target: 'chosen',
          actions: assign(({ context }) => ({ ...NOTHING, chosen: context.chosen })),
        },
        // The pointer is held: no tool can be taken.
        'tool.chosen': {},
      },
    },
  },
});

export type SketchesSnapshot = SnapshotFrom<typeof sketchesMachine>;
export type SketchesRef = ActorRefFrom<typeof sketchesMachine>;

/** As they are drawn: one that is dragged is where the pointer has it. */
export const shownSketches = ({
  context: { sketches, chosen, dragged },
}: SketchesSnapshot): readonly Sketch[] =>
  chosen && dragged ? sketches.map((one) => (isSameSketch(one, chosen) ? dragged : one)) : sketches;
