import { failureOf } from '../../../domain/failure.ts';
import { reconcileInput } from '../../reconcileWrite/index.ts';
import { answerIn, failureIn, searchFailureIn, valueOf } from '../withdrawal.rules.ts';
import { settle, withdrawalSetup } from '../withdrawal.setup.ts';
import type { GrinStatusAnswer } from '../withdrawal.types.ts';
import { statusOutcomes } from './results.ts';

const awaiting = withdrawalSetup.createStateConfig({
  description: 'The message for the wallet is shown, and its signed reply is waited for.',
  exit: [{ type: 'clearReplyFault' }, { type: 'clearFailure' }],
  invoke: [
    {
      id: 'windowClock',
      src: 'windowClock',
      // Once it is over, only the server says when it ends.
      input: ({ context }) => ({
        until: context.isWindowOver ? null : (context.receipt?.expiresAt ?? null),
      }),
      // A clock that fails says nothing: the instant stands in words on the screen, and the server decides.
      onError: {},
    },
    {
      id: 'followStatus',
      src: 'followStatus',
      input: ({ context: { sending, isWindowOver } }) => ({ id: sending?.id ?? null, isWindowOver }),
      // The reply can be finalized all the same.
      onError: {},
    },
  ],
  on: {
    'user.editReply': { actions: { type: 'clearReplyFault' } },
    'user.editCode': { actions: { type: 'clearFailure' } },
    'user.finalize': [
      {
        guard: { type: 'isFaultyReply', params: ({ event }) => event.press },
        actions: { type: 'keepReplyFault', params: ({ event }) => event.press },
      },
      {
        target: 'finalizing',
        actions: { type: 'keepFinalizeIdempotencyKey', params: ({ event }) => event.press },
      },
    ],
    'user.back': { target: '#withdrawal.gating' },
    'browser.back': { target: '#withdrawal.gating' },
    'user.backToEdit': {
      guard: { type: 'canSendAgain' },
      target: '#withdrawal.confirming',
      actions: { type: 'restoreConfirmed' },
    },
    'user.cancelWithdrawal': { guard: { type: 'canCancel' }, target: 'cancelling' },
    'window.closed': { target: 'awaiting', reenter: true, actions: { type: 'markWindowOver' } },
    'status.read': [
      {
        guard: { type: 'isStatusBroadcast', params: ({ event }) => event.output },
        target: '#withdrawal.grinResult.broadcast',
        actions: [{ type: 'keepReceipt', params: ({ event }) => valueOf(event.output) }, ...settle],
      },
      ...statusOutcomes((answer: GrinStatusAnswer) => answer),
    ],
  },
});

const cancelling = withdrawalSetup.createStateConfig({
  description: 'The cancellation is on its way, once. Whatever is not a clear yes is read at the server.',
  tags: ['busy'],
  invoke: {
    id: 'cancelWithdrawal',
    src: 'cancelWithdrawal',
    input: ({ context }) => ({ id: context.sending?.id ?? null }),
    onDone: [
      {
        guard: { type: 'isCancelled', params: ({ event }) => event.output },
        target: '#withdrawal.grinResult.cancelled',
        actions: [
          { type: 'keepReceipt', params: ({ event }) => valueOf(event.output) },
          { type: 'announceCancelled' },
          ...settle,
        ],
      },
      {
        target: '#withdrawal.resuming',
        actions: { type: 'announceNotCancelled', params: ({ event }) => failureIn(event.output) },
      },
    ],
    // It may have been cancelled: the server is asked, and nothing is sent again.
    onError: { target: '#withdrawal.resuming' },
  },
});

const finalizing = withdrawalSetup.createStateConfig({
  description: 'The reply is on its way, once. Further presses are ignored.',
  tags: ['busy'],
  invoke: {
    id: 'finalize',
    src: 'finalize',
    // Reply and code pass through and are kept nowhere.
    input: ({ context, event }) => ({
      privateReply: event.type === 'user.finalize' ? event.press.privateReply : '',
      privateCode: event.type === 'user.finalize' ? event.press.privateCode : undefined,
      idempotencyKey: context.finalizeIdempotencyKey,
    }),
    onDone: [
      {
        guard: { type: 'isBroadcast', params: ({ event }) => event.output },
        target: '#withdrawal.grinResult.broadcast',
        actions: [
          { type: 'keepBroadcast', params: ({ event }) => valueOf(event.output) },
          { type: 'announceBroadcast' },
          ...settle,
        ],
      },
      {
        guard: { type: 'isNotBroadcast', params: ({ event }) => event.output },
        target: '#withdrawal.grinResult.notBroadcast',
        actions: [{ type: 'keepBroadcast', params: ({ event }) => valueOf(event.output) }, ...settle],
      },
      {
        guard: { type: 'isFinalized', params: ({ event }) => event.output },
        target: '#withdrawal.grinResult.unknown',
        actions: [{ type: 'keepBroadcast', params: ({ event }) => valueOf(event.output) }, ...settle],
      },
      {
        guard: { type: 'wantsCode', params: ({ event }) => event.output },
        target: 'awaiting',
        actions: [
          { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'dropFinalizeIdempotencyKey' },
        ],
      },
      {
        guard: { type: 'leavesItOpen', params: ({ event }) => event.output },
        target: 'finalizeUnknown',
        actions: { type: 'keepLost', params: ({ event }) => failureIn(event.output) },
      },
      {
        target: '#withdrawal.grinResult.failed',
        actions: [
          { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'announceFinalizeFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'refreshOwnReads' },
        ],
      },
    ],
    // Whatever is thrown once the request left: it may have been finalized.
    onError: {
      target: 'finalizeUnknown',
      actions: { type: 'keepLost', params: ({ event }) => failureOf(event.error) },
    },
  },
});

const looking = withdrawalSetup.createStateConfig({
  description: 'The server is asked how the withdrawal stands, with growing pauses. Nothing is sent.',
  tags: ['busy'],
  on: { 'user.leave': { target: 'undecided' } },
  invoke: {
    id: 'reconcileFinalize',
    src: 'reconcileFinalize',
    input: ({ context: { sending, failure }, event }) =>
      reconcileInput(sending?.id ?? null, event.type === 'user.checkAgain', failure),
    onDone: [
      {
        guard: { type: 'isStatusBroadcast', params: ({ event }) => answerIn(event.output) },
        target: '#withdrawal.grinResult.broadcast',
        actions: [
          { type: 'keepReceipt', params: ({ event }) => valueOf(answerIn(event.output)) },
          { type: 'announceBroadcast' },
          ...settle,
        ],
      },
      ...statusOutcomes(answerIn),
      {
        guard: { type: 'isAbsent', params: ({ event }) => event.output },
        target: 'stillAwaited',
        actions: { type: 'clearFailure' },
      },
      {
        target: 'undecided',
        actions: { type: 'keepFailure', params: ({ event }) => searchFailureIn(event.output) },
      },
    ],
    onError: {
      target: 'undecided',
      actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
    },
  },
});

const stillAwaited = withdrawalSetup.createStateConfig({
  description: 'The server still waits for the reply: the user may send the same one again.',
  tags: ['failed'],
  on: {
    'user.checkAgain': { target: 'looking' },
    // The box holds what was sent: anything else is not the same reply.
    'user.finalize': [
      { guard: { type: 'isFaultyReply', params: ({ event }) => event.press } },
      { target: '#withdrawal.slatepack.finalizing', actions: { type: 'markRepeated' } },
    ],
    'user.leave': { target: '#withdrawal.resuming', actions: { type: 'dropFinalizeIdempotencyKey' } },
  },
});

const undecided = withdrawalSetup.createStateConfig({
  description: 'Nobody could say how the withdrawal stands. It is asked about again; nothing is sent before.',
  tags: ['failed'],
  on: {
    'user.checkAgain': { target: 'looking' },
    'user.leave': { target: '#withdrawal.resuming', actions: { type: 'dropFinalizeIdempotencyKey' } },
  },
});

/** The answer to the reply was lost: the server is asked before the reply may be sent again. */
const finalizeUnknown = withdrawalSetup.createStateConfig({
  description: 'The answer was lost, and the withdrawal may have been finalized.',
  tags: ['unknown'],
  exit: { type: 'clearFailure' },
  initial: 'looking',
  states: { looking, stillAwaited, undecided },
});

/** Step 4 of a GRIN withdrawal (WITHDRAW-11). */
export const slatepack = withdrawalSetup.createStateConfig({
  description: 'A GRIN withdrawal waits for the reply of the wallet that receives it.',
  tags: ['step4'],
  initial: 'awaiting',
  states: { awaiting, cancelling, finalizing, finalizeUnknown },
});
