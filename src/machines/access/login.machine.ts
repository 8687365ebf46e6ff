import { assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { type AccessRefusal, loginRefusal } from './access.rules.ts';
import { failureOf, type Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { StoredSession } from '../session/index.ts';
import { type Emitted, unwired, unwiredAction } from '../shared/index.ts';

/** What the form holds. It passes through the machine in an event and is never kept in its context. */
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
}

export type LoginEvent =
  | { readonly type: 'user.submit'; readonly credentials: Credentials }
  | { readonly type: 'user.edit' };

/** A captcha token works once; the form is emptied after wrong credentials (LOGIN-05). */
export type LoginEmitted = Emitted | { readonly type: 'captcha.reset' } | { readonly type: 'form.clear' };

export interface SignInOutput {
  readonly answer: Result<StoredSession>;
  /** Whether a two-factor code was sent. */
  readonly hadCode: boolean;
  /** How many recovery codes are left after one was used; null where none was (RECOVERY-05). */
  readonly codesLeft: number | null;
}

interface Refusal {
  readonly failure: Failure;
  readonly hadCode: boolean;
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
    /** Sends the credentials, once. A refusal is a result. */
    signIn: fromPromise<SignInOutput, Credentials>(unwired('login.signIn')),
  },
  actions: {
    /** Hands the new session to the session machine, which keeps it and tells the other tabs. */
    handOver: unwiredAction<{ session: StoredSession }>('login.handOver'),
    keepRefusal: assign({
      refusal: (_, { failure, hadCode }: Refusal) => loginRefusal(failure, hadCode),
    }),
    forgetRefusal: assign({ refusal: null }),
    announceCodesLeft: emit((_, { codesLeft }: SignInOutput) => ({
      type: 'toast' as const,
      kind: 'info' as const,
      key: 'auth:toast.recoveryCodesLeft',
      values: { count: codesLeft ?? 0 },
    })),
    resetCaptcha: emit({ type: 'captcha.reset' }),
    clearForm: emit({ type: 'form.clear' }),
  },
  guards: {
    isAccepted: (_, { answer }: SignInOutput) => answer.ok,
    isRecovered: (_, { codesLeft }: SignInOutput) => codesLeft !== null,
    isAboutCode: (_, { failure, hadCode }: Refusal) => loginRefusal(failure, hadCode).field === 'code',
    isAskedToWait: (_, { failure, hadCode }: Refusal) => loginRefusal(failure, hadCode).wait !== undefined,
    isUnauthorized: (_, { failure }: Refusal) => failure.code === 'unauthorized',
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
  context: ({ input }) => ({ isNew: input.isNew, refusal: null }),
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
          },
        },
        submitting: {
          description: 'The credentials are on their way; the button waits.',
          tags: ['busy'],
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ event }) => credentialsIn(event),
            onDone: [
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
        awaitingCode: {
          description: 'The password was right; the server wants a two-factor code, or another one.',
          tags: ['failed'],
          on: {
            'user.submit': { target: 'submitting', actions: { type: 'forgetRefusal' } },
            'user.edit': { actions: { type: 'forgetRefusal' } },
          },
        },
        waiting: {
          description: 'The server asked to wait before the next try. What was typed stays; nothing is sent.',
          after: { askedPause: { target: 'editing', actions: { type: 'forgetRefusal' } } },
        },
        entered: {
          description: 'The server let the user in; the page moves on.',
        },
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
        over: {
          description: 'It did.',
        },
      },
    },
  },
});

/** The one event that leads to `submitting` carries the credentials. */
function credentialsIn(event: LoginEvent): Credentials {
  if (event.type !== 'user.submit') throw new Error(`${event.type} carries no credentials`);
  return event.credentials;
}

const outageIn = (error: unknown): Refusal => ({ failure: failureOf(error), hadCode: false });

/** The session in an answer that a guard found to hold one. */
function sessionIn({ answer }: SignInOutput): StoredSession {
  if (!answer.ok) throw new Error('a refusal holds no session');
  return answer.value;
}

/** The refusal in an answer that is not accepted. */
function refusalIn({ answer, hadCode }: Pick<SignInOutput, 'answer' | 'hadCode'>): Refusal {
  if (answer.ok) throw new Error('an accepted login holds no refusal');
  return { failure: answer.failure, hadCode };
}

export type LoginSnapshot = SnapshotFrom<typeof loginMachine>;

export const isSubmitting = (snapshot: LoginSnapshot): boolean => snapshot.matches({ form: 'submitting' });
/** Whether the two-factor field is where the user has to go. */
export const isAwaitingCode = (snapshot: LoginSnapshot): boolean =>
  snapshot.matches({ form: 'awaitingCode' });
/** Whether the server asked to wait before the next try. */
export const isWaiting = (snapshot: LoginSnapshot): boolean => snapshot.matches({ form: 'waiting' });
export const showsNotice = (snapshot: LoginSnapshot): boolean => snapshot.matches({ notice: 'shown' });
/** Whether the notice was shown, and is over. */
export const hasSaidNotice = (snapshot: LoginSnapshot): boolean => snapshot.matches({ notice: 'over' });
export const selectRefusal = (snapshot: LoginSnapshot) => snapshot.context.refusal;
