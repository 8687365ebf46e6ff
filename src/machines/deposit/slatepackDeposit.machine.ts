import { assertEvent, assign, emit, setup, type SnapshotFrom } from 'xstate';
import type { DecimalText } from '../../domain/decimal.ts';
import { type Failure, failureOf } from '../../domain/failure.ts';
import { type DepositProgress, type FinalizeWindow, isUnposted } from '../../domain/deposit.ts';
import { failureIn, type Result, valueIn } from '../../domain/result.ts';
import { checkDeposit, type DepositCheck } from '../../domain/slatepack/check.ts';
import type { SlatepackFault } from '../../domain/slatepack/faults.ts';
import { callback, effect, promise, type Toast } from '../shared/common.ts';

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
  /** The status of a deposit that no longer waits for the user's wallet. */
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

export interface ResumedDeposit {
  readonly progress: DepositProgress;
  /** Null where the server does not send it, or no longer. */
  readonly signed: SignedSlatepack | null;
}

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
    receive: promise<Result<SignedSlatepack>, ReceiveInput>(),
    resume: promise<ResumedDeposit, { readonly id: string }>(),
    /** Sends `window.narrowed` and `window.closed`. */
    window: callback<SlatepackDepositEvent, FinalizeWindow>(),
  },
  actions: { forgetFaults: assign({ mistake: null, failure: null }), invalidateDeposits: effect() },
  guards: {
    isSound: (_, { ok }: DepositCheck) => ok,
    isSigned: (_, { ok }: Result<SignedSlatepack>) => ok,
    isResumed: ({ context }) => context.resumed !== null,
    canFinalize: (_, { signed }: ResumedDeposit) => signed !== null,
    /** The server has nothing to continue with. */
    isKeptBack: (_, { progress }: ResumedDeposit) => isUnposted(progress),
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
      always: [{ guard: 'isResumed', target: 'resuming' }, { target: 'pasting' }],
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
            actions: assign(({ event: { output } }) => shown(output.signed)),
          },
          { guard: { type: 'isKeptBack', params: ({ event }) => event.output }, target: 'pasting' },
          { target: 'settled', actions: assign({ progress: ({ event }) => event.output.progress }) },
        ],
        onError: { target: 'unread', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    unread: {
      description: 'The server could not say how the deposit stands. It may be asked again.',
      tags: ['failed'],
      exit: 'forgetFaults',
      on: { 'user.retry': 'resuming', 'user.startOver': 'pasting' },
    },
    settled: {
      description: 'The deposit no longer waits for the wallet of the user: it says how it stands.',
      exit: assign({ progress: null }),
      on: { 'user.startOver': 'pasting' },
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
            actions: assign(({ context, event }) => ({
              mistake: mistakeIn(checked(context, event)),
              failure: null,
            })),
          },
        ],
        'user.edit': { actions: 'forgetFaults' },
      },
    },
    submitting: {
      description: 'The text passed the check; the server signs it.',
      tags: ['busy'],
      entry: 'forgetFaults',
      invoke: {
        id: 'receive',
        src: 'receive',
        input: ({ context, event }) => {
          assertEvent(event, 'user.submit');
          const check = checked(context, event);
          return { privateText: check.ok ? check.slatepack.canonical : '' };
        },
        onDone: [
          {
            guard: { type: 'isSigned', params: ({ event }) => event.output },
            target: 'signed',
            actions: [
              assign(({ event: { output } }) => shown(valueIn(output))),
              emit({ type: 'toast', kind: 'success', key: 'deposit:toast.signed' }),
              'invalidateDeposits',
            ],
          },
          {
            target: 'pasting',
            actions: [
              assign({ failure: ({ event }) => failureIn(event.output) }),
              emit(({ event: { output } }) => ({
                type: 'toast',
                kind: 'error',
                key: 'deposit:toast.slatepackFailed',
                ...(output.ok || output.failure.text === undefined ? {} : { text: output.failure.text }),
              })),
            ],
          },
        ],
        // The server may have received it, as the list of deposits will show.
        onError: {
          target: 'pasting',
          actions: [
            assign({ failure: ({ event }) => failureOf(event.error) }),
            emit({ type: 'toast', kind: 'error', key: 'deposit:toast.slatepackUnknown' }),
            'invalidateDeposits',
          ],
        },
      },
    },
    signed: {
      description: 'The signed slatepack is on the screen; what was pasted is locked.',
      initial: 'safe',
      exit: assign({ signed: null }),
      on: { 'user.startOver': 'pasting', 'window.closed': '.closed' },
      invoke: {
        id: 'window',
        src: 'window',
        input: ({ context }) => ({
          safeUntil: context.signed?.safeUntil ?? 0,
          closesAt: context.signed?.closesAt ?? 0,
        }),
        // The times are still there in words.
        onError: {},
      },
      states: {
        safe: {
          description: 'The window is open: the user finalizes in their wallet.',
          on: { 'window.narrowed': 'closing' },
        },
        closing: { description: 'The window may close any minute.' },
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

const shown = (signed: SignedSlatepack | null): Pick<SlatepackDepositContext, 'signed' | 'answer'> => ({
  signed,
  answer: signed?.slatepack ?? null,
});

type SlatepackDepositSnapshot = SnapshotFrom<typeof slatepackDepositMachine>;

/** The window to finalize has three phases. */
export function slatepackDepositPhase({ value }: SlatepackDepositSnapshot) {
  return typeof value === 'string' ? value : value.signed;
}

export type SlatepackDepositPhase = ReturnType<typeof slatepackDepositPhase>;

export const isResumed = ({ context }: SlatepackDepositSnapshot): boolean => context.resumed !== null;
/** What a reload continues with; null for nothing. */
export const selectOpenDeposit = ({ context }: SlatepackDepositSnapshot): string | null =>
  context.signed?.depositId ?? context.resumed;
