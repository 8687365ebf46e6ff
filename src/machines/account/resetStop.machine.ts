import { assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { reconcileInput, reconcileWriteOf, type ReconcileWriteOutput } from '../reconcileWrite/index.ts';
import { type Toast, unwired, unwiredAction } from '../shared/index.ts';

export interface ResetStopContext {
  /** Why it was not stopped. */
  readonly failure: Failure | null;
  /** What reading the account showed after an answer was lost; null where none was, or it was stopped. */
  readonly lost: 'absent' | 'unknown' | null;
}

type Search = ReconcileWriteOutput<true>;

/** What follows where the account could not be read after a lost answer. */
const unknown = [{ type: 'keepUnknown' }, { type: 'outdateAccount' }] as const;
/** What follows once it is stopped. */
const stopped = [{ type: 'forgetFailure' }, { type: 'announceStopped' }, { type: 'outdateAccount' }] as const;

/** Stopping a reset of the second factor, from any session of the account (RESET-02). */
export const resetStopMachine = setup({
  types: {
    context: {} as ResetStopContext,
    events: {} as { readonly type: 'user.stop' },
    emitted: {} as Toast,
    tags: {} as 'busy',
  },
  actors: {
    /** Sends it, once. */
    stop: fromPromise<Result<null>>(unwired('resetStop.stop')),
    /** Reads the account, and sends nothing. */
    reconcileWrite: reconcileWriteOf<null, true>(),
  },
  actions: {
    keepFailure: assign({ failure: (_, failure: Failure | null) => failure }),
    forgetFailure: assign({ failure: null, lost: null }),
    keepAbsent: assign({ lost: 'absent' }),
    keepUnknown: assign({ lost: 'unknown' }),
    announceStopped: emit({ type: 'toast', kind: 'success', key: 'account:toast.resetStopped' }),
    /** What the account is now is asked of the server again. */
    outdateAccount: unwiredAction<undefined>('resetStop.outdateAccount'),
  },
  guards: {
    isDone: (_, answer: Result<null>) => answer.ok,
    isFound: (_, { kind }: Search) => kind === 'found',
    isAbsent: (_, { kind }: Search) => kind === 'absent',
  },
}).createMachine({
  id: 'resetStop',
  description: 'Stopping a reset of the second factor that somebody has asked for.',
  context: { failure: null, lost: null },
  initial: 'idle',
  states: {
    idle: {
      description: 'The page says when the reset can be used, and the user may stop it.',
      on: { 'user.stop': { target: 'stopping', actions: { type: 'forgetFailure' } } },
    },
    stopping: {
      description: 'The stop is on its way, once.',
      tags: ['busy'],
      invoke: {
        id: 'stop',
        src: 'stop',
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'idle',
            actions: stopped,
          },
          {
            target: 'idle',
            actions: { type: 'keepFailure', params: ({ event }) => refusalIn(event.output) },
          },
        ],
        // Whatever went wrong, it may have been done.
        onError: {
          target: 'finding',
          actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    finding: {
      description: 'No answer came: the account is read, with growing pauses, to see whether it is stopped.',
      tags: ['busy'],
      invoke: {
        id: 'reconcileWrite',
        src: 'reconcileWrite',
        input: ({ context: { failure } }) => reconcileInput(null, false, failure),
        onDone: [
          {
            guard: { type: 'isFound', params: ({ event }) => event.output },
            target: 'idle',
            actions: stopped,
          },
          {
            guard: { type: 'isAbsent', params: ({ event }) => event.output },
            target: 'idle',
            actions: [{ type: 'keepAbsent' }, { type: 'outdateAccount' }],
          },
          { target: 'idle', actions: unknown },
        ],
        onError: { target: 'idle', actions: unknown },
      },
    },
  },
});

const refusalIn = (answer: Result<null>): Failure | null => (answer.ok ? null : answer.failure);

type ResetStopSnapshot = SnapshotFrom<typeof resetStopMachine>;

export const isStoppingReset = (snapshot: ResetStopSnapshot): boolean => snapshot.hasTag('busy');
export const selectLostStop = (snapshot: ResetStopSnapshot) => snapshot.context.lost;
