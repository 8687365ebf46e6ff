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
  readonly subject: Subject;
  /** Milliseconds before each look; by default five looks within 30 seconds. */
  readonly pauses?: readonly number[];
  /** What came instead of the answer; it may say how long to wait. */
  readonly failure?: Failure | null;
}

export interface ReconcileWriteContext {
  readonly subject: unknown;
  readonly pauses: readonly number[];
  /** Including the running one. */
  readonly looks: number;
  /** Milliseconds of all pauses so far. */
  readonly waited: number;
  readonly found: unknown;
  /** Why the last look failed; before the first one, why the write had no answer. */
  readonly failure: Failure | null;
}

export type ReconcileWriteOutput<Found = unknown> =
  | { readonly kind: 'found'; readonly value: Found }
  /** The last look did not find it. The server may still be working on it. */
  | { readonly kind: 'absent' }
  /** `failure` is null where the time ran out. */
  | { readonly kind: 'unknown'; readonly failure: Failure | null };

/** `value` is null where it was not found. */
export type LookAnswer<Found = unknown> = Result<Found | null>;

/** The machine with the types of one kind of write. */
export type ReconcileWrite<Subject, Found> = ActorLogic<
  Snapshot<ReconcileWriteOutput<Found>>,
  EventObject,
  ReconcileWriteInput<Subject>
>;

/**
 * Milliseconds. After a 502 or 504 the server may still work on the write, so the last look comes half a minute
 * later.
 */
const PAUSES = [500, 2500, 4000, 8000, 15_000] as const;
const PAUSES_AGAIN = [0, 2000, 5000] as const;
/** Milliseconds after which only the user starts another look. */
const LONGEST = 60_000;

const pauseOf = ({ pauses, looks, failure }: ReconcileWriteContext): number =>
  Math.max(pauses[looks] ?? 0, (failure?.retryAfter ?? 0) * 1000);

/** No look is left, or the pause before it would be too long. */
const isLastLook = (context: ReconcileWriteContext): boolean =>
  context.looks >= context.pauses.length || context.waited + pauseOf(context) >= LONGEST;

const failureIn = (answer: LookAnswer): Failure | null => (answer.ok ? null : answer.failure);

/** Finds out by reading what became of a write whose answer was lost. It never sends. */
export const reconcileWriteMachine = setup({
  types: {
    context: {} as ReconcileWriteContext,
    input: {} as ReconcileWriteInput,
    output: {} as ReconcileWriteOutput,
  },
  actors: {
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
    isSignedOut: (_, answer: LookAnswer) => !answer.ok && answer.failure.status === 401,
    isAbsentAtLastLook: ({ context }, answer: LookAnswer) =>
      answer.ok && isLastLook({ ...context, failure: null }),
    /** The failure of this look may ask for a longer pause. */
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
      description: 'Reading gave no answer.',
      type: 'final',
      output: ({ context }) => ({ kind: 'unknown', failure: context.failure }),
    },
  },
});

export type ReconcileWriteSnapshot = SnapshotFrom<typeof reconcileWriteMachine>;

export const reconcileWriteOf = <Subject, Found>(
  machine = reconcileWriteMachine,
): ReconcileWrite<Subject, Found> => machine as unknown as ReconcileWrite<Subject, Found>;

/**
 * @param isAgain whether the user asked for another look, which is then made at once.
 * @param failure what came instead of the write's answer.
 */
export const reconcileInput = <Subject>(
  subject: Subject,
  isAgain: boolean,
  failure: Failure | null,
): ReconcileWriteInput<Subject> => (isAgain ? { subject, pauses: PAUSES_AGAIN } : { subject, failure });

/** @param look reads the lists that would hold the write; gives null when they do not. */
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
