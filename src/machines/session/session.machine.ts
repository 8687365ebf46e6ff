import { type ActorRefFrom, assign, emit, not, raise, setup, type SnapshotFrom } from 'xstate';
import type { User } from '../../domain/account.ts';
import { callback, effect, type Emitted, type PageNotice, promise } from '../shared/common.ts';

/** What the browser stores of a login (SESSION-09). A bearer token, where there is one, never enters a machine. */
export interface StoredSession {
  readonly user: User;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface SessionInput {
  /** The session found in the browser at startup; null when none was valid. */
  readonly stored: StoredSession | null;
}

export interface SessionContext {
  /** Null for a visitor. */
  readonly session: StoredSession | null;
  /** To a user who deleted the account; null otherwise. */
  readonly farewell: PageNotice | null;
}

export type SessionEvent =
  /** A login of this tab; it is already stored for the others. */
  | { readonly type: 'login.succeeded'; readonly session: StoredSession }
  | { readonly type: 'user.signOut' }
  /** A protected screen opened. */
  | { readonly type: 'guard.entered' }
  /** A 401 that ends the session: of any call but login and change-password (SESSION-02). */
  | {
      readonly type: 'server.unauthorized';
      /** What the browser stores at that moment, which another tab may have changed. */
      readonly kept?: StoredSession | null;
      /** The open page ends all sessions itself, and shows it (FORGOT-04). */
      readonly isSaidHere?: boolean;
    }
  /** The network came back: the session may be over or another one. */
  | { readonly type: 'session.doubted' }
  /** The page slept, or was put away, and is back: nobody knows who is in front of it. */
  | { readonly type: 'session.slept' }
  /** Ask again at once whether the session holds. */
  | { readonly type: 'user.retry' }
  /** The deletion of the account is on its way to the server. */
  | { readonly type: 'account.deleting' }
  /** The account was not deleted, as far as is known. */
  | { readonly type: 'account.kept' }
  /** The user deleted the account. @param isConfirmed whether the server confirmed it. */
  | { readonly type: 'account.deleted'; readonly isConfirmed: boolean }
  | { readonly type: 'session.endsSoon' }
  | { readonly type: 'session.ended' }
  /** Another tab of this browser signed in, as the same user or another one; or out. */
  | { readonly type: 'tab.signedIn'; readonly session: StoredSession }
  | { readonly type: 'tab.signedOut'; readonly session: StoredSession }
  | { readonly type: 'tab.sessionEnded'; readonly session: StoredSession }
  /** The session is gone from the browser. The tab that removed it sends the reason, if it can. */
  | { readonly type: 'tab.sessionGone' };

interface SessionTime {
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/**
 * Who is signed in (SESSION-01). The cookie belongs to the server; this machine keeps
 * what the browser may know: the user, and when the session ends. Each tab has this machine and watches the time itself
 * (`expiry`). The first that finds the session over, by its clock or a 401, removes it from the browser and tells the
 * others (`tellEnded`, heard as `tab.sessionEnded`); one that was frozen finds it removed (`tab.sessionGone`) and waits a
 * second for the reason. Both keep typed text for the next login of the same user.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    emitted: {} as Emitted,
    tags: {} as 'signedIn' | 'deciding' | 'locked',
  },
  actors: {
    /** Asks the server whose session this is. Fails without a clear yes or no. */
    validate: promise<StoredSession, SessionTime>(),
    /** Fails where the server does not confirm it. */
    signOut: promise<null>(),
    /** Says `session.endsSoon`, `session.ended`, `session.doubted`, and `session.slept` after the machine slept. */
    expiry: callback<SessionEvent, SessionTime>(),
    /** Says what the other tabs do, and that the browser keeps no session any more. */
    tabs: callback<SessionEvent>(),
  },
  actions: {
    /** Writes the session to the browser's storage. */
    keep: effect(),
    /** Removes user and expiry from the browser's storage; the token stays until the logout was sent with it. */
    clearUser: effect(),
    /** Removes user, expiry and token from the browser's storage. */
    clear: effect(),
    /** Removes every preference of the user, too (PRIVACY-05). */
    clearEverything: effect(),
    /** Removes what one user preferred and the next must not see: hidden balances (SESSION-04). */
    clearPreferences: effect(),
    tellSignedIn: effect(),
    tellSignedOut: effect(),
    tellEnded: effect(),
    /** Text typed in this tab is kept for the next login of the same user. */
    holdTyped: effect(),
    /** Nothing that was typed in this tab stays. */
    forgetTyped: effect(),
    goToLogin: emit({ type: 'navigate', to: '/login' }),
    // In place of the page that it leads back to: one press of Back is one page.
    goToLoginAndBack: emit({ type: 'navigate', to: '/login', replace: true, remembersWay: true }),
    sayEnded: emit({ type: 'toast', kind: 'info', key: 'toast.sessionEnded' }),
    // It is unknown what happened to the session: the words also fit a logout.
    sayNotSignedIn: emit({ type: 'toast', kind: 'info', key: 'failure.unauthorized' }),
    saySignedOut: emit({ type: 'toast', kind: 'info', key: 'toast.signedOutElsewhere' }),
    sayUnconfirmed: emit({ type: 'toast', kind: 'error', key: 'toast.signOutUnconfirmed' }),
    saySwitched: emit(({ context }) => ({
      type: 'toast',
      kind: 'info',
      key: 'toast.accountSwitched',
      values: { name: context.session?.user.username ?? '' },
    })),
  },
  guards: {
    isKept: ({ context }) => context.session !== null,
    isAnotherUser: ({ context }, { user }: StoredSession) => user.id !== context.session?.user.id,
    isKnown: ({ context, event }) =>
      'session' in event && JSON.stringify(event.session) === JSON.stringify(context.session),
    /** Whether another tab has removed or replaced the session, and has not been heard yet. */
    isOvertaken: ({ context, event }) =>
      event.type === 'server.unauthorized' &&
      event.kept !== undefined &&
      event.kept?.user.id !== context.session?.user.id,
    isSaidHere: ({ event }) => event.type === 'server.unauthorized' && event.isSaidHere === true,
    /** Whether another tab speaks of the session of this one. */
    isOurs: ({ context: { session }, event }) =>
      'session' in event &&
      event.session.user.id === session?.user.id &&
      event.session.expiresAt === session.expiresAt,
  },
  delays: {
    /** Nobody waits longer for the server to confirm that they are gone. */
    signOutPatience: 5000,
    /** After this long without a message, the server is asked whether the session holds. */
    deletionPatience: 120_000,
    /** Between two requests to a silent server for a page that slept. */
    confirmPause: 5000,
    /** For the tab that removed the session to send the reason. */
    explanationPatience: 1000,
  },
}).createMachine({
  id: 'session',
  description: 'Who is signed in, in this tab and in all others.',
  context: ({ input }) => ({ session: input.stored, farewell: null }),
  // Without word from other tabs the session still works.
  invoke: { id: 'tabs', src: 'tabs', onError: {} },
  initial: 'checking',
  states: {
    checking: {
      description: 'The browser kept a session from before; the server is asked whether it still holds.',
      tags: ['deciding'],
      always: { guard: not('isKept'), target: 'visitor' },
      invoke: {
        id: 'validate',
        src: 'validate',
        input: ({ context }) => ({ expiresAt: context.session?.expiresAt ?? 0 }),
        onDone: {
          target: 'signedIn',
          actions: [assign({ session: ({ event }) => event.output, farewell: null }), 'keep'],
        },
        // Neither yes nor 401: the browser's stored session counts until a call shows otherwise.
        onError: 'signedIn',
      },
      on: {
        'server.unauthorized': {
          target: 'visitor',
          // A screen that needs a session goes to the login; a public one stays (SESSION-08).
          actions: ['clear', 'holdTyped', 'tellEnded'],
        },
        'tab.signedIn': {
          target: 'signedIn',
          actions: assign({ session: ({ event }) => event.session, farewell: null }),
        },
        'tab.signedOut': { guard: 'isOurs', target: 'visitor.left', actions: 'forgetTyped' },
        'tab.sessionEnded': { guard: 'isOurs', target: 'visitor', actions: 'holdTyped' },
        'tab.sessionGone': { target: 'visitor', actions: 'holdTyped' },
      },
    },
    visitor: {
      description: 'Nobody is signed in.',
      entry: assign({ session: null }),
      initial: 'nobody',
      states: {
        nobody: { description: 'Nobody was, or the session ended by itself.' },
        left: {
          description:
            'The user signed out, here or in another tab: a screen of theirs is no way back for the next.',
        },
        unexplained: {
          description: 'The session is gone from the browser; the tab that removed it may say why.',
          on: {
            'tab.signedOut': { target: 'left', actions: ['forgetTyped', 'saySignedOut'] },
            'tab.sessionEnded': { target: 'nobody', actions: 'sayEnded' },
          },
          after: { explanationPatience: { target: 'nobody', actions: 'sayNotSignedIn' } },
        },
      },
      on: {
        'login.succeeded': {
          target: 'signedIn',
          // Stored for reloads, sent to the other tabs.
          actions: [
            assign({ session: ({ event }) => event.session, farewell: null }),
            'keep',
            'tellSignedIn',
          ],
        },
        'tab.signedIn': {
          target: 'signedIn',
          actions: assign({ session: ({ event }) => event.session, farewell: null }),
        },
        // The session may have ended before they left: then typed text waited for them here.
        'tab.signedOut': { actions: 'forgetTyped' },
      },
    },
    signedIn: {
      description: 'A user is signed in.',
      tags: ['signedIn'],
      invoke: {
        id: 'expiry',
        src: 'expiry',
        input: ({ context }) => ({ expiresAt: context.session?.expiresAt ?? 0 }),
        // The server's 401 still shows when it has ended.
        onError: {},
      },
      initial: 'steady',
      on: {
        'login.succeeded': {
          target: 'signedIn',
          reenter: true,
          // Stored for reloads, sent to the other tabs.
          actions: [
            assign({ session: ({ event }) => event.session, farewell: null }),
            'keep',
            'tellSignedIn',
          ],
        },
        'user.signOut': 'signingOut',
        'account.deleted': {
          target: 'visitor',
          // A protected screen leads to the login, where the farewell is.
          actions: [
            'clearEverything',
            'forgetTyped',
            'tellSignedOut',
            assign({
              farewell: ({ event }) => (event.isConfirmed ? 'accountDeleted' : 'accountPerhapsDeleted'),
            }),
          ],
        },
        'server.unauthorized': [
          {
            guard: 'isOvertaken',
            actions: raise(({ event }) =>
              event.kept ? { type: 'tab.signedIn', session: event.kept } : { type: 'tab.sessionGone' },
            ),
          },
          {
            guard: 'isSaidHere',
            target: 'visitor',
            actions: ['clear', 'holdTyped', 'tellEnded', 'sayEnded'],
          },
          {
            target: 'visitor', // In the middle of something, which a login can continue (SESSION-02).
            actions: ['clear', 'holdTyped', 'tellEnded', 'sayEnded', 'goToLoginAndBack'],
          },
        ],
        'session.ended': {
          target: 'visitor',
          // A screen that needs a session goes to the login; a public one stays.
          actions: ['clear', 'holdTyped', 'tellEnded', 'sayEnded'],
        },
        'session.slept': '.locked',
        'tab.signedOut': {
          guard: 'isOurs',
          target: 'visitor.left',
          actions: ['forgetTyped', 'saySignedOut'],
        },
        'tab.sessionEnded': { guard: 'isOurs', target: 'visitor', actions: ['holdTyped', 'sayEnded'] },
        'tab.sessionGone': { target: 'visitor.unexplained', actions: 'holdTyped' },
        'tab.signedIn': [
          { guard: 'isKnown' },
          {
            guard: { type: 'isAnotherUser', params: ({ event }) => event.session },
            target: 'signedIn',
            reenter: true,
            actions: [assign({ session: ({ event }) => event.session, farewell: null }), 'saySwitched'],
          },
          {
            target: 'signedIn',
            reenter: true,
            actions: assign({ session: ({ event }) => event.session, farewell: null }),
          },
        ],
      },
      states: {
        steady: {
          description: 'Nothing puts the session in doubt.',
          on: {
            'guard.entered': 'validating',
            'session.doubted': 'validating',
            'session.endsSoon': 'expiring',
            'account.deleting': 'deleting',
          },
        },
        validating: {
          description: 'The server is asked whether the session still holds; the screen stays.',
          invoke: {
            id: 'validate',
            src: 'validate',
            input: ({ context }) => ({ expiresAt: context.session?.expiresAt ?? 0 }),
            onDone: [
              {
                guard: { type: 'isAnotherUser', params: ({ event }) => event.output },
                target: 'steady',
                actions: [
                  assign({ session: ({ event }) => event.output, farewell: null }),
                  'keep',
                  'saySwitched',
                ],
              },
              {
                target: 'steady',
                actions: [assign({ session: ({ event }) => event.output, farewell: null }), 'keep'],
              },
            ],
            onError: 'steady',
          },
          on: { 'session.endsSoon': 'expiring', 'account.deleting': 'deleting' },
        },
        expiring: {
          description: 'The session ends within minutes; a notice says so, to sign in again in time.',
          on: { 'account.deleting': 'deleting' },
        },
        deleting: {
          description:
            'The account is being deleted. Its session ends with it, and other calls and tabs may notice first: the farewell waits for the answer to the deletion.',
          on: {
            'server.unauthorized': {},
            'tab.sessionEnded': {},
            'tab.sessionGone': {},
            // Entered anew: a near end is announced again.
            'account.kept': {
              target: '#session.signedIn',
              reenter: true,
              actions: raise({ type: 'session.doubted' }),
            },
          },
          // The screen that asked may be gone.
          after: {
            deletionPatience: {
              target: '#session.signedIn',
              reenter: true,
              actions: raise({ type: 'session.doubted' }),
            },
          },
        },
        locked: {
          description:
            'The page slept: what belongs to the account is covered until the server confirms the session.',
          tags: ['locked'],
          initial: 'asking',
          states: {
            asking: {
              description: 'The server is asked whether the session still holds.',
              invoke: {
                id: 'validate',
                src: 'validate',
                input: ({ context }) => ({ expiresAt: context.session?.expiresAt ?? 0 }),
                // Entered anew: a near end is announced again.
                onDone: [
                  {
                    guard: { type: 'isAnotherUser', params: ({ event }) => event.output },
                    target: '#session.signedIn',
                    reenter: true,
                    actions: [
                      assign({ session: ({ event }) => event.output, farewell: null }),
                      'keep',
                      'saySwitched',
                    ],
                  },
                  {
                    target: '#session.signedIn',
                    reenter: true,
                    actions: [assign({ session: ({ event }) => event.output, farewell: null }), 'keep'],
                  },
                ],
                onError: 'unanswered',
              },
            },
            unanswered: {
              description: 'The server said neither yes nor no. It is asked again; the page stays covered.',
              after: { confirmPause: 'asking' },
              on: { 'user.retry': 'asking' },
            },
          },
          on: {
            // A request that began without a network need not be waited for.
            'session.doubted': '.asking',
          },
        },
      },
    },
    signingOut: {
      description: 'The server is told that the user leaves; whatever it answers, they are gone here.',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: 'visitor.left',
        onError: { target: 'visitor.left', actions: 'sayUnconfirmed' },
      },
      after: { signOutPatience: { target: 'visitor.left', actions: 'sayUnconfirmed' } },
      on: {
        // The server reports that there was no session to end.
        'server.unauthorized': 'visitor.left',
      },
      // Neither the browser's storage nor the other tabs wait for the server: this page may be closed before it answers.
      entry: ['clearUser', 'clearPreferences', 'forgetTyped', 'tellSignedOut'],
      exit: ['clear', 'goToLogin'],
    },
  },
});

export type SessionRef = ActorRefFrom<typeof sessionMachine>;
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

/** Whether it is not known yet who is here; protected screens wait. */
export const isDeciding = (snapshot: SessionSnapshot): boolean => snapshot.matches('checking');
export const isSignedIn = (snapshot: SessionSnapshot): boolean => snapshot.matches('signedIn');

/** Null for a visitor, and while it is not known. */
export const selectUser = (snapshot: SessionSnapshot) =>
  isDeciding(snapshot) ? null : (snapshot.context.session?.user ?? null);
/** Id of the user for whom private data may be read. */
export const selectUserId = (snapshot: SessionSnapshot): string | null =>
  isSignedIn(snapshot) ? (snapshot.context.session?.user.id ?? null) : null;
