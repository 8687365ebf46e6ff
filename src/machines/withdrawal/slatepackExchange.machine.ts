import { type ActorRefFrom, assign, type EventObject, sendTo, setup, type SnapshotFrom } from 'xstate';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { SlatepackFault } from '../../domain/slatepack/faults.ts';
import { wantsCode } from '../../domain/twoFactor.ts';
import type { WithdrawalReceipt } from '../../domain/withdrawal.ts';
import { callback, parentOf } from '../shared/common.ts';
import { createWrite, type WriteEvent } from '../write/write.machine.ts';
import * as judge from './withdrawal.rules.ts';

export interface SlatepackExchangeInput {
  /** ID of the withdrawal. */
  readonly id: string;
  readonly receipt: WithdrawalReceipt | null;
  /** The text of the box. Its name keeps it out of every log and inspector. */
  readonly privateReply: string;
  /** The confirmed terms are known, and the form can be returned to. */
  readonly mayEdit: boolean;
  readonly canCancel: boolean;
  readonly takesCode: boolean;
}

export interface SlatepackExchangeContext extends SlatepackExchangeInput {
  /** The fault of the pasted reply; null after a good one. */
  readonly replyFault: SlatepackFault | null;
  /** Why it was refused, or what came instead of an answer. */
  readonly failure: Failure | null;
  readonly finalizeIdempotencyKey: string | null;
  /** The window for the reply is over by this machine's clock; the server is asked until it has ended it. */
  readonly isWindowOver: boolean;
}

/** One press of Finalize. The names keep the texts out of every log and inspector. */
export interface ReplyPress {
  readonly privateReply: string;
  /** The second factor; absent where none is asked for (REAUTH-07). */
  readonly privateCode?: string;
  /** A fresh UUID. */
  readonly idempotencyKey: string;
}

export interface FinalizeSubject extends Partial<ReplyPress> {
  /** ID of the withdrawal. */
  readonly id: string;
}

/** Events for the chart that invoked it. Each ends it. */
export type SlatepackExchangeSays =
  | { readonly type: 'exchange.back' | 'exchange.backToEdit'; readonly privateReply: string }
  | { readonly type: 'exchange.finalized'; readonly finalized: judge.Finalized }
  /** The reply was refused; the withdrawal still waits for a right one. */
  | { readonly type: 'exchange.refused'; readonly failure: Failure; readonly privateReply: string }
  | { readonly type: 'exchange.cancelled'; readonly receipt: WithdrawalReceipt }
  | { readonly type: 'exchange.notCancelled'; readonly failure: Failure }
  /** The server decides its status. */
  | { readonly type: 'exchange.left' }
  /** It no longer waits, whoever has ended it. */
  | { readonly type: 'status.read'; readonly output: Result<WithdrawalReceipt> };

export type SlatepackExchangeEvent =
  | { readonly type: 'window.closed' }
  /** The server's present status, read repeatedly. */
  | { readonly type: 'status.read'; readonly output: Result<WithdrawalReceipt> }
  | { readonly type: 'user.editReply'; readonly privateReply: string }
  /** `finalizeAgain`: the same reply once more, after reading showed that it did not arrive. */
  | { readonly type: 'user.finalize' | 'user.finalizeAgain'; readonly press: ReplyPress }
  | { readonly type: 'user.editCode' | 'user.back' | 'user.backToEdit' }
  | { readonly type: 'user.cancelWithdrawal' | 'user.checkAgain' | 'user.leave' }
  | WriteEvent<'finalize', judge.Finalized>
  | WriteEvent<'cancelWithdrawal', WithdrawalReceipt>;

const parentEvent = (event: SlatepackExchangeSays): SlatepackExchangeSays => event;

/**
 * GRIN: the venue's message goes to the receiving wallet, and its signed reply comes back (WITHDRAW-11). The reply is
 * sent once; after a lost answer the status of the withdrawal is read before anything may be sent again.
 */
export const slatepackExchangeMachine = setup({
  types: {
    context: {} as SlatepackExchangeContext,
    events: {} as SlatepackExchangeEvent,
    input: {} as SlatepackExchangeInput,
    tags: {} as 'busy' | 'failed' | 'unknown',
  },
  actors: {
    /** Sends the wallet's reply, with its idempotency key; after a lost answer the status is read. */
    finalize: createWrite<FinalizeSubject, judge.Finalized>(),
    cancelWithdrawal: createWrite<{ readonly id: string }, WithdrawalReceipt>(),
    /** Says `status.read` every now and then, more often once the window is over. */
    followStatus: callback<EventObject, { id: string | null; isWindowOver: boolean }>(),
    /** Sends `window.closed` at that instant (epoch milliseconds); never, when it is unknown. */
    windowClock: callback<EventObject, { until: number | null }>(),
  },
  guards: {
    isFaultyReply: ({ context }, { privateReply }: ReplyPress) =>
      judge.replyFault(context, privateReply) !== null,
    mayEdit: ({ context }) => context.mayEdit,
    canCancel: ({ context }) => context.canCancel,
    /** Refused for want of a right code, and nothing else. */
    wantsCode: ({ context }, failure: Failure) => context.takesCode && wantsCode(failure),
    isSettled: (_, answer: Result<WithdrawalReceipt>) =>
      answer.ok && judge.statusOf(answer) !== 'awaitingReply',
  },
}).createMachine({
  id: 'slatepackExchange',
  description: 'The exchange of slatepacks of one GRIN withdrawal, until it is settled or left.',
  context: ({ input }) => ({
    ...input,
    replyFault: null,
    failure: null,
    finalizeIdempotencyKey: null,
    isWindowOver: false,
  }),
  initial: 'awaiting',
  states: {
    awaiting: {
      description: 'The message for the wallet is shown, and its signed reply is waited for.',
      entry: assign({ finalizeIdempotencyKey: null }),
      exit: assign({ replyFault: null, failure: null }),
      invoke: [
        {
          id: 'windowClock',
          src: 'windowClock',
          // Once it is over, only the server tells when it ends.
          input: ({ context: { isWindowOver, receipt } }) => ({
            until: isWindowOver ? null : (receipt?.expiresAt ?? null),
          }),
          // A clock that fails sends nothing: the instant is on the screen in words, and the server decides.
          onError: {},
        },
        {
          id: 'followStatus',
          src: 'followStatus',
          input: ({ context: { id, isWindowOver } }) => ({ id, isWindowOver }),
          // The reply can be finalized all the same.
          onError: {},
        },
      ],
      on: {
        'user.editReply': {
          actions: assign({ privateReply: ({ event }) => event.privateReply, replyFault: null }),
        },
        'user.editCode': { actions: assign({ failure: null }) },
        'user.finalize': [
          {
            guard: { type: 'isFaultyReply', params: ({ event }) => event.press },
            actions: assign({
              replyFault: ({ context, event }) => judge.replyFault(context, event.press.privateReply),
            }),
          },
          {
            target: 'finalizing',
            actions: assign({ finalizeIdempotencyKey: ({ event }) => event.press.idempotencyKey }),
          },
        ],
        'user.back': {
          target: 'over',
          actions: sendTo(parentOf, ({ context: { privateReply } }) =>
            parentEvent({ type: 'exchange.back', privateReply }),
          ),
        },
        'user.backToEdit': {
          guard: 'mayEdit',
          target: 'over',
          actions: sendTo(parentOf, ({ context: { privateReply } }) =>
            parentEvent({ type: 'exchange.backToEdit', privateReply }),
          ),
        },
        'user.cancelWithdrawal': { guard: 'canCancel', target: 'cancelling' },
        'window.closed': { target: 'awaiting', reenter: true, actions: assign({ isWindowOver: true }) },
        'status.read': {
          guard: { type: 'isSettled', params: ({ event }) => event.output },
          target: 'over',
          actions: sendTo(parentOf, ({ event: { output } }) => parentEvent({ type: 'status.read', output })),
        },
      },
    },
    cancelling: {
      description: 'The cancellation is on its way, once. What is not a clear yes is read at the server.',
      tags: 'busy',
      invoke: {
        id: 'cancelWithdrawal',
        src: 'cancelWithdrawal',
        input: ({ context: { id } }) => ({ subject: { id } }),
      },
      on: {
        'cancelWithdrawal.done': {
          target: 'over',
          actions: sendTo(parentOf, ({ event }) =>
            parentEvent({ type: 'exchange.cancelled', receipt: event.value }),
          ),
        },
        'cancelWithdrawal.refused': {
          target: 'over',
          actions: sendTo(parentOf, ({ event: { failure } }) =>
            parentEvent({ type: 'exchange.notCancelled', failure }),
          ),
        },
        // It may have been cancelled: nothing is sent again.
        'cancelWithdrawal.lost': {
          target: 'over',
          actions: sendTo(parentOf, parentEvent({ type: 'exchange.left' })),
        },
      },
    },
    finalizing: {
      description: 'The reply is sent once; after a lost answer the server is asked what became of it.',
      tags: 'busy',
      invoke: {
        id: 'finalize',
        src: 'finalize',
        // A code passes through and is stored nowhere.
        input: ({ context: { id, finalizeIdempotencyKey }, event }) => ({
          subject: {
            ...('press' in event ? event.press : {}),
            id,
            idempotencyKey: finalizeIdempotencyKey ?? '',
          },
          begin: 'press' in event ? 'send' : 'look',
          isAgain: event.type === 'user.finalizeAgain' || event.type === 'user.checkAgain',
        }),
      },
      on: {
        'finalize.done': {
          target: 'over',
          actions: sendTo(parentOf, ({ event }) =>
            parentEvent({ type: 'exchange.finalized', finalized: event.value }),
          ),
        },
        'finalize.refused': [
          {
            guard: { type: 'wantsCode', params: ({ event }) => event.failure },
            target: 'awaiting',
            actions: assign({ failure: ({ event }) => event.failure }),
          },
          {
            target: 'over',
            actions: sendTo(parentOf, ({ context: { privateReply }, event: { failure } }) =>
              parentEvent({ type: 'exchange.refused', failure, privateReply }),
            ),
          },
        ],
        'finalize.lost': { target: '.looking', actions: assign({ failure: ({ event }) => event.failure }) },
        'finalize.absent': 'stillAwaited',
        'finalize.unknown': 'undecided',
      },
      initial: 'sending',
      states: {
        sending: { description: 'The reply is on its way, once. Further presses are ignored.' },
        resending: { description: 'The same reply is on its way once more, with the same key.' },
        looking: {
          description: 'The server is asked how it stands, with growing pauses. Nothing is sent.',
          tags: 'unknown',
          on: { 'user.leave': '#slatepackExchange.undecided' },
        },
      },
    },
    stillAwaited: {
      description: 'The server still waits for the reply: the user may send the same one again.',
      tags: ['failed', 'unknown'],
      on: {
        'user.checkAgain': 'finalizing.looking',
        // The box has the sent text: anything else is not the same reply.
        'user.finalizeAgain': [
          { guard: { type: 'isFaultyReply', params: ({ event }) => event.press } },
          { target: 'finalizing.resending', actions: assign({ failure: null }) },
        ],
        'user.leave': { target: 'over', actions: sendTo(parentOf, parentEvent({ type: 'exchange.left' })) },
      },
    },
    undecided: {
      description:
        'Nobody could say how the withdrawal stands. It is asked about again; nothing is sent before.',
      tags: ['failed', 'unknown'],
      on: {
        'user.checkAgain': 'finalizing.looking',
        'user.leave': { target: 'over', actions: sendTo(parentOf, parentEvent({ type: 'exchange.left' })) },
      },
    },
    // Not final, which would send it twice. The chart that invoked it leaves its state, and thereby stops it.
    over: { description: 'What became of it was told.' },
  },
});

export type SlatepackExchangeRef = ActorRefFrom<typeof slatepackExchangeMachine>;
export type SlatepackExchangeSnapshot = SnapshotFrom<typeof slatepackExchangeMachine>;

/** The view of the screen. */
export function selectExchangeView(snapshot: SlatepackExchangeSnapshot) {
  if (snapshot.matches('cancelling')) return 'cancelling';
  if (snapshot.matches({ finalizing: 'looking' })) return 'finalizeLooking';
  if (snapshot.matches('finalizing')) return 'finalizing';
  if (snapshot.matches('stillAwaited')) return 'finalizeStillAwaited';
  return snapshot.matches('undecided') ? 'finalizeUndecided' : 'awaitingReply';
}

export type SlatepackExchangeView = ReturnType<typeof selectExchangeView>;

/** An answer was lost: the reply may have been taken. */
export const isReplyUnknown = (snapshot: SlatepackExchangeSnapshot): boolean => snapshot.hasTag('unknown');
