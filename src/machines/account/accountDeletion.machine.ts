import { assertEvent, assign, fromPromise, setup, type SnapshotFrom } from 'xstate';
import type { AccountRemains, LeftAmount } from '../../domain/account.ts';
import { type Failure, failureOf } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { reconcileInput, type ReconcileWriteOutput, reconcileWriteOf } from '../reconcileWrite/index.ts';
import { unwired, unwiredAction } from '../shared/index.ts';

/** What the form sends; the names keep the values out of every log and inspector. */
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
  /** What reading showed after the answer to the deletion was lost. */
  readonly lost: 'absent' | 'unknown' | null;
}

export type AccountDeletionEvent =
  | { readonly type: 'user.open' }
  | { readonly type: 'user.cancel' }
  /** Something was edited: what was said about the last try is no longer about what stands there. */
  | { readonly type: 'user.edit' }
  | ({ readonly type: 'user.submit' } & DeletionInput);

/** What the session hears of it. */
export type DeletionNews =
  | { readonly type: 'account.deleting' | 'account.kept' }
  /** @param isConfirmed whether the server said so itself. */
  | { readonly type: 'account.deleted'; readonly isConfirmed: boolean };

const TELL_KEPT = { type: 'tellSession', params: { type: 'account.kept' } } as const;

export type RemainsOutput = Result<AccountRemains>;
export type DeletionOutput = Result<string | null>;
type DeletionSearch = ReconcileWriteOutput<true>;

/**
 * Deleting the account (PRIVACY-03, PRIVACY-04): what stands in the way is read first. A deletion whose answer was lost
 * may have happened: then the server no longer knows the session.
 */
export const accountDeletionMachine = setup({
  types: {
    context: {} as AccountDeletionContext,
    events: {} as AccountDeletionEvent,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    look: fromPromise<RemainsOutput>(unwired('accountDeletion.look')),
    remove: fromPromise<DeletionOutput, DeletionInput>(unwired('accountDeletion.remove')),
    /** Asks whether the session is still known, and sends nothing. */
    reconcileWrite: reconcileWriteOf<null, true>(),
  },
  actions: {
    keepRemains: assign({ remains: (_, remains: AccountRemains) => remains }),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    keepAbsent: assign({ lost: 'absent' }),
    keepUnknown: assign({ lost: 'unknown' }),
    /** What is not known stays so. */
    forget: assign({
      failure: null,
      lost: ({ context }) => (context.lost === 'unknown' ? 'unknown' : null),
    }),
    forgetAll: assign({ remains: null, failure: null, lost: null }),
    /** The session finds out whether it is over. */
    doubtSession: unwiredAction<undefined>('accountDeletion.doubtSession'),
    tellSession: unwiredAction<DeletionNews>('accountDeletion.tellSession'),
  },
  guards: {
    isAccepted: (_, output: RemainsOutput | DeletionOutput) => output.ok,
    isOutdated: (_, output: DeletionOutput) =>
      !output.ok &&
      (output.failure.serverCode === 'ACCOUNT_IN_USE' || output.failure.serverCode === 'AMOUNTS_CHANGED'),
    isSignedOut: (_, output: RemainsOutput) => !output.ok && output.failure.status === 401,
    isFound: (_, { kind }: DeletionSearch) => kind === 'found',
    isAbsent: (_, { kind }: DeletionSearch) => kind === 'absent',
  },
}).createMachine({
  id: 'accountDeletion',
  description: 'Deleting the account: what is in the way, the form, and the farewell.',
  context: { remains: null, failure: null, lost: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'Only the way in is shown.',
      entry: { type: 'forgetAll' },
      on: { 'user.open': { target: 'reading' } },
    },
    reading: {
      description: 'What stands in the way, and what would stay behind, is being read.',
      tags: ['busy'],
      invoke: {
        id: 'look',
        src: 'look',
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'editing',
            actions: { type: 'keepRemains', params: ({ event }) => remainsIn(event.output) },
          },
          {
            guard: { type: 'isSignedOut', params: ({ event }) => event.output },
            target: 'unread',
            actions: [
              { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
              { type: 'doubtSession' },
            ],
          },
          {
            target: 'unread',
            actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          },
        ],
        onError: {
          target: 'unread',
          actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    unread: {
      description: 'It could not be read; trying again is offered.',
      tags: ['failed'],
      on: {
        'user.open': { target: 'reading', actions: { type: 'forget' } },
        'user.cancel': { target: 'closed' },
      },
    },
    editing: {
      description: 'The user sees what is in the way, or fills the form in.',
      on: {
        'user.open': { target: 'reading', actions: { type: 'forget' } },
        'user.edit': { actions: { type: 'forget' } },
        'user.cancel': { target: 'closed' },
        'user.submit': { target: 'deleting', actions: { type: 'forget' } },
      },
    },
    deleting: {
      description: 'The deletion is on its way to the server, once.',
      tags: ['busy'],
      entry: { type: 'tellSession', params: { type: 'account.deleting' } },
      invoke: {
        id: 'remove',
        src: 'remove',
        input: ({ event }) => {
          assertEvent(event, 'user.submit');
          const { type: _type, ...input } = event;
          return input;
        },
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'gone',
            actions: { type: 'tellSession', params: { type: 'account.deleted', isConfirmed: true } },
          },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'reading',
            actions: [{ type: 'keepFailure', params: ({ event }) => failureIn(event.output) }, TELL_KEPT],
          },
          {
            target: 'editing',
            actions: [{ type: 'keepFailure', params: ({ event }) => failureIn(event.output) }, TELL_KEPT],
          },
        ],
        onError: {
          target: 'finding',
          actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    finding: {
      description:
        'No answer came: the server is asked, with growing pauses, whether it still knows the session.',
      tags: ['busy'],
      invoke: {
        id: 'reconcileWrite',
        src: 'reconcileWrite',
        input: ({ context }) => reconcileInput(null, false, context.failure),
        onDone: [
          {
            guard: { type: 'isFound', params: ({ event }) => event.output },
            target: 'gone',
            actions: { type: 'tellSession', params: { type: 'account.deleted', isConfirmed: false } },
          },
          {
            guard: { type: 'isAbsent', params: ({ event }) => event.output },
            target: 'editing',
            actions: [{ type: 'keepAbsent' }, TELL_KEPT],
          },
          { target: 'editing', actions: [{ type: 'keepUnknown' }, TELL_KEPT] },
        ],
        onError: { target: 'editing', actions: [{ type: 'keepUnknown' }, TELL_KEPT] },
      },
    },
    gone: {
      description: 'The account is gone, and the session ends with a farewell.',
      tags: ['busy'],
      entry: { type: 'forgetAll' },
    },
  },
});

const DEFECT: Failure = { code: 'internal', retryable: false };
const NOTHING: AccountRemains = { obstacles: [], leftovers: [] };

// Both are reached after a guard has looked at `ok`; the compiler cannot know.
const remainsIn = (output: RemainsOutput): AccountRemains => (output.ok ? output.value : NOTHING);
const failureIn = (output: RemainsOutput | DeletionOutput): Failure => (output.ok ? DEFECT : output.failure);

type AccountDeletionSnapshot = SnapshotFrom<typeof accountDeletionMachine>;
export type AccountDeletionView = 'closed' | 'reading' | 'unread' | 'editing';

/** The form stays on the screen while it is sent. */
export function accountDeletionView(snapshot: AccountDeletionSnapshot): AccountDeletionView {
  for (const view of ['closed', 'reading', 'unread'] as const) if (snapshot.matches(view)) return view;
  return 'editing';
}
export const isDeletionBusy = (snapshot: AccountDeletionSnapshot): boolean => snapshot.hasTag('busy');
export const isDeletionChecking = (snapshot: AccountDeletionSnapshot): boolean => snapshot.matches('finding');
export const selectRemains = (snapshot: AccountDeletionSnapshot) => snapshot.context.remains;
export const selectLostDeletion = (snapshot: AccountDeletionSnapshot) => snapshot.context.lost;
