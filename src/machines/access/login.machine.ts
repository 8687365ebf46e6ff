import { assign, emit, setup, type SnapshotFrom } from 'xstate';
import { failureOf } from '../../domain/failure.ts';
import type { StoredSession } from '../session/session.machine.ts';
import { effect, type Emitted, promise, type Toast } from '../shared/common.ts';
import {
  type AccessRefusal,
  type Attempt,
  attemptOf,
  type Challenged,
  challengedIn,
  loginRefusal,
  MAX_ROUNDS,
  PASSKEY_MISSING,
} from './access.rules.ts';

/** The form's values. They pass through the machine in an event and are never stored in its context. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Empty when the user gave none. */
  readonly code: string;
  /** Empty in captcha mode `bypass`. */
  readonly captchaToken: string;
}

export interface LoginInput {
  /** Whether the user comes from registration: "Account created successfully!" (LOGIN-09). */
  readonly isNew: boolean;
}

export interface LoginContext {
  readonly isNew: boolean;
  /** Why the last submit failed; null once a field is edited. */
  readonly refusal: AccessRefusal | null;
  /** How many challenges were solved for this attempt (LOGIN-21). */
  readonly rounds: number;
}

export type LoginEvent =
  | { readonly type: 'user.submit'; readonly credentials: Credentials }
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.cancel' }
  /** The user signs in with a passkey, whatever the form holds. */
  | { readonly type: 'user.usePasskey' };

/** A captcha token works once; the form is emptied after wrong credentials (LOGIN-05). */
export type LoginEmitted = Emitted | { readonly type: 'captcha.reset' } | { readonly type: 'form.clear' };

/** The effect of a sign-in on a reset of the second factor; null for none (RESET-04, RESET-05). */
export type ResetEnding = 'done' | 'stopped' | null;

/** The result of a passkey. */
export interface Entry {
  /** Null where nobody was signed in. */
  readonly session: StoredSession | null;
  readonly refusal: AccessRefusal | null;
  readonly reset: ResetEnding;
  /** How many recovery codes are left after one was used; null where none was (RECOVERY-05). */
  readonly codesLeft: number | null;
}

export interface SignInOutput extends Entry {
  /** Email or password are wrong. */
  readonly isUnknown: boolean;
  /** Of a refusal that the browser can work off. */
  readonly challenged?: Challenged<Credentials>;
}

/** Other effects of a sign-in: on a reset, or on the recovery codes. */
function newsOf({ reset, codesLeft }: Entry): Toast {
  if (reset === 'done') return { type: 'toast', kind: 'error', key: 'auth:toast.resetDone' };
  if (reset === 'stopped') return { type: 'toast', kind: 'error', key: 'auth:toast.resetStopped' };
  const values = { count: codesLeft ?? 0 };
  return { type: 'toast', kind: 'info', key: 'auth:toast.recoveryCodesLeft', values };
}

/** The login form's way to the server and back (LOGIN-04, LOGIN-05). Where to go then is up to the page's guard. */
export const loginMachine = setup({
  types: {
    context: {} as LoginContext,
    events: {} as LoginEvent,
    input: {} as LoginInput,
    emitted: {} as LoginEmitted,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    /** Sends the credentials, once. */
    signIn: promise<SignInOutput, Attempt<Credentials>>(),
    /** Asks the server, the device, and the server again. */
    passkey: promise<Entry>(),
    /** Works off what the server asks for, and gives the same attempt with it. */
    work: promise<Attempt<Credentials>, Challenged<Credentials>>(),
  },
  actions: {
    /** Hands the new session to the session machine, which stores it and notifies the other tabs. */
    handOver: effect<StoredSession | null>(),
    forgetRefusal: assign({ refusal: null, rounds: 0 }),
    keepRefusal: assign((_, refusal: AccessRefusal | null) => ({ refusal, rounds: 0 })),
    /** A token works once. */
    resetCaptcha: emit({ type: 'captcha.reset' }),
  },
  guards: {
    isAccepted: (_, { session }: Entry) => session !== null,
    hasNews: (_, { reset, codesLeft }: Entry) => reset !== null || codesLeft !== null,
    isChallenged: ({ context }, { challenged }: SignInOutput) =>
      challenged !== undefined && context.rounds < MAX_ROUNDS,
    isAboutCode: (_, { refusal }: Entry) => refusal?.field === 'code',
    isUnknown: (_, { isUnknown }: SignInOutput) => isUnknown,
    isAskedToWait: (_, refusal: AccessRefusal | null) => refusal?.wait !== undefined,
    isNew: ({ context }) => context.isNew,
  },
  delays: {
    /** How long "Account created successfully!" is shown (LOGIN-09). */
    noticeTime: 5000,
    /** As long as the server asked for (LOGIN-10). */
    askedPause: ({ context }) => (context.refusal?.wait ?? 0) * 1000,
  },
}).createMachine({
  id: 'login',
  description: 'The login form.',
  context: ({ input }) => ({ isNew: input.isNew, refusal: null, rounds: 0 }),
  type: 'parallel',
  states: {
    form: {
      description: 'What the user types, and what the server says to it.',
      initial: 'editing',
      states: {
        editing: {
          description: 'The user fills in the form, perhaps after a refusal.',
          on: {
            'user.submit': { target: 'submitting', actions: 'forgetRefusal' },
            'user.edit': { actions: 'forgetRefusal' },
            'user.usePasskey': { target: 'usingPasskey', actions: 'forgetRefusal' },
          },
        },
        usingPasskey: {
          description: 'The browser asks for a passkey, which opens the account without a password.',
          tags: ['busy'],
          on: { 'user.cancel': 'editing' },
          invoke: {
            id: 'passkey',
            src: 'passkey',
            onDone: [
              {
                guard: { type: 'hasNews', params: ({ event }) => event.output },
                target: 'entered',
                actions: [
                  emit(({ event }) => newsOf(event.output)),
                  { type: 'handOver', params: ({ event }) => event.output.session },
                ],
              },
              {
                guard: { type: 'isAccepted', params: ({ event }) => event.output },
                target: 'entered',
                actions: { type: 'handOver', params: ({ event }) => event.output.session },
              },
              { target: 'editing', actions: assign({ refusal: ({ event }) => event.output.refusal }) },
            ],
            onError: {
              target: 'editing',
              actions: assign({ refusal: ({ event }) => outageIn(event.error) }),
            },
          },
        },
        submitting: {
          description: 'The credentials are on their way; the button waits.',
          tags: ['busy'],
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ event }) => attemptOf(event, event.type === 'user.submit' && event.credentials),
            onDone: [
              {
                guard: { type: 'hasNews', params: ({ event }) => event.output },
                target: 'entered',
                actions: [
                  emit(({ event }) => newsOf(event.output)),
                  { type: 'handOver', params: ({ event }) => event.output.session },
                ],
              },
              {
                guard: { type: 'isAccepted', params: ({ event }) => event.output },
                target: 'entered',
                actions: { type: 'handOver', params: ({ event }) => event.output.session },
              },
              { guard: { type: 'isChallenged', params: ({ event }) => event.output }, target: 'working' },
              {
                guard: { type: 'isAboutCode', params: ({ event }) => event.output },
                target: 'awaitingCode',
                actions: { type: 'keepRefusal', params: ({ event }) => event.output.refusal },
              },
              {
                guard: { type: 'isUnknown', params: ({ event }) => event.output },
                target: 'editing',
                actions: [
                  { type: 'keepRefusal', params: ({ event }) => event.output.refusal },
                  'resetCaptcha',
                  emit({ type: 'form.clear' }),
                ],
              },
              {
                guard: { type: 'isAskedToWait', params: ({ event }) => event.output.refusal },
                target: 'waiting',
                actions: { type: 'keepRefusal', params: ({ event }) => event.output.refusal },
              },
              {
                target: 'editing',
                actions: [
                  { type: 'keepRefusal', params: ({ event }) => event.output.refusal },
                  'resetCaptcha',
                ],
              },
            ],
            onError: [
              {
                guard: { type: 'isAskedToWait', params: ({ event }) => outageIn(event.error) },
                target: 'waiting',
                actions: { type: 'keepRefusal', params: ({ event }) => outageIn(event.error) },
              },
              {
                target: 'editing',
                actions: [
                  { type: 'keepRefusal', params: ({ event }) => outageIn(event.error) },
                  'resetCaptcha',
                ],
              },
            ],
          },
        },
        working: {
          description:
            'The server refused for now and did nothing; the browser works off what it asks for, then sends the same.',
          tags: ['busy'],
          on: { 'user.cancel': { target: 'editing', actions: 'forgetRefusal' } },
          invoke: {
            id: 'work',
            src: 'work',
            input: ({ event }) => challengedIn<Credentials>(event),
            onDone: {
              target: 'submitting',
              actions: assign({ rounds: ({ context }) => context.rounds + 1 }),
            },
            onError: {
              target: 'waiting',
              actions: { type: 'keepRefusal', params: ({ event }) => outageIn(event.error) },
            },
          },
        },
        awaitingCode: {
          description: 'The password was right; the server wants a two-factor code, or another one.',
          tags: ['failed'],
          entry: 'resetCaptcha',
          on: {
            'user.submit': { target: 'submitting', actions: 'forgetRefusal' },
            'user.edit': { actions: 'forgetRefusal' },
            'user.usePasskey': { target: 'usingPasskey', actions: 'forgetRefusal' },
          },
        },
        waiting: {
          description: 'The server asked to wait before the next try. What was typed stays; nothing is sent.',
          entry: 'resetCaptcha',
          after: { askedPause: { target: 'editing', actions: 'forgetRefusal' } },
        },
        entered: { description: 'The server let the user in; the page moves on.' },
      },
    },
    notice: {
      description: 'Whether the page says that the account was created.',
      initial: 'hidden',
      states: {
        hidden: { description: 'It does not.', always: { guard: 'isNew', target: 'shown' } },
        shown: { description: 'It does, for a moment.', after: { noticeTime: 'over' } },
        over: { description: 'It did.' },
      },
    },
  },
});

const outageIn = (error: unknown): AccessRefusal => loginRefusal(failureOf(error), false);

export type LoginSnapshot = SnapshotFrom<typeof loginMachine>;

/** Whether the two-factor field is where the user has to go. */
export const isAwaitingCode = (snapshot: LoginSnapshot): boolean =>
  snapshot.matches({ form: 'awaitingCode' });
/** Whether the password was right, and only the second factor is missing (RESET-01). */
export const isFactorMissing = (snapshot: LoginSnapshot): boolean =>
  isAwaitingCode(snapshot) || snapshot.context.refusal?.key === PASSKEY_MISSING;
