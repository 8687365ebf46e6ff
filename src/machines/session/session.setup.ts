import { assign, emit, fromCallback, fromPromise, raise, setup } from 'xstate';
import type { User } from '../../domain/account.ts';
import type { Result } from '../../domain/result.ts';
import { type Emitted, type PageNotice, unwired, unwiredAction } from '../shared/index.ts';

/** What the browser keeps of a login (SESSION-09). A bearer token, where there is one, never enters a machine. */
export interface StoredSession {
  readonly user: User;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface SessionInput {
  /** What was found in the browser at the start; null when nothing valid was. */
  readonly stored: StoredSession | null;
}

export interface SessionContext {
  /** Null for a visitor. */
  readonly session: StoredSession | null;
  /** To a user who deleted the account; null otherwise. */
  readonly farewell: PageNotice | null;
}

export type SessionEvent =
  /** A login of this tab; it is kept already for the others. */
  | { readonly type: 'login.succeeded'; readonly session: StoredSession }
  | { readonly type: 'user.signOut' }
  /** A protected screen opened. */
  | { readonly type: 'guard.entered' }
  /** A 401 that ends the session: of any call but login and change-password (SESSION-02). */
  | {
      readonly type: 'server.unauthorized';
      /** What the browser keeps at that moment, which another tab may have changed. */
      readonly kept?: StoredSession | null;
    }
  /** The network came back: the session may be over or another one. */
  | { readonly type: 'session.doubted' }
  /** The page slept, or was put away, and is back: nobody knows who sits before it. */
  | { readonly type: 'session.slept' }
  /** Ask again at once whether the session holds. */
  | { readonly type: 'user.retry' }
  /** The deletion of the account is on its way to the server. */
  | { readonly type: 'account.deleting' }
  /** The account was not deleted, as far as is known. */
  | { readonly type: 'account.kept' }
  /** The user deleted the account. @param isConfirmed whether the server said so itself. */
  | { readonly type: 'account.deleted'; readonly isConfirmed: boolean }
  | { readonly type: 'session.endsSoon' }
  | { readonly type: 'session.ended' }
  /** Another tab of this browser signed in, as the same user or another one; or out. */
  | { readonly type: 'tab.signedIn'; readonly session: StoredSession }
  | { readonly type: 'tab.signedOut'; readonly session: StoredSession }
  | { readonly type: 'tab.sessionEnded'; readonly session: StoredSession }
  /** The session is gone from the browser. The tab that removed it says why, if it can. */
  | { readonly type: 'tab.sessionGone' };

type Kept = Pick<Extract<SessionEvent, { type: 'server.unauthorized' }>, 'kept'>;

export interface ValidateInput {
  readonly session: StoredSession | null;
}

/** The session with the user as the server knows them now. Refused: neither confirmed nor denied. */
export type Validation = Result<StoredSession>;

const ofSession = ({ event }: { event: { session: StoredSession } }) => ({ session: event.session });

/** Another tab may speak of a session that this one never had: of another user, or an older one. */
export const ours = { type: 'isOurs', params: ofSession } as const;

/** A login of this tab: kept for reloads, told to the other tabs. */
export const enter = [
  { type: 'take', params: ofSession },
  { type: 'keep', params: ofSession },
  { type: 'tellSignedIn', params: ofSession },
] as const;

/** The server ended the session: nothing of it stays, here or in the other tabs. What was typed waits for its user. */
export const dropSession = [{ type: 'clear' }, { type: 'holdTyped' }, { type: 'tellEnded' }] as const;

/** The same in the middle of something, which a login can go on with (SESSION-02). */
export const turnOut = [...dropSession, { type: 'sayEnded' }, { type: 'goToLoginAndBack' }] as const;

/** Entered anew: a near end is announced again. */
export const askAnew = { target: '#session.signedIn', reenter: true, actions: { type: 'doubt' } } as const;

interface Answered {
  readonly event: { readonly output: Validation };
}
const answerOf = ({ event }: Answered) => event.output;
const ofAnswer = ({ event }: Answered) => ({ session: confirmed(event.output) });

/** The server confirmed the session, perhaps with news of the user. */
export const confirm = [
  { type: 'take', params: ofAnswer },
  { type: 'keep', params: ofAnswer },
] as const;

/** How a confirmed session goes on. @param way where to, and whether what runs there begins anew */
export const goOn = <const Way extends { readonly target: string; readonly reenter?: true }>(way: Way) =>
  [
    {
      ...way,
      guard: { type: 'isAnothersSession', params: answerOf },
      actions: [
        ...confirm,
        {
          type: 'saySwitched',
          params: ({ event }: Answered) => ({ name: confirmed(event.output).user.username }),
        },
      ],
    },
    { ...way, guard: { type: 'isConfirmed', params: answerOf }, actions: confirm },
  ] as const;

/** Effects and conditions of the session. */
export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    emitted: {} as Emitted,
    tags: {} as 'signedIn' | 'deciding' | 'locked',
  },
  actors: {
    /** Asks the server whose session this is. */
    validate: fromPromise<Validation, ValidateInput>(unwired('session.validate')),
    signOut: fromPromise<Result<null>>(unwired('session.signOut')),
    /** Says `session.endsSoon`, `session.ended`, `session.doubted`, and `session.slept` after the machine slept. */
    expiry: fromCallback<SessionEvent, { expiresAt: number }>(unwired('session.expiry')),
    /** Says what the other tabs do, and that the browser keeps no session any more. */
    tabs: fromCallback<SessionEvent>(unwired('session.tabs')),
  },
  actions: {
    /** Writes the session to the browser's storage. */
    keep: unwiredAction<{ session: StoredSession }>('session.keep'),
    /** Removes user and expiry from the browser's storage; the token stays until the logout was sent with it. */
    clearUser: unwired('session.clearUser'),
    /** Removes user, expiry and token from the browser's storage. */
    clear: unwired('session.clear'),
    /** Removes every preference of the user, too (PRIVACY-05). */
    clearEverything: unwired('session.clearEverything'),
    /** Removes what one user preferred and the next must not see: hidden balances (SESSION-04). */
    clearPreferences: unwired('session.clearPreferences'),
    tellSignedIn: unwiredAction<{ session: StoredSession }>('session.tellSignedIn'),
    tellSignedOut: unwired('session.tellSignedOut'),
    tellEnded: unwired('session.tellEnded'),
    /** What was typed in this tab is kept for the next login of the same user. */
    holdTyped: unwired('session.holdTyped'),
    /** Nothing that was typed in this tab stays. */
    forgetTyped: unwired('session.forgetTyped'),
    take: assign({ session: (_, { session }: { session: StoredSession }) => session, farewell: null }),
    /** PRIVACY-05. */
    bidFarewell: assign({
      farewell: (_, { isConfirmed }: { isConfirmed: boolean }) =>
        isConfirmed ? 'accountDeleted' : 'accountPerhapsDeleted',
    }),
    forget: assign({ session: null }),
    doubt: raise({ type: 'session.doubted' }),
    follow: raise((_, { kept }: Kept) =>
      kept ? { type: 'tab.signedIn' as const, session: kept } : { type: 'tab.sessionGone' as const },
    ),
    goToLogin: emit({ type: 'navigate', to: '/login' }),
    // In place of the page that it leads back to: one press of Back is one page.
    goToLoginAndBack: emit({ type: 'navigate', to: '/login', replace: true, remembersWay: true }),
    sayEnded: emit({ type: 'toast', kind: 'info', key: 'toast.sessionEnded' }),
    // What happened to the session is not known: the words are true of a logout, too.
    sayNotSignedIn: emit({ type: 'toast', kind: 'info', key: 'failure.unauthorized' }),
    saySignedOut: emit({ type: 'toast', kind: 'info', key: 'toast.signedOutElsewhere' }),
    sayUnconfirmed: emit({ type: 'toast', kind: 'error', key: 'toast.signOutUnconfirmed' }),
    saySwitched: emit((_, { name }: { name: string }) => ({
      type: 'toast' as const,
      kind: 'info' as const,
      key: 'toast.accountSwitched',
      values: { name },
    })),
  },
  guards: {
    isKept: ({ context }) => context.session !== null,
    isConfirmed: (_, answer: Validation) => answer.ok,
    isAnothersSession: ({ context }, answer: Validation) =>
      answer.ok && answer.value.user.id !== context.session?.user.id,
    isAnotherUser: ({ context }, { user }: { user: User }) => user.id !== context.session?.user.id,
    isKnown: ({ context }, { session }: { session: StoredSession }) =>
      JSON.stringify(session) === JSON.stringify(context.session),
    isDone: (_, answer: Result<null>) => answer.ok,
    /** Whether another tab has removed or replaced the session, and has not been heard yet. */
    isOvertaken: ({ context }, { kept }: Kept) =>
      kept !== undefined && kept?.user.id !== context.session?.user.id,
    /** Whether another tab speaks of the session of this one. */
    isOurs: ({ context }, { session }: { session: StoredSession }) =>
      session.user.id === context.session?.user.id && session.expiresAt === context.session.expiresAt,
  },
  delays: {
    /** Nobody waits longer for the server to confirm that they are gone. */
    signOutPatience: 5000,
    /** After so long without word, the server is asked whether the session holds. */
    deletionPatience: 120_000,
    /** Between two times that a silent server is asked for a page that slept. */
    confirmPause: 5000,
    /** For the tab that removed the session to say why. */
    explanationPatience: 1000,
  },
});

/** The session in an answer that a guard found to be one. */
function confirmed(answer: Validation): StoredSession {
  if (!answer.ok) throw new Error('a refusal holds no session');
  return answer.value;
}
