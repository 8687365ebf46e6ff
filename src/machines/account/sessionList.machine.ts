import { assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '../../domain/failure.ts';
import type { SessionChange } from '../../domain/ownSession.ts';
import type { Result } from '../../domain/result.ts';
import { reconcileInput, reconcileWriteOf, type ReconcileWriteOutput } from '../reconcileWrite/index.ts';
import { type Toast, unwired, unwiredAction } from '../shared/index.ts';

export interface SessionListContext {
  /** What was pressed last. */
  readonly change: SessionChange | null;
  /** Why it was not done. */
  readonly failure: Failure | null;
  /** What reading the list showed after an answer was lost; null where none was, or the change was made. */
  readonly lost: 'absent' | 'unknown' | null;
}

export interface SessionListEvent {
  readonly type: 'user.change';
  readonly change: SessionChange;
}

type Search = ReconcileWriteOutput<true>;

const TOASTS = { end: 'sessionEnded', endOthers: 'sessionsEnded', rename: 'sessionNamed' } as const;

/** What follows where the list could not be read after a lost answer. */
const unknown = [{ type: 'keepUnknown' }, { type: 'outdateList' }] as const;

/** Ending and naming the account's own sessions (SESSION-16). The list itself is a read. */
export const sessionListMachine = setup({
  types: {
    context: {} as SessionListContext,
    events: {} as SessionListEvent,
    emitted: {} as Toast,
    tags: {} as 'busy',
  },
  actors: {
    /** Sends the change, once. */
    change: fromPromise<Result<null>, { readonly change: SessionChange | null }>(
      unwired('sessionList.change'),
    ),
    /** Reads the list, and sends nothing. */
    reconcileWrite: reconcileWriteOf<SessionChange | null, true>(),
  },
  actions: {
    keepChange: assign({
      change: (_, { change }: Pick<SessionListEvent, 'change'>) => change,
      failure: null,
      lost: null,
    }),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    forgetFailure: assign({ failure: null }),
    keepAbsent: assign({ lost: 'absent' }),
    keepUnknown: assign({ lost: 'unknown' }),
    announceDone: emit(({ context }) => ({
      type: 'toast' as const,
      kind: 'success' as const,
      key: `account:toast.${TOASTS[context.change?.kind ?? 'end']}`,
    })),
    /** The list is old now. */
    outdateList: unwiredAction<undefined>('sessionList.outdateList'),
  },
  guards: {
    isAccepted: (_, result: Result<null>) => result.ok,
    isFound: (_, { kind }: Search) => kind === 'found',
    isAbsent: (_, { kind }: Search) => kind === 'absent',
  },
}).createMachine({
  id: 'sessionList',
  description: 'Ending and naming sessions of the account.',
  context: { change: null, failure: null, lost: null },
  initial: 'idle',
  states: {
    idle: {
      description: 'The user may end a session, or name this one.',
      on: {
        'user.change': {
          target: 'changing',
          actions: { type: 'keepChange', params: ({ event }) => event },
        },
      },
    },
    changing: {
      description: 'The change is on its way, once.',
      tags: ['busy'],
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ context: { change } }) => ({ change }),
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'idle',
            actions: [{ type: 'announceDone' }, { type: 'outdateList' }],
          },
          {
            target: 'idle',
            actions: [
              { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
              { type: 'outdateList' },
            ],
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
      description:
        'No answer came: the list is read, with growing pauses, to see whether the change was made.',
      tags: ['busy'],
      invoke: {
        id: 'reconcileWrite',
        src: 'reconcileWrite',
        input: ({ context: { change, failure } }) => reconcileInput(change, false, failure),
        onDone: [
          {
            guard: { type: 'isFound', params: ({ event }) => event.output },
            target: 'idle',
            actions: [{ type: 'forgetFailure' }, { type: 'announceDone' }, { type: 'outdateList' }],
          },
          {
            guard: { type: 'isAbsent', params: ({ event }) => event.output },
            target: 'idle',
            actions: [{ type: 'keepAbsent' }, { type: 'outdateList' }],
          },
          { target: 'idle', actions: unknown },
        ],
        onError: { target: 'idle', actions: unknown },
      },
    },
  },
});

function failureIn(result: Result<null>): Failure {
  // Reached after `isAccepted` said no.
  return result.ok ? { code: 'internal', retryable: false } : result.failure;
}

type SessionListSnapshot = SnapshotFrom<typeof sessionListMachine>;

export const isChangingSessions = (snapshot: SessionListSnapshot): boolean => snapshot.hasTag('busy');
export const selectLostChange = (snapshot: SessionListSnapshot) => snapshot.context.lost;
