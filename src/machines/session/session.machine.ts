import { not, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { askAnew, confirm, dropSession, enter, goOn, ours, sessionSetup, turnOut } from './session.setup.ts';

/**
 * Who is signed in (SESSION-01). The cookie belongs to the server; this machine keeps
 * what the browser may know: the user, and when the session ends. Every open tab follows the others.
 */
export const sessionMachine = sessionSetup.createMachine({
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
        input: ({ context }) => ({ session: context.session }),
        onDone: [
          {
            guard: { type: 'isConfirmed', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: confirm,
          },
          // Neither yes nor 401: what the browser kept stands until a call says otherwise.
          { target: 'signedIn' },
        ],
        onError: { target: 'signedIn' },
      },
      on: {
        'server.unauthorized': {
          target: 'visitor',
          // A screen that needs a session goes to the login by itself; a public one stays (SESSION-08).
          actions: dropSession,
        },
        'tab.signedIn': {
          target: 'signedIn',
          actions: { type: 'take', params: ({ event }) => ({ session: event.session }) },
        },
        'tab.signedOut': { guard: ours, target: 'visitor.left', actions: { type: 'forgetTyped' } },
        'tab.sessionEnded': { guard: ours, target: 'visitor', actions: { type: 'holdTyped' } },
        'tab.sessionGone': { target: 'visitor', actions: { type: 'holdTyped' } },
      },
    },
    visitor: {
      description: 'Nobody is signed in.',
      entry: { type: 'forget' },
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
            'tab.signedOut': { target: 'left', actions: [{ type: 'forgetTyped' }, { type: 'saySignedOut' }] },
            'tab.sessionEnded': { target: 'nobody', actions: { type: 'sayEnded' } },
          },
          after: { explanationPatience: { target: 'nobody', actions: { type: 'sayNotSignedIn' } } },
        },
      },
      on: {
        'login.succeeded': {
          target: 'signedIn',
          actions: enter,
        },
        'tab.signedIn': {
          target: 'signedIn',
          actions: { type: 'take', params: ({ event }) => ({ session: event.session }) },
        },
        // The session may have ended before they left: then what was typed waited for them here.
        'tab.signedOut': { actions: { type: 'forgetTyped' } },
      },
    },
    signedIn: {
      description: 'A user is signed in.',
      tags: ['signedIn'],
      invoke: {
        id: 'expiry',
        src: 'expiry',
        input: ({ context }) => ({ expiresAt: context.session?.expiresAt ?? 0 }),
        // The server's 401 still tells when it is over.
        onError: {},
      },
      initial: 'steady',
      on: {
        'login.succeeded': {
          target: 'signedIn',
          reenter: true,
          actions: enter,
        },
        'user.signOut': { target: 'signingOut' },
        'account.deleted': {
          target: 'visitor',
          // A protected screen leads to the login by itself, and there is the farewell.
          actions: [
            { type: 'clearEverything' },
            { type: 'forgetTyped' },
            { type: 'tellSignedOut' },
            { type: 'bidFarewell', params: ({ event }) => ({ isConfirmed: event.isConfirmed }) },
          ],
        },
        'server.unauthorized': [
          {
            guard: { type: 'isOvertaken', params: ({ event }) => event },
            actions: { type: 'follow', params: ({ event }) => event },
          },
          { target: 'visitor', actions: turnOut },
        ],
        'session.ended': {
          target: 'visitor',
          // A screen that needs a session goes to the login by itself; a public one stays.
          actions: [...dropSession, { type: 'sayEnded' }],
        },
        'session.slept': { target: '.locked' },
        'tab.signedOut': {
          guard: ours,
          target: 'visitor.left',
          actions: [{ type: 'forgetTyped' }, { type: 'saySignedOut' }],
        },
        'tab.sessionEnded': {
          guard: ours,
          target: 'visitor',
          actions: [{ type: 'holdTyped' }, { type: 'sayEnded' }],
        },
        'tab.sessionGone': { target: 'visitor.unexplained', actions: { type: 'holdTyped' } },
        'tab.signedIn': [
          { guard: { type: 'isKnown', params: ({ event }) => ({ session: event.session }) } },
          {
            guard: { type: 'isAnotherUser', params: ({ event }) => ({ user: event.session.user }) },
            target: 'signedIn',
            reenter: true,
            actions: [
              { type: 'take', params: ({ event }) => ({ session: event.session }) },
              { type: 'saySwitched', params: ({ event }) => ({ name: event.session.user.username }) },
            ],
          },
          {
            target: 'signedIn',
            reenter: true,
            actions: { type: 'take', params: ({ event }) => ({ session: event.session }) },
          },
        ],
      },
      states: {
        steady: {
          description: 'Nothing puts the session in doubt.',
          on: {
            'guard.entered': { target: 'validating' },
            'session.doubted': { target: 'validating' },
            'session.endsSoon': { target: 'expiring' },
            'account.deleting': { target: 'deleting' },
          },
        },
        validating: {
          description: 'The server is asked whether the session still holds; the screen stays.',
          invoke: {
            id: 'validate',
            src: 'validate',
            input: ({ context }) => ({ session: context.session }),
            onDone: [...goOn({ target: 'steady' }), { target: 'steady' }],
            onError: { target: 'steady' },
          },
          on: { 'session.endsSoon': { target: 'expiring' }, 'account.deleting': { target: 'deleting' } },
        },
        expiring: {
          description: 'The session ends within minutes; a notice says so, to sign in again in time.',
          on: { 'account.deleting': { target: 'deleting' } },
        },
        deleting: {
          description:
            'The account is being deleted. Its session ends with it, and other calls and tabs may notice first: the farewell waits for the answer to the deletion.',
          on: {
            'server.unauthorized': {},
            'tab.sessionEnded': {},
            'tab.sessionGone': {},
            'account.kept': askAnew,
          },
          // The screen that asked may be gone.
          after: { deletionPatience: askAnew },
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
                input: ({ context }) => ({ session: context.session }),
                // Entered anew: a near end is announced again.
                onDone: [...goOn({ target: '#session.signedIn', reenter: true }), { target: 'unanswered' }],
                onError: { target: 'unanswered' },
              },
            },
            unanswered: {
              description: 'The server said neither yes nor no. It is asked again; the page stays covered.',
              after: { confirmPause: { target: 'asking' } },
              on: { 'user.retry': { target: 'asking' } },
            },
          },
          on: {
            // A request that began without a network need not be waited for.
            'session.doubted': { target: '.asking' },
          },
        },
      },
    },
    signingOut: {
      description: 'The server is told that the user leaves; whatever it answers, they are gone here.',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: [
          { guard: { type: 'isDone', params: ({ event }) => event.output }, target: 'visitor.left' },
          { target: 'visitor.left', actions: { type: 'sayUnconfirmed' } },
        ],
        onError: { target: 'visitor.left', actions: { type: 'sayUnconfirmed' } },
      },
      after: { signOutPatience: { target: 'visitor.left', actions: { type: 'sayUnconfirmed' } } },
      on: {
        // The server says that there was no session to end.
        'server.unauthorized': { target: 'visitor.left' },
      },
      // Neither the browser's storage nor the other tabs wait for the server: this page may be closed before it answers.
      entry: [
        { type: 'clearUser' },
        { type: 'clearPreferences' },
        { type: 'forgetTyped' },
        { type: 'tellSignedOut' },
      ],
      exit: [{ type: 'clear' }, { type: 'goToLogin' }],
    },
  },
});

export type SessionRef = ActorRefFrom<typeof sessionMachine>;
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

/** Whether it is not known yet who is here; protected screens wait. */
export const isDeciding = (snapshot: SessionSnapshot): boolean => snapshot.matches('checking');
export const isSignedIn = (snapshot: SessionSnapshot): boolean => snapshot.matches('signedIn');
/** Whether it is not known yet why the session is gone; protected screens wait. */
export const isUnexplained = (snapshot: SessionSnapshot): boolean =>
  snapshot.matches({ visitor: 'unexplained' });
/** Whether the last user signed out, here or in another tab. */
export const hasLeft = (snapshot: SessionSnapshot): boolean => snapshot.matches({ visitor: 'left' });
export const isSigningOut = (snapshot: SessionSnapshot): boolean => snapshot.matches('signingOut');
export const isExpiring = (snapshot: SessionSnapshot): boolean => snapshot.matches({ signedIn: 'expiring' });
/** Whether the page slept and the session is not confirmed since: nothing of the account is shown. */
export const isLocked = (snapshot: SessionSnapshot): boolean => snapshot.matches({ signedIn: 'locked' });
/** Whether the server was asked about a page that slept, and gave no answer. */
export const isUnconfirmed = (snapshot: SessionSnapshot): boolean =>
  snapshot.matches({ signedIn: { locked: 'unanswered' } });

/** Null for a visitor, and while it is not known. */
export const selectUser = (snapshot: SessionSnapshot) =>
  isDeciding(snapshot) ? null : (snapshot.context.session?.user ?? null);
/** Id of the user for whom private data may be read. */
export const selectUserId = (snapshot: SessionSnapshot): string | null =>
  isSignedIn(snapshot) ? (snapshot.context.session?.user.id ?? null) : null;
/** What the login says to a user who deleted the account in this tab. */
export const selectFarewell = (snapshot: SessionSnapshot) => snapshot.context.farewell;
