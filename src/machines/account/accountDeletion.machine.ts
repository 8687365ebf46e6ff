import { assertEvent, assign, setup, type SnapshotFrom } from 'xstate';
import type { AccountRemains, LeftAmount } from '../../domain/account.ts';
import { type Failure, failureOf } from '../../domain/failure.ts';
import { failureIn, type Result, valueIn } from '../../domain/result.ts';
import { effect, promise } from '../shared/common.ts';
import { createWrite, type WriteEvent } from '../write/write.machine.ts';

/** The submitted form; the names keep the values out of every log and inspector. */
export interface DeletionInput {
  readonly username: string;
  readonly privatePassword: string;
  /** Empty without two-factor. */
  readonly code: string;
  /** What stays behind, as it was shown. */
  readonly givenUp: readonly LeftAmount[];
}

export interface AccountDeletionContext {
  /** Null until it was read. */
  readonly remains: AccountRemains | null;
  /** Why the last call failed. */
  readonly failure: Failure | null;
  /** The result of reading after the answer to the deletion was lost. */
  readonly lost: 'absent' | 'unknown' | null;
}

export type AccountDeletionEvent =
  | { readonly type: 'user.open' }
  | { readonly type: 'user.cancel' }
  /** Something was edited: messages about the last attempt no longer apply. */
  | { readonly type: 'user.edit' }
  | ({ readonly type: 'user.submit' } & DeletionInput)
  | WriteEvent<'remove', Deleted>;

/** `isConfirmed`: the server confirmed it; else it no longer knows the session. */
export interface Deleted {
  readonly isConfirmed: boolean;
}

const TELL_KEPT = { type: 'tellSession', params: { type: 'account.kept' } } as const;

/** Sent to the session. */
export type DeletionNews =
  | { readonly type: 'account.deleting' | 'account.kept' }
  | ({ readonly type: 'account.deleted' } & Deleted);

/**
 * Deleting the account (PRIVACY-03, PRIVACY-04): obstacles are read first. A deletion whose answer was lost may have
 * happened: then the server no longer knows the session.
 */
export const accountDeletionMachine = setup({
  types: {
    context: {} as AccountDeletionContext,
    events: {} as AccountDeletionEvent,
    tags: {} as 'busy' | 'failed',
  },
  actors: { look: promise<Result<AccountRemains>>(), remove: createWrite<DeletionInput, Deleted>() },
  actions: {
    /** Unknown values stay unknown. */
    forgetFailure: assign({
      failure: null,
      lost: ({ context }) => (context.lost === 'unknown' ? 'unknown' : null),
    }),
    /** The session finds out whether it is over. */
    invalidateAccount: effect(),
    tellSession: effect<DeletionNews>(),
  },
  guards: {
    isRead: (_, answer: Result<AccountRemains>) => answer.ok,
    isSignedOut: (_, failure: Failure | null) => failure?.status === 401,
    isOutdated: (_, { serverCode }: Failure) =>
      serverCode === 'ACCOUNT_IN_USE' || serverCode === 'AMOUNTS_CHANGED',
  },
}).createMachine({
  id: 'accountDeletion',
  description: 'Deleting the account: what is in the way, the form, and the farewell.',
  context: { remains: null, failure: null, lost: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'Only the way in is shown.',
      entry: assign({ remains: null, failure: null, lost: null }),
      on: { 'user.open': 'reading' },
    },
    reading: {
      description: 'What stands in the way, and what would stay behind, is being read.',
      tags: ['busy'],
      invoke: {
        id: 'look',
        src: 'look',
        onDone: [
          {
            guard: { type: 'isRead', params: ({ event }) => event.output },
            target: 'editing',
            actions: assign({ remains: ({ event }) => valueIn(event.output) }),
          },
          {
            guard: { type: 'isSignedOut', params: ({ event }) => failureIn(event.output) },
            target: 'unread',
            actions: [assign({ failure: ({ event }) => failureIn(event.output) }), 'invalidateAccount'],
          },
          { target: 'unread', actions: assign({ failure: ({ event }) => failureIn(event.output) }) },
        ],
        onError: { target: 'unread', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    unread: {
      description: 'It could not be read; trying again is offered.',
      tags: ['failed'],
      on: { 'user.open': { target: 'reading', actions: 'forgetFailure' }, 'user.cancel': 'closed' },
    },
    editing: {
      description: 'The user sees what is in the way, or fills the form in.',
      on: {
        'user.open': { target: 'reading', actions: 'forgetFailure' },
        'user.edit': { actions: 'forgetFailure' },
        'user.cancel': 'closed',
        'user.submit': { target: 'deleting', actions: 'forgetFailure' },
      },
    },
    deleting: {
      description:
        'The deletion is on its way, once; after a lost answer the server is asked whether it still knows the session.',
      tags: ['busy'],
      entry: { type: 'tellSession', params: { type: 'account.deleting' } },
      invoke: {
        id: 'remove',
        src: 'remove',
        input: ({ event }) => {
          assertEvent(event, 'user.submit');
          const { type: _type, ...subject } = event;
          return { subject };
        },
      },
      on: {
        'remove.done': {
          target: 'gone',
          actions: {
            type: 'tellSession',
            params: ({ event }) => ({ type: 'account.deleted', ...event.value }),
          },
        },
        'remove.refused': [
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.failure },
            target: 'reading',
            actions: [assign({ failure: ({ event }) => event.failure }), TELL_KEPT],
          },
          { target: 'editing', actions: [assign({ failure: ({ event }) => event.failure }), TELL_KEPT] },
        ],
        'remove.lost': { target: '.looking', actions: assign({ failure: ({ event }) => event.failure }) },
        'remove.absent': { target: 'editing', actions: [assign({ lost: 'absent' }), TELL_KEPT] },
        'remove.unknown': { target: 'editing', actions: [assign({ lost: 'unknown' }), TELL_KEPT] },
      },
      initial: 'sending',
      states: {
        sending: { description: 'It is on its way, once.' },
        looking: { description: 'No answer came: the server is asked whether it still knows the session.' },
      },
    },
    gone: {
      description: 'The account is gone, and the session ends with a farewell.',
      tags: ['busy'],
      entry: assign({ remains: null, failure: null, lost: null }),
    },
  },
});

type AccountDeletionSnapshot = SnapshotFrom<typeof accountDeletionMachine>;

/** The form stays on the screen while it is sent. */
export function accountDeletionView(snapshot: AccountDeletionSnapshot) {
  for (const view of ['closed', 'reading', 'unread'] as const) if (snapshot.matches(view)) return view;
  return 'editing';
}
