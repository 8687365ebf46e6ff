import { assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import {
  type Attempt,
  type Challenged,
  loginRefusal,
  MOST_ROUNDS,
  NO_PASSKEY,
  PASSKEY_MISSING,
} from './access.rules.ts';
import {
  attemptIn,
  challengedIn,
  openedBy,
  outageIn,
  refusalIn,
  refusedBy,
  sessionIn,
} from './login.rules.ts';
import type {
  Credentials,
  LoginContext,
  LoginEmitted,
  LoginEvent,
  LoginInput,
  LoginRefusal,
  PasskeyEntry,
  ResetEnding,
  SignInOutput,
} from './login.types.ts';
import type { StoredSession } from '../session/index.ts';
import { unwired, unwiredAction } from '../shared/index.ts';

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
    /** Sends the credentials, once. A refusal is a result. */
    signIn: fromPromise<SignInOutput, Attempt<Credentials>>(unwired('login.signIn')),
    /** Asks the server, the device, and the server again. */
    passkey: fromPromise<PasskeyEntry>(unwired('login.passkey')),
    /** Works off what the server asks for, and gives the same attempt with it. */
    work: fromPromise<Attempt<Credentials>, Challenged<Credentials>>(unwired('login.work')),
  },
  actions: {
    /** Hands the new session to the session machine, which keeps it and tells the other tabs. */
    handOver: unwiredAction<{ session: StoredSession }>('login.handOver'),
    keepRefusal: assign({
      refusal: (_, { failure, hadCode }: LoginRefusal) => loginRefusal(failure, hadCode),
      rounds: 0,
    }),
    keepNoPasskey: assign({ refusal: NO_PASSKEY, rounds: 0 }),
    forgetRefusal: assign({ refusal: null, rounds: 0 }),
    countRound: assign({ rounds: ({ context }) => context.rounds + 1 }),
    announceCodesLeft: emit((_, { codesLeft }: SignInOutput) => ({
      type: 'toast' as const,
      kind: 'info' as const,
      key: 'auth:toast.recoveryCodesLeft',
      values: { count: codesLeft ?? 0 },
    })),
    announceReset: emit((_, { reset }: { reset?: ResetEnding }) => ({
      type: 'toast' as const,
      kind: 'error' as const,
      key: reset === 'done' ? 'auth:toast.resetDone' : 'auth:toast.resetStopped',
    })),
    resetCaptcha: emit({ type: 'captcha.reset' }),
    clearForm: emit({ type: 'form.clear' }),
  },
  guards: {
    isAccepted: (_, { answer }: SignInOutput) => answer.ok,
    isRecovered: (_, { codesLeft }: SignInOutput) => codesLeft !== null,
    isResetEnded: (_, { reset }: { reset?: ResetEnding }) => (reset ?? null) !== null,
    isOpened: (_, entry: PasskeyEntry) => entry?.ok === true,
    isNone: (_, entry: PasskeyEntry) => entry === null,
    isChallenged: ({ context }, { challenged }: SignInOutput) =>
      challenged !== undefined && context.rounds < MOST_ROUNDS,
    isAboutCode: (_, { failure, hadCode }: LoginRefusal) => loginRefusal(failure, hadCode).field === 'code',
    isAskedToWait: (_, { failure, hadCode }: LoginRefusal) =>
      loginRefusal(failure, hadCode).wait !== undefined,
    isUnauthorized: (_, { failure }: LoginRefusal) => failure.code === 'unauthorized',
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
            'user.submit': { target: 'submitting', actions: { type: 'forgetRefusal' } },
            'user.edit': { actions: { type: 'forgetRefusal' } },
            'user.usePasskey': { target: 'usingPasskey', actions: { type: 'forgetRefusal' } },
          },
        },
        usingPasskey: {
          description: 'The browser asks for a passkey, which opens the account without a password.',
          tags: ['busy'],
          on: { 'user.cancel': { target: 'editing' } },
          invoke: {
            id: 'passkey',
            src: 'passkey',
            onDone: [
              {
                guard: { type: 'isResetEnded', params: ({ event }) => ({ ...event.output }) },
                target: 'entered',
                actions: [
                  { type: 'announceReset', params: ({ event }) => ({ ...event.output }) },
                  { type: 'handOver', params: ({ event }) => ({ session: openedBy(event.output) }) },
                ],
              },
              {
                guard: { type: 'isOpened', params: ({ event }) => event.output },
                target: 'entered',
                actions: { type: 'handOver', params: ({ event }) => ({ session: openedBy(event.output) }) },
              },
              {
                guard: { type: 'isNone', params: ({ event }) => event.output },
                target: 'editing',
                actions: { type: 'keepNoPasskey' },
              },
              {
                target: 'editing',
                actions: { type: 'keepRefusal', params: ({ event }) => refusedBy(event.output) },
              },
            ],
            onError: {
              target: 'editing',
              actions: { type: 'keepRefusal', params: ({ event }) => outageIn(event.error) },
            },
          },
        },
        submitting: {
          description: 'The credentials are on their way; the button waits.',
          tags: ['busy'],
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ event }) => attemptIn(event),
            onDone: [
              {
                guard: { type: 'isResetEnded', params: ({ event }) => event.output },
                target: 'entered',
                actions: [
                  { type: 'announceReset', params: ({ event }) => event.output },
                  { type: 'handOver', params: ({ event }) => ({ session: sessionIn(event.output) }) },
                ],
              },
              {
                guard: { type: 'isRecovered', params: ({ event }) => event.output },
                target: 'entered',
                actions: [
                  { type: 'announceCodesLeft', params: ({ event }) => event.output },
                  { type: 'handOver', params: ({ event }) => ({ session: sessionIn(event.output) }) },
                ],
              },
              {
                guard: { type: 'isAccepted', params: ({ event }) => event.output },
                target: 'entered',
                actions: { type: 'handOver', params: ({ event }) => ({ session: sessionIn(event.output) }) },
              },
              { guard: { type: 'isChallenged', params: ({ event }) => event.output }, target: 'working' },
              {
                guard: { type: 'isAboutCode', params: ({ event }) => refusalIn(event.output) },
                target: 'awaitingCode',
                actions: [
                  { type: 'keepRefusal', params: ({ event }) => refusalIn(event.output) },
                  { type: 'resetCaptcha' },
                ],
              },
              {
                guard: { type: 'isUnauthorized', params: ({ event }) => refusalIn(event.output) },
                target: 'editing',
                actions: [
                  { type: 'keepRefusal', params: ({ event }) => refusalIn(event.output) },
                  { type: 'resetCaptcha' },
                  { type: 'clearForm' },
                ],
              },
              {
                guard: { type: 'isAskedToWait', params: ({ event }) => refusalIn(event.output) },
                target: 'waiting',
                actions: [
                  { type: 'keepRefusal', params: ({ event }) => refusalIn(event.output) },
                  { type: 'resetCaptcha' },
                ],
              },
              {
                target: 'editing',
                actions: [
                  { type: 'keepRefusal', params: ({ event }) => refusalIn(event.output) },
                  { type: 'resetCaptcha' },
                ],
              },
            ],
            onError: [
              {
                guard: { type: 'isAskedToWait', params: ({ event }) => outageIn(event.error) },
                target: 'waiting',
                actions: [
                  { type: 'keepRefusal', params: ({ event }) => outageIn(event.error) },
                  { type: 'resetCaptcha' },
                ],
              },
              {
                target: 'editing',
                actions: [
                  { type: 'keepRefusal', params: ({ event }) => outageIn(event.error) },
                  { type: 'resetCaptcha' },
                ],
              },
            ],
          },
        },
        working: {
          description:
            'The server refused for now and did nothing; the browser works off what it asks for, then sends the same.',
          tags: ['busy'],
          on: { 'user.cancel': { target: 'editing', actions: { type: 'forgetRefusal' } } },
          invoke: {
            id: 'work',
            src: 'work',
            input: ({ event }) => challengedIn(event),
            onDone: { target: 'submitting', actions: { type: 'countRound' } },
            onError: {
              target: 'waiting',
              actions: [
                { type: 'keepRefusal', params: ({ event }) => outageIn(event.error) },
                { type: 'resetCaptcha' },
              ],
            },
          },
        },
        awaitingCode: {
          description: 'The password was right; the server wants a two-factor code, or another one.',
          tags: ['failed'],
          on: {
            'user.submit': { target: 'submitting', actions: { type: 'forgetRefusal' } },
            'user.edit': { actions: { type: 'forgetRefusal' } },
            'user.usePasskey': { target: 'usingPasskey', actions: { type: 'forgetRefusal' } },
          },
        },
        waiting: {
          description: 'The server asked to wait before the next try. What was typed stays; nothing is sent.',
          after: { askedPause: { target: 'editing', actions: { type: 'forgetRefusal' } } },
        },
        entered: { description: 'The server let the user in; the page moves on.' },
      },
    },
    notice: {
      description: 'Whether the page says that the account was created.',
      initial: 'hidden',
      states: {
        hidden: {
          description: 'It does not.',
          always: { guard: 'isNew', target: 'shown' },
        },
        shown: {
          description: 'It does, for a moment.',
          after: { noticeTime: { target: 'over' } },
        },
        over: { description: 'It did.' },
      },
    },
  },
});

export type LoginSnapshot = SnapshotFrom<typeof loginMachine>;

export const isSubmitting = (snapshot: LoginSnapshot): boolean => snapshot.matches({ form: 'submitting' });
export const isUsingPasskey = (snapshot: LoginSnapshot): boolean =>
  snapshot.matches({ form: 'usingPasskey' });
/** Whether the browser works off what the server asked for. */
export const isWorking = (snapshot: LoginSnapshot): boolean => snapshot.matches({ form: 'working' });
/** Whether the two-factor field is where the user has to go. */
export const isAwaitingCode = (snapshot: LoginSnapshot): boolean =>
  snapshot.matches({ form: 'awaitingCode' });
export const isWaiting = (snapshot: LoginSnapshot): boolean => snapshot.matches({ form: 'waiting' });
/** Whether the password was right, and the second factor is what is missing (RESET-01). */
export const isFactorMissing = (snapshot: LoginSnapshot): boolean =>
  isAwaitingCode(snapshot) || snapshot.context.refusal?.key === PASSKEY_MISSING;
export const showsNotice = (snapshot: LoginSnapshot): boolean => snapshot.matches({ notice: 'shown' });
export const hasSaidNotice = (snapshot: LoginSnapshot): boolean => snapshot.matches({ notice: 'over' });
export const selectRefusal = (snapshot: LoginSnapshot) => snapshot.context.refusal;
