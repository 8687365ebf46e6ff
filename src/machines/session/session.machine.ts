import { assign, emit, fromCallback, fromPromise, not, setup } from 'xstate';
import type { User } from '../../domain/account.ts';
import type { Result } from '../../domain/result.ts';
import type { Emitted } from '../shared/emitted.ts';
import { unwired, unwiredAction } from '../shared/unwired.ts';
import type {
  SessionContext,
  SessionEvent,
  SessionInput,
  StoredSession,
  ValidateInput,
  Validation,
} from './types.ts';

const ofSession = ({ event }: { event: { session: StoredSession } }) => ({ session: event.session });

/** A login of this tab: kept for reloads, told to the other tabs. */
const enter = [
  { type: 'take', params: ofSession },
  { type: 'keep', params: ofSession },
  { type: 'tellSignedIn', params: ofSession },
] as const;

/** The server ended the session: nothing of it stays, here or in the other tabs. */
const turnOut = [
  { type: 'clear' },
  { type: 'tellSignedOut' },
  { type: 'sayEnded' },
  { type: 'goToLoginAndBack' },
] as const;

const ofAnswer = ({ event }: { event: { output: Validation } }) => ({ session: confirmed(event.output) });

/** The server confirmed the session, perhaps with news of the user. */
const confirm = [
  { type: 'take', params: ofAnswer },
  { type: 'keep', params: ofAnswer },
] as const;

/** The answer names another user than the page did. */
const saySwitch = {
  type: 'saySwitched',
  params: ({ event }: { event: { output: Validation } }) => ({ name: confirmed(event.output).user.username }),
} as const;

/**
 * Who is signed in (spec 1 §4, "Session"; contract, "Session"). The cookie belongs to the server; this chart keeps
 * what the browser may know: the user, and when the session ends. Every open tab follows the others.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    emitted: {} as Emitted,
    tags: {} as 'signedIn' | 'deciding' | 'veiled',
  },
  actors: {
    /** Asks the server whose session this is. */
    validate: fromPromise<Validation, ValidateInput>(unwired('session.validate')),
    signOut: fromPromise<Result<null>>(unwired('session.signOut')),
    /** Says `session.endsSoon`, `session.ended`, `session.doubted`, and `session.slept` after the machine slept. */
    expiry: fromCallback<SessionEvent, { expiresAt: number }>(unwired('session.expiry')),
    /** Says `tab.signedIn` and `tab.signedOut`. */
    tabs: fromCallback<SessionEvent>(unwired('session.tabs')),
  },
  actions: {
    /** Writes the session to the browser's storage. */
    keep: unwiredAction<{ session: StoredSession }>('session.keep'),
    /** Removes user and expiry from the browser's storage; the token stays until the logout was sent with it. */
    clearUser: unwired('session.clearUser'),
    /** Removes user, expiry and token from the browser's storage. */
    clear: unwired('session.clear'),
    /** Removes what one user preferred and the next must not see: hidden balances (spec 1 §4). */
    clearPreferences: unwired('session.clearPreferences'),
    tellSignedIn: unwiredAction<{ session: StoredSession }>('session.tellSignedIn'),
    tellSignedOut: unwired('session.tellSignedOut'),
    take: assign({ session: (_, { session }: { session: StoredSession }) => session }),
    forget: assign({ session: null }),
    goToLogin: emit({ type: 'navigate', to: '/login' }),
    goToLoginAndBack: emit({ type: 'navigate', to: '/login', remembersWay: true }),
    sayEnded: emit({ type: 'toast', kind: 'info', key: 'toast.sessionEnded' }),
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
  },
  delays: {
    /** Nobody waits longer for the server to confirm that they are gone. */
    signOutPatience: 5000,
    /** Between two times that a silent server is asked for a page that slept. */
    confirmPause: 5000,
  },
}).createMachine({
  id: 'session',
  description: 'Who is signed in, in this tab and in all others.',
  context: ({ input }) => ({ session: input.stored }),
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
          actions: turnOut,
        },
        'tab.signedIn': {
          target: 'signedIn',
          actions: { type: 'take', params: ({ event }) => ({ session: event.session }) },
        },
        'tab.signedOut': { target: 'visitor' },
      },
    },
    visitor: {
      description: 'Nobody is signed in.',
      entry: { type: 'forget' },
      on: {
        'login.succeeded': {
          target: 'signedIn',
          actions: enter,
        },
        'tab.signedIn': {
          target: 'signedIn',
          actions: { type: 'take', params: ({ event }) => ({ session: event.session }) },
        },
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
        'server.unauthorized': {
          target: 'visitor',
          actions: turnOut,
        },
        'session.ended': {
          target: 'visitor',
          actions: [{ type: 'clear' }, { type: 'sayEnded' }, { type: 'goToLoginAndBack' }],
        },
        'session.slept': { target: '.veiled' },
        'tab.signedOut': { target: 'visitor', actions: { type: 'saySignedOut' } },
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
          },
        },
        validating: {
          description: 'The server is asked whether the session still holds; the screen stays.',
          invoke: {
            id: 'validate',
            src: 'validate',
            input: ({ context }) => ({ session: context.session }),
            onDone: [
              {
                guard: { type: 'isAnothersSession', params: ({ event }) => event.output },
                target: 'steady',
                actions: [...confirm, saySwitch],
              },
              {
                guard: { type: 'isConfirmed', params: ({ event }) => event.output },
                target: 'steady',
                actions: confirm,
              },
              { target: 'steady' },
            ],
            onError: { target: 'steady' },
          },
          on: { 'session.endsSoon': { target: 'expiring' } },
        },
        expiring: {
          description: 'The session ends within minutes; the user is told, to sign in again in time.',
        },
        veiled: {
          description:
            'The page slept: what belongs to the account is covered until the server confirms the session.',
          tags: ['veiled'],
          initial: 'asking',
          states: {
            asking: {
              description: 'The server is asked whether the session still holds.',
              invoke: {
                id: 'validate',
                src: 'validate',
                input: ({ context }) => ({ session: context.session }),
                // Entered anew: an end that is near is told again.
                onDone: [
                  {
                    guard: { type: 'isAnothersSession', params: ({ event }) => event.output },
                    target: '#session.signedIn',
                    reenter: true,
                    actions: [...confirm, saySwitch],
                  },
                  {
                    guard: { type: 'isConfirmed', params: ({ event }) => event.output },
                    target: '#session.signedIn',
                    reenter: true,
                    actions: confirm,
                  },
                  { target: 'unanswered' },
                ],
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
          { guard: { type: 'isDone', params: ({ event }) => event.output }, target: 'visitor' },
          { target: 'visitor', actions: { type: 'sayUnconfirmed' } },
        ],
        onError: { target: 'visitor', actions: { type: 'sayUnconfirmed' } },
      },
      after: { signOutPatience: { target: 'visitor', actions: { type: 'sayUnconfirmed' } } },
      on: {
        // The server says that there was no session to end.
        'server.unauthorized': { target: 'visitor' },
      },
      // Neither the browser's storage nor the other tabs wait for the server: this page may be closed before it answers.
      entry: [{ type: 'clearUser' }, { type: 'clearPreferences' }, { type: 'tellSignedOut' }],
      exit: [{ type: 'clear' }, { type: 'goToLogin' }],
    },
  },
});

/** The session in an answer that a guard found to be one. */
function confirmed(answer: Validation): StoredSession {
  if (!answer.ok) throw new Error('a refusal holds no session');
  return answer.value;
}
