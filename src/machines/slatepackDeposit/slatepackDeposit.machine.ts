import { assertEvent, assign, emit, fromCallback, fromPromise, setup } from 'xstate';
import { failureOf, type Failure } from '../../domain/failure.ts';
import type { FinalizeWindow } from '../../domain/finalizeWindow.ts';
import { checkDeposit, type DepositCheck } from '../../domain/slatepack/check.ts';
import type { Toast } from '../shared/emitted.ts';
import { unwired, unwiredAction } from '../shared/unwired.ts';
import type {
  ReceiveInput,
  ReceiveOutput,
  SignedSlatepack,
  SlatepackDepositContext,
  SlatepackDepositEvent,
  SlatepackDepositInput,
} from './types.ts';

/**
 * A GRIN deposit (DEPOSIT-05): the user pastes the slatepack of a payment, the server signs it, and the user
 * finalizes what came back in their own wallet while the window is open. The pasted text belongs to the form and
 * stays there whatever is wrong with it. It may have been received although no answer came: the list of
 * deposits tells.
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
    /** Sends the cleaned text. */
    receive: fromPromise<ReceiveOutput, ReceiveInput>(unwired('slatepackDeposit.receive')),
    /** Says `window.narrowed` and `window.closed` when it is time. */
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
    /** The history has one deposit more, or may have. */
    outdateDeposits: unwiredAction<undefined>('slatepackDeposit.outdateDeposits'),
  },
  guards: {
    isSound: (_, { ok }: DepositCheck) => ok,
    isSigned: (_, { ok }: ReceiveOutput) => ok,
  },
}).createMachine({
  id: 'slatepackDeposit',
  description: 'A GRIN deposit: a slatepack goes out, its signed answer comes back.',
  context: ({ input }) => ({
    minimum: input.minimum,
    mistake: null,
    failure: null,
    signed: null,
    answer: null,
  }),
  initial: 'pasting',
  states: {
    pasting: {
      description: 'The user pastes the slatepack of their payment.',
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
        // Whatever went wrong, it may have been received.
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
        // A clock that fails leaves the times standing in words.
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

/** The check of what was pasted: a few milliseconds at most, because the text is capped. */
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

// Each is reached after a guard has looked at `ok`; the compiler cannot know.
const cleanedIn = (check: DepositCheck): string => (check.ok ? check.slatepack.canonical : '');
const signedIn = (output: ReceiveOutput): SignedSlatepack => (output.ok ? output.value : UNSIGNED);
const failureIn = (output: ReceiveOutput): Failure => (output.ok ? DEFECT : output.failure);
