import { assign, setup, type SnapshotFrom } from 'xstate';
import { type Failure, failureOf } from '../../domain/failure.ts';
import type { PairSettings, Side } from '../../domain/market.ts';
import type { BeforeSending, SentOrder } from '../../domain/placedOrder.ts';
import { failureIn, valueIn } from '../../domain/result.ts';
import type { DecimalComma } from '../../domain/typedDecimal.ts';
import { effect, promise } from '../shared/common.ts';
import { createWrite, type WriteEvent } from '../write/write.machine.ts';
import type { BeforeAnswer, Placing } from './orderForm.machine.ts';
import { cancellationOf, type PlacedOrder } from './orderForm.rules.ts';
import {
  checkLadder,
  endsLadder,
  isKnownById,
  type LadderFault,
  resultOf,
  type RungResult,
  type TypedLadder,
} from './orderLadder.rules.ts';

export interface LadderPress {
  readonly typed: TypedLadder;
  readonly isSignedIn: boolean;
  /** Null while they are not loaded. */
  readonly settings: PairSettings | null;
  readonly decimalComma: DecimalComma;
  /** A UUID for each order. */
  readonly idempotencyKeys: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
}

interface LadderInput {
  readonly pair: string;
  readonly side: Side;
}

interface LadderContext extends LadderInput {
  readonly fault: LadderFault | null;
  readonly rungs: readonly SentOrder[];
  /** Results of the first rungs, in order; the others were not sent. */
  readonly results: readonly RungResult[];
  /** What the lists held before the next one; null where it must be read. */
  readonly before: BeforeSending | null;
  /** The others are not sent. */
  readonly isStopped: boolean;
  /** Why what is open already could not be read. */
  readonly failure: Failure | null;
}

export type LadderEvent =
  | { readonly type: 'user.submit'; readonly press: LadderPress }
  | { readonly type: 'user.edit' | 'user.decline' }
  /** `now` in epoch milliseconds. */
  | { readonly type: 'user.confirm'; readonly now: number }
  | { readonly type: 'user.stop' | 'user.leave' | 'user.checkAgain' }
  | WriteEvent<'placeRung', PlacedOrder>;

function nextOf({ rungs, results, before }: LadderContext): Placing {
  const sending = rungs[results.length];
  if (!sending) throw new Error('no order is left');
  return { sending: { ...sending, before }, privateCode: null };
}

const withResult = ({ results }: LadderContext, result: RungResult) => ({ results: [...results, result] });
const UNKNOWN: RungResult = { outcome: 'unknown', failure: null };

/** With the order that was placed, so that it is not taken for another one whose answer is lost (LADDER-05). */
const withOrder = (before: BeforeSending | null, { id }: PlacedOrder): BeforeSending | null =>
  before && id !== null ? { ...before, orders: [...before.orders, id] } : null;

/**
 * Several limit orders of one press (LADDER-01). Each is sent once, in turn; one whose answer was lost is looked for,
 * and none is sent after it.
 */
export const orderLadderMachine = setup({
  types: {
    context: {} as LadderContext,
    events: {} as LadderEvent,
    input: {} as LadderInput,
    tags: {} as 'busy',
  },
  actors: {
    /** Reads open orders and executions, to tell a lost order from an older one later. */
    readBefore: promise<BeforeAnswer, { pair: string | null }>(),
    placeRung: createWrite<Placing, PlacedOrder>(),
  },
  actions: {
    /** Drops the order from the browser's storage. */
    forget: effect(),
    refreshOwnReads: effect(),
  },
  guards: {
    hasRungs: ({ context }) => context.rungs.length > 0,
    isOver: ({ context }) => context.isStopped || context.results.length === context.rungs.length,
    isBeforeKnown: ({ context }) => context.before !== null,
    isRead: (_, answer: BeforeAnswer) => answer.ok,
    isCanceled: (_, placed: PlacedOrder) => placed.state === 'CANCELED',
    isKnownById: (_, placed: PlacedOrder) => isKnownById(placed),
    isLastUnknown: ({ context }) => context.results.at(-1)?.outcome === 'unknown',
  },
}).createMachine({
  id: 'orderLadder',
  description:
    'Several limit orders of one press: the question, the requests in turn, and what became of each.',
  context: ({ input }) => ({
    ...input,
    fault: null,
    rungs: [],
    results: [],
    before: null,
    isStopped: false,
    failure: null,
  }),
  initial: 'editing',
  states: {
    editing: {
      description: 'The user fills in the ladder; what kept the last press from going on stands beside it.',
      entry: assign({ rungs: [] }),
      exit: assign({ fault: null }),
      always: { guard: 'hasRungs', target: 'asking' },
      on: {
        'user.edit': { actions: assign({ fault: null }) },
        'user.submit': {
          actions: assign(({ context: { pair, side }, event: { press } }) => {
            const { typed, idempotencyKeys, now, ...rules } = press;
            const checked = checkLadder(typed, { ...rules, pair, side });
            if (!checked.ok) return { fault: checked.fault };
            return {
              rungs: checked.rungs.map((order, place) => ({
                order,
                idempotencyKey: idempotencyKeys[place] ?? '',
                sentAt: now,
                before: null,
                isAgain: false,
              })),
            };
          }),
        },
      },
    },
    asking: {
      description: 'The user sees every order, their sum and the worst case, and is asked once.',
      on: {
        'user.confirm': {
          target: 'checking',
          // Looked for by the time of the press, not by that of the question.
          actions: assign(({ context: { rungs }, event: { now } }) => ({
            rungs: rungs.map((rung) => ({ ...rung, sentAt: now })),
          })),
        },
        'user.decline': 'editing',
      },
    },
    checking: {
      description: 'Notes what is open already, so that a lost order can be told from an older one.',
      tags: ['busy'],
      invoke: {
        id: 'readBefore',
        src: 'readBefore',
        input: ({ context }) => ({ pair: context.pair }),
        onDone: [
          {
            guard: { type: 'isRead', params: ({ event }) => event.output },
            target: 'placing',
            actions: assign({ before: ({ event }) => valueIn(event.output) }),
          },
          { target: 'finished', actions: assign({ failure: ({ event }) => failureIn(event.output) }) },
        ],
        onError: { target: 'finished', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
      on: { 'user.stop': 'finished' },
    },
    placing: {
      description: 'The next order is on its way, once; after a lost answer it is looked for.',
      tags: ['busy'],
      invoke: {
        id: 'placeRung',
        src: 'placeRung',
        input: ({ context, event }) =>
          event.type === 'user.checkAgain'
            ? { subject: nextOf(context), begin: 'look', isAgain: true }
            : { subject: nextOf(context) },
      },
      on: {
        'user.stop': { actions: assign({ isStopped: true }) },
        'placeRung.done': [
          {
            guard: { type: 'isCanceled', params: ({ event }) => event.value },
            target: 'deciding',
            actions: [
              assign(({ context, event }) => ({
                ...withResult(context, {
                  outcome: 'refused',
                  failure: cancellationOf(nextOf(context).sending.order, event.value),
                }),
                before: null,
              })),
              'refreshOwnReads',
            ],
          },
          {
            guard: { type: 'isKnownById', params: ({ event }) => event.value },
            target: 'deciding',
            actions: [
              assign(({ context, event }) => ({
                ...withResult(context, resultOf(event.value)),
                before: withOrder(context.before, event.value),
              })),
            ],
          },
          {
            target: 'deciding',
            actions: [
              assign(({ context, event }) => ({
                ...withResult(context, resultOf(event.value)),
                before: null,
              })),
              'refreshOwnReads',
            ],
          },
        ],
        'placeRung.refused': {
          target: 'deciding',
          actions: assign(({ context, event: { failure } }) => ({
            ...withResult(context, { outcome: 'refused', failure }),
            isStopped: context.isStopped || endsLadder(failure),
          })),
        },
        'placeRung.lost': '.looking',
        'placeRung.absent': {
          target: 'finished',
          actions: assign(({ context }) => withResult(context, UNKNOWN)),
        },
        'placeRung.unknown': {
          target: 'finished',
          actions: assign(({ context, event: { failure } }) => withResult(context, { ...UNKNOWN, failure })),
        },
      },
      initial: 'sending',
      states: {
        sending: { description: 'Nothing takes it back.' },
        looking: {
          description:
            'No answer came, and the order may have been placed. The lists are read; nothing is sent.',
          on: {
            'user.leave': {
              target: '#orderLadder.finished',
              actions: [assign(({ context }) => withResult(context, UNKNOWN)), 'forget'],
            },
          },
        },
      },
    },
    deciding: {
      description: 'Whether another order follows, and whether the lists are read before it.',
      tags: ['busy'],
      always: [
        { guard: 'isOver', target: 'finished' },
        { guard: 'isBeforeKnown', target: 'placing' },
        { target: 'checking' },
      ],
    },
    finished: {
      description: 'Every order shows what became of it, or that it was not sent. Nothing more is sent.',
      entry: [assign({ isStopped: true }), 'refreshOwnReads'],
      on: {
        'user.checkAgain': {
          guard: 'isLastUnknown',
          target: 'placing.looking',
          actions: assign({ results: ({ context }) => context.results.slice(0, -1) }),
        },
      },
    },
  },
});

export type OrderLadderSnapshot = SnapshotFrom<typeof orderLadderMachine>;

/** The view of the dialog. */
export function selectLadderStage(snapshot: OrderLadderSnapshot) {
  if (snapshot.matches('editing')) return 'editing';
  if (snapshot.matches('asking')) return 'asking';
  if (snapshot.matches({ placing: 'looking' })) return 'looking';
  return snapshot.matches('finished') ? 'finished' : 'placing';
}

export const mayCheckAgain = (snapshot: OrderLadderSnapshot): boolean =>
  snapshot.can({ type: 'user.checkAgain' });
