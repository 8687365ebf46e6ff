import { assertEvent, assign, emit, fromCallback, fromPromise, setup, type SnapshotFrom } from 'xstate';
import type { DecimalText } from '../../domain/decimal.ts';
import { type Failure, failureOf } from '../../domain/failure.ts';
import { type DepositProgress, type FinalizeWindow, isUnposted } from '../../domain/deposit.ts';
import type { Result } from '../../domain/result.ts';
import { checkDeposit, type DepositCheck } from '../../domain/slatepack/check.ts';
import type { SlatepackFault } from '../../domain/slatepack/faults.ts';
import { type Toast, unwired, unwiredAction } from '../shared/index.ts';

export interface SlatepackDepositInput {
  /** In GRIN; null where the server names none. */
  readonly minimum: DecimalText | null;
  /** The id of the deposit to resume; null for a new one. */
  readonly resumed: string | null;
}

export interface SignedSlatepack extends FinalizeWindow {
  /** The server's answer, unchanged. The user's wallet finalizes it. */
  readonly slatepack: string;
  /** Null where the server does not send it. */
  readonly depositId: string | null;
}

export interface SlatepackDepositContext extends SlatepackDepositInput {
  /** Why the text was not sent. */
  readonly mistake: SlatepackFault | null;
  readonly failure: Failure | null;
  readonly signed: SignedSlatepack | null;
  /** The server's last slatepack, which users paste back by mistake. */
  readonly answer: string | null;
  /** How a deposit stands that no longer waits for the user's wallet. */
  readonly progress: DepositProgress | null;
}

export type SlatepackDepositEvent =
  /** The name keeps the text out of every log and inspector. */
  | { readonly type: 'user.submit'; readonly privateText: string }
  | { readonly type: 'user.edit' }
  | { readonly type: 'user.startOver' }
  | { readonly type: 'user.retry' }
  /** The time that is certain is over; the whole window is not. */
  | { readonly type: 'window.narrowed' }
  | { readonly type: 'window.closed' };

export interface ReceiveInput {
  readonly privateText: string;
}

export type ReceiveOutput = Result<SignedSlatepack>;

export interface ResumedDeposit {
  readonly progress: DepositProgress;
  /** Null where the server does not hand it out, or no longer. */
  readonly signed: SignedSlatepack | null;
}
export type ResumeOutput = Result<ResumedDeposit>;

/**
 * A GRIN deposit (DEPOSIT-05): the user pastes a slatepack, the server signs it, and the user finalizes it in their
 * own wallet while the window is open. The form keeps the pasted text whatever happens. One that waits for the wallet can
 * be resumed (DEPOSIT-14).
 */
export const slatepackDepositMachine = setup({
  types: {
    context: {} as SlatepackDepositContext,
    events: {} as SlatepackDepositEvent,
    input: {} as SlatepackDepositInput,
    emitted: {} as Toast,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    receive: fromPromise<ReceiveOutput, ReceiveInput>(unwired('slatepackDeposit.receive')),
    resume: fromPromise<ResumeOutput, { readonly id: string }>(unwired('slatepackDeposit.resume')),
    /** Sends `window.narrowed` and `window.closed`. */
    window: fromCallback<SlatepackDepositEvent, FinalizeWindow>(unwired('slatepackDeposit.window')),
  },
  actions: {
    keepMistake: assign({ mistake: (_, check: DepositCheck) => mistakeIn(check), failure: null }),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    forgetFaults: assign({ mistake: null, failure: null }),
    keepSigned: assign({
      signed: (_, signed: SignedSlatepack) => signed,
      answer: (_, { slatepack }: SignedSlatepack) => slatepack,
    }),
    forgetSigned: assign({ signed: null }),
    announceSigned: emit({ type: 'toast', kind: 'success', key: 'deposit:toast.signed' }),
    announceFailure: emit((_, { text }: Failure) => ({
      type: 'toast',
      kind: 'error',
      key: 'deposit:toast.slatepackFailed',
      ...(text === undefined ? {} : { text }),
    })),
    announceUnknown: emit({ type: 'toast', kind: 'error', key: 'deposit:toast.slatepackUnknown' }),
    outdateDeposits: unwiredAction<undefined>('slatepackDeposit.outdateDeposits'),
  },
  guards: {
    isSound: (_, { ok }: DepositCheck) => ok,
    isSigned: (_, { ok }: ReceiveOutput) => ok,
    isResumed: ({ context }) => context.resumed !== null,
    canFinalize: (_, output: ResumeOutput) => output.ok && output.value.signed !== null,
    /** The server has nothing to go on with. */
    isKeptBack: (_, output: ResumeOutput) => output.ok && isUnposted(output.value.progress),
    isKnown: (_, { ok }: ResumeOutput) => ok,
  },
}).createMachine({
  id: 'slatepackDeposit',
  description: 'A GRIN deposit: a slatepack goes out, its signed answer comes back.',
  context: ({ input }) => ({
    ...input,
    mistake: null,
    failure: null,
    signed: null,
    answer: null,
    progress: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      description: 'A new deposit, or one to go on with.',
      always: [{ guard: { type: 'isResumed' }, target: 'resuming' }, { target: 'pasting' }],
    },
    resuming: {
      description: 'The server is asked how the deposit stands, and for its signed slatepack.',
      tags: ['busy'],
      invoke: {
        id: 'resume',
        src: 'resume',
        input: ({ context }) => ({ id: context.resumed ?? '' }),
        onDone: [
          {
            guard: { type: 'canFinalize', params: ({ event }) => event.output },
            target: 'signed',
            actions: { type: 'keepSigned', params: ({ event }) => resumedIn(event.output) },
          },
          { guard: { type: 'isKeptBack', params: ({ event }) => event.output }, target: 'pasting' },
          {
            guard: { type: 'isKnown', params: ({ event }) => event.output },
            target: 'settled',
            actions: assign({ progress: ({ event }) => progressIn(event.output) }),
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
      description: 'The server could not say how the deposit stands. It may be asked again.',
      tags: ['failed'],
      exit: { type: 'forgetFaults' },
      on: { 'user.retry': { target: 'resuming' }, 'user.startOver': { target: 'pasting' } },
    },
    settled: {
      description: 'The deposit no longer waits for the wallet of the user: it says how it stands.',
      exit: assign({ progress: null }),
      on: { 'user.startOver': { target: 'pasting' } },
    },
    pasting: {
      description: 'The user pastes the slatepack of their payment.',
      entry: assign({ resumed: null }),
      on: {
        'user.submit': [
          {
            guard: { type: 'isSound', params: ({ context, event }) => checked(context, event) },
            target: 'submitting',
          },
          {
            actions: { type: 'keepMistake', params: ({ context, event }) => checked(context, event) },
          },
        ],
        'user.edit': { actions: { type: 'forgetFaults' } },
      },
    },
    submitting: {
      description: 'The text passed the check; the server signs it.',
      tags: ['busy'],
      entry: { type: 'forgetFaults' },
      invoke: {
        id: 'receive',
        src: 'receive',
        input: ({ context, event }) => {
          assertEvent(event, 'user.submit');
          return { privateText: cleanedIn(checked(context, event)) };
        },
        onDone: [
          {
            guard: { type: 'isSigned', params: ({ event }) => event.output },
            target: 'signed',
            actions: [
              { type: 'keepSigned', params: ({ event }) => signedIn(event.output) },
              { type: 'announceSigned' },
              { type: 'outdateDeposits' },
            ],
          },
          {
            target: 'pasting',
            actions: [
              { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
              { type: 'announceFailure', params: ({ event }) => failureIn(event.output) },
            ],
          },
        ],
        // The server may have received it.
        onError: {
          target: 'pasting',
          actions: [
            { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
            { type: 'announceUnknown' },
            { type: 'outdateDeposits' },
          ],
        },
      },
    },
    signed: {
      description: 'The signed slatepack is on the screen; what was pasted is locked.',
      initial: 'safe',
      exit: { type: 'forgetSigned' },
      on: {
        'user.startOver': { target: 'pasting' },
        'window.closed': { target: '.closed' },
      },
      invoke: {
        id: 'window',
        src: 'window',
        input: ({ context }) => ({
          safeUntil: context.signed?.safeUntil ?? 0,
          closesAt: context.signed?.closesAt ?? 0,
        }),
        // The times still stand in words.
        onError: {},
      },
      states: {
        safe: {
          description: 'The window is open: the user finalizes in their wallet.',
          on: { 'window.narrowed': { target: 'closing' } },
        },
        closing: {
          description: 'The window may close any minute.',
        },
        closed: {
          description: 'The window has closed: a new deposit is needed unless it was finalized in time.',
        },
      },
    },
  },
});

/** Takes a few milliseconds at most, because the text is capped. */
const checked = (
  { minimum, answer }: SlatepackDepositContext,
  { privateText }: { readonly privateText: string },
): DepositCheck =>
  checkDeposit(privateText, { network: 'mainnet', answer, ...(minimum === null ? {} : { minimum }) });

function mistakeIn(check: DepositCheck): SlatepackDepositContext['mistake'] {
  if (check.ok) return null;
  const { ok: _ok, ...mistake } = check;
  return mistake;
}

const DEFECT: Failure = { code: 'internal', retryable: false };
const UNSIGNED: SignedSlatepack = { slatepack: '', depositId: null, safeUntil: 0, closesAt: 0 };

// Each is called behind a guard on `ok`.
const cleanedIn = (check: DepositCheck): string => (check.ok ? check.slatepack.canonical : '');
const signedIn = (output: ReceiveOutput): SignedSlatepack => (output.ok ? output.value : UNSIGNED);
const resumedIn = (output: ResumeOutput): SignedSlatepack => (output.ok && output.value.signed) || UNSIGNED;
const progressIn = (output: ResumeOutput): DepositProgress | null =>
  output.ok ? output.value.progress : null;
const failureIn = (output: Result<unknown>): Failure => (output.ok ? DEFECT : output.failure);

type SlatepackDepositSnapshot = SnapshotFrom<typeof slatepackDepositMachine>;

/** The last three are phases of the window to finalize. */
export type SlatepackDepositPhase =
  | 'opening'
  | 'resuming'
  | 'unread'
  | 'settled'
  | 'pasting'
  | 'submitting'
  | 'safe'
  | 'closing'
  | 'closed';

export function slatepackDepositPhase({ value }: SlatepackDepositSnapshot): SlatepackDepositPhase {
  return typeof value === 'string' ? value : value.signed;
}
export const selectMistake = (snapshot: SlatepackDepositSnapshot) => snapshot.context.mistake;
export const selectAnswer = (snapshot: SlatepackDepositSnapshot) => snapshot.context.answer;
export const selectProgress = (snapshot: SlatepackDepositSnapshot) => snapshot.context.progress;
export const isResumed = ({ context }: SlatepackDepositSnapshot): boolean => context.resumed !== null;
/** What a reload goes on with; null for nothing. */
export const selectOpenDeposit = ({ context }: SlatepackDepositSnapshot): string | null =>
  context.signed?.depositId ?? context.resumed;
export const selectSigned = (snapshot: SlatepackDepositSnapshot) => snapshot.context.signed;
