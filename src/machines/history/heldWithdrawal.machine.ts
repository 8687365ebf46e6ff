import { assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { type Failure, failureOf } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { type ReconcileWriteOutput, reconcileWriteOf } from '../reconcileWrite/index.ts';
import { type Toast, unwired, unwiredAction } from '../shared/index.ts';

interface HeldWithdrawalInput {
  /** Of the withdrawal. */
  readonly id: string;
}

export interface HeldWithdrawalContext extends HeldWithdrawalInput {
  /** What came instead of an answer to the cancellation, while nobody knows what became of it. */
  readonly failure: Failure | null;
}

export type HeldWithdrawalEvent = { readonly type: 'user.cancel' };

export type CancelWithdrawalAnswer = Result<unknown>;
/** `absent`: it is not cancelled. */
export type CancelledSearch = ReconcileWriteOutput<true>;

const failureIn = (answer: CancelWithdrawalAnswer): Failure =>
  answer.ok ? { code: 'internal', retryable: false } : answer.failure;

/**
 * Cancels a withdrawal that waits for its release by the exchange (HELD-06). After a lost answer it is read; only the
 * user sends it again (LOST-01), at once if they like. What it became stands in the history, which is read again.
 */
export const heldWithdrawalMachine = setup({
  types: {
    context: {} as HeldWithdrawalContext,
    events: {} as HeldWithdrawalEvent,
    input: {} as HeldWithdrawalInput,
    emitted: {} as Toast,
    tags: {} as 'busy' | 'unknown',
  },
  actors: {
    cancelWithdrawal: fromPromise<CancelWithdrawalAnswer, HeldWithdrawalInput>(
      unwired('heldWithdrawal.cancelWithdrawal'),
    ),
    reconcileWrite: reconcileWriteOf<string, true>(),
  },
  actions: {
    refreshOwnReads: unwiredAction<undefined>('heldWithdrawal.refreshOwnReads'),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    clearFailure: assign({ failure: null }),
    announceCancelled: emit({ type: 'toast', kind: 'success', key: 'history:toast.withdrawalCancelled' }),
    announceRefused: emit((_, { text }: Failure) => ({
      type: 'toast',
      kind: 'error',
      key: 'history:toast.cancelFailed',
      ...(text === undefined ? {} : { text }),
    })),
    announceNotCancelled: emit({ type: 'toast', kind: 'error', key: 'history:toast.cancelFailed' }),
    announceUnknown: emit({ type: 'toast', kind: 'error', key: 'history:toast.cancelUnknown' }),
  },
  guards: {
    isDone: (_, answer: CancelWithdrawalAnswer) => answer.ok,
    isFound: (_, { kind }: CancelledSearch) => kind === 'found',
    isAbsent: (_, { kind }: CancelledSearch) => kind === 'absent',
  },
}).createMachine({
  id: 'heldWithdrawal',
  description: 'A withdrawal that waits for its release by the exchange, and its cancellation.',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'waiting',
  states: {
    waiting: {
      description: 'Its coins are held. Cancelling it is offered.',
      on: { 'user.cancel': { target: 'cancelling' } },
    },
    cancelling: {
      description: 'The cancellation is on its way, once.',
      tags: ['busy'],
      invoke: {
        id: 'cancelWithdrawal',
        src: 'cancelWithdrawal',
        input: ({ context }) => ({ id: context.id }),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'waiting',
            actions: [{ type: 'announceCancelled' }, { type: 'refreshOwnReads' }],
          },
          {
            target: 'waiting',
            actions: [
              { type: 'announceRefused', params: ({ event }) => failureIn(event.output) },
              { type: 'refreshOwnReads' },
            ],
          },
        ],
        onError: {
          target: 'looking',
          actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    looking: {
      description:
        'The answer was lost: the withdrawal is read, with growing pauses. It may be cancelled again at once.',
      tags: ['unknown'],
      exit: { type: 'clearFailure' },
      on: { 'user.cancel': { target: 'cancelling' } },
      invoke: {
        id: 'reconcileWrite',
        src: 'reconcileWrite',
        input: ({ context: { id, failure } }) => ({ subject: id, failure }),
        onDone: [
          {
            guard: { type: 'isFound', params: ({ event }) => event.output },
            target: 'waiting',
            actions: [{ type: 'announceCancelled' }, { type: 'refreshOwnReads' }],
          },
          {
            guard: { type: 'isAbsent', params: ({ event }) => event.output },
            target: 'waiting',
            actions: [{ type: 'announceNotCancelled' }, { type: 'refreshOwnReads' }],
          },
          { target: 'waiting', actions: [{ type: 'announceUnknown' }, { type: 'refreshOwnReads' }] },
        ],
        onError: {
          target: 'waiting',
          actions: [{ type: 'announceUnknown' }, { type: 'refreshOwnReads' }],
        },
      },
    },
  },
});

type HeldWithdrawalSnapshot = SnapshotFrom<typeof heldWithdrawalMachine>;

/** What was answered to a cancellation of which nobody knows whether it arrived. */
export const selectUncertain = (snapshot: HeldWithdrawalSnapshot): Failure | null =>
  snapshot.hasTag('unknown') ? snapshot.context.failure : null;
export const isCancelling = (snapshot: HeldWithdrawalSnapshot): boolean => snapshot.hasTag('busy');
