import {
  type ActorLogic,
  type EventObject,
  type Snapshot,
  assign,
  fromPromise,
  setup,
  type SnapshotFrom,
} from 'xstate';
import { type Failure, failureOf } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { unwired } from '../shared/index.ts';

export interface ReconcileWriteInput<Subject = unknown> {
  /** What was sent, as the look needs it to recognize it. */
  readonly subject: Subject;
  /** Milliseconds before each look; 0 looks at once. By default five looks within 30 seconds. */
  readonly pauses?: readonly number[];
  /** What was heard instead of the answer: it may say how long to wait. */
  readonly failure?: Failure | null;
}

export interface ReconcileWriteContext {
  readonly subject: unknown;
  readonly pauses: readonly number[];
  /** Looks so far, the one that runs included. */
  readonly looks: number;
  /** Milliseconds of all pauses so far. */
  readonly waited: number;
  /** What the last look found; null while nothing was found. */
  readonly found: unknown;
  /** Why the last look told nothing, before the first one why the write was not answered; else null. */
  readonly failure: Failure | null;
}

/** What reading showed. */
export type ReconcileWriteOutput<Found = unknown> =
  /** The write arrived. */
  | { readonly kind: 'found'; readonly value: Found }
  /** The last look was answered, and did not hold it. A server may still be working on it. */
  | { readonly kind: 'absent' }
  /** The last look was not answered; `failure` is null where the time ran out first. */
  | { readonly kind: 'unknown'; readonly failure: Failure | null };

/** `value` null: what was read does not hold it. */
export type LookAnswer<Found = unknown> = Result<Found | null>;

/** The machine as a parent sees it that knows what is looked for and what is found. */
export type ReconcileWrite<Subject, Found> = ActorLogic<
  Snapshot<ReconcileWriteOutput<Found>>,
  EventObject,
  ReconcileWriteInput<Subject>
>;

/**
 * Milliseconds before each look. A gateway may answer 502 or 504 while the server still works on the write, so that its
 * absence a second later proves nothing: the last look is half a minute after the answer was lost.
 */
const PAUSES = [1000, 2000, 4000, 8000, 15_000] as const;
/** The user who looks again does not wait for the first look. */
const PAUSES_AGAIN = [0, 2000, 5000] as const;
/** Milliseconds after which nothing more is read without the user. */
const LONGEST = 60_000;

/** A server that says how long to wait is obeyed. */
const pauseOf = ({ pauses, looks, failure }: ReconcileWriteContext): number =>
  Math.max(pauses[looks] ?? 0, (failure?.retryAfter ?? 0) * 1000);

/** Whether there is no further look: none is left, or the pause before it would be too long. */
const isLastLook = (context: ReconcileWriteContext): boolean =>
  context.looks >= context.pauses.length || context.waited + pauseOf(context) >= LONGEST;

const failureIn = (answer: LookAnswer): Failure | null => (answer.ok ? null : answer.failure);

/**
 * Finds out by reading what became of a write whose answer was lost. It never sends: whether the write is sent again
 * is for the user to say. A parent invokes it, and stops it by leaving the state.
 */
export const reconcileWriteMachine = setup({
  types: {
    context: {} as ReconcileWriteContext,
    input: {} as ReconcileWriteInput,
    output: {} as ReconcileWriteOutput,
  },
  actors: {
    /** Reads the lists that would hold it. */
    look: fromPromise<LookAnswer, { readonly subject: unknown }>(unwired('reconcileWrite.look')),
  },
  actions: {
    countLook: assign({
      looks: ({ context }) => context.looks + 1,
      waited: ({ context }) => context.waited + pauseOf(context),
    }),
    keepFound: assign({ found: (_, answer: LookAnswer) => (answer.ok ? answer.value : null) }),
    keepFailure: assign({ failure: (_, failure: Failure | null) => failure }),
  },
  guards: {
    isDue: ({ context }) => pauseOf(context) === 0,
    isFound: (_, answer: LookAnswer) => answer.ok && answer.value !== null,
    /** Nothing more can be read without a session. */
    isSignedOut: (_, answer: LookAnswer) => !answer.ok && answer.failure.status === 401,
    isAbsentAtLastLook: ({ context }, answer: LookAnswer) =>
      answer.ok && isLastLook({ ...context, failure: null }),
    /** With the failure of this look, which may ask for a longer pause. */
    isLastLook: ({ context }, failure: Failure | null) => isLastLook({ ...context, failure }),
  },
  delays: {
    lookPause: ({ context }) => pauseOf(context),
    longest: LONGEST,
  },
}).createMachine({
  id: 'reconcileWrite',
  description: 'Reads what became of a write whose answer was lost. Nothing is sent.',
  context: ({ input: { subject, pauses = PAUSES, failure = null } }) => ({
    subject,
    pauses,
    looks: 0,
    waited: 0,
    found: null,
    failure,
  }),
  // The final state's own output arrives with its done event.
  output: ({ event }) => (event as unknown as { output: ReconcileWriteOutput }).output,
  initial: 'searching',
  states: {
    searching: {
      description: 'It is looked for, with growing pauses, and for a minute at most.',
      after: { longest: { target: 'unknown' } },
      initial: 'waiting',
      states: {
        waiting: {
          description: 'A moment passes before the next look: the server may still be working on it.',
          always: { guard: { type: 'isDue' }, target: 'looking' },
          after: { lookPause: { target: 'looking' } },
        },
        looking: {
          description: 'The lists that would hold it are being read.',
          entry: { type: 'countLook' },
          invoke: {
            id: 'look',
            src: 'look',
            input: ({ context }) => ({ subject: context.subject }),
            onDone: [
              {
                guard: { type: 'isFound', params: ({ event }) => event.output },
                target: '#reconcileWrite.found',
                actions: { type: 'keepFound', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isSignedOut', params: ({ event }) => event.output },
                target: '#reconcileWrite.unknown',
                actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
              },
              {
                guard: { type: 'isAbsentAtLastLook', params: ({ event }) => event.output },
                target: '#reconcileWrite.absent',
              },
              {
                guard: { type: 'isLastLook', params: ({ event }) => failureIn(event.output) },
                target: '#reconcileWrite.unknown',
                actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
              },
              {
                target: 'waiting',
                actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
              },
            ],
            onError: [
              {
                guard: { type: 'isLastLook', params: ({ event }) => failureOf(event.error) },
                target: '#reconcileWrite.unknown',
                actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
              },
              {
                target: 'waiting',
                actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
              },
            ],
          },
        },
      },
    },
    found: {
      description: 'It arrived: what was read holds it.',
      type: 'final',
      output: ({ context }) => ({ kind: 'found', value: context.found }),
    },
    absent: {
      description: 'The last look was answered, and did not hold it.',
      type: 'final',
      output: { kind: 'absent' },
    },
    unknown: {
      description: 'Reading told nothing.',
      type: 'final',
      output: ({ context }) => ({ kind: 'unknown', failure: context.failure }),
    },
  },
});

export type ReconcileWriteSnapshot = SnapshotFrom<typeof reconcileWriteMachine>;

/** The machine for one kind of write: its parent's types stand for what the real look takes and finds. */
export const reconcileWriteOf = <Subject, Found>(
  machine = reconcileWriteMachine,
): ReconcileWrite<Subject, Found> => machine as unknown as ReconcileWrite<Subject, Found>;

/**
 * The input of a parent's invocation.
 * @param isAgain whether the user asked to look again: the first look is made at once.
 * @param failure what was heard instead of the write's answer.
 */
export const reconcileInput = <Subject>(
  subject: Subject,
  isAgain: boolean,
  failure: Failure | null,
): ReconcileWriteInput<Subject> => (isAgain ? { subject, pauses: PAUSES_AGAIN } : { subject, failure });

/**
 * The `reconcileWrite` machine with the look of one kind of write.
 * @param look reads the lists that would hold it; null when they do not.
 */
export const createReconcileWrite = <Subject, Found>(
  look: (subject: Subject, signal: AbortSignal) => Promise<LookAnswer<Found>>,
): ReconcileWrite<Subject, Found> =>
  reconcileWriteOf(
    reconcileWriteMachine.provide({
      actors: {
        look: fromPromise<LookAnswer, { readonly subject: unknown }>(({ input, signal }) =>
          look(input.subject as Subject, signal),
        ),
      },
    }),
  );
