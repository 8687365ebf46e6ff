import { valueOf } from '../withdrawal.rules.ts';
import { settle, withdrawalSetup } from '../withdrawal.setup.ts';
import type { GrinStatusAnswer } from '../withdrawal.types.ts';

interface Done<Output> {
  readonly event: { readonly output: Output };
}

/**
 * Where a GRIN withdrawal leads that stands otherwise than awaited, whoever asked: it is over here.
 * @param answerOf the server's answer in what the asking ended with.
 */
export const statusOutcomes = <Output>(answerOf: (output: Output) => GrinStatusAnswer) => {
  const ofAnswer = ({ event }: Done<Output>) => answerOf(event.output);
  const ofValue = ({ event }: Done<Output>) => valueOf(answerOf(event.output));
  return [
    {
      guard: { type: 'isStatusSubmitted', params: ofAnswer },
      target: '#withdrawal.grinResult.unknown',
      actions: [{ type: 'keepReceipt', params: ofValue }, ...settle],
    },
    {
      guard: { type: 'hasEnded', params: ofAnswer },
      target: '#withdrawal.grinResult.failed',
      actions: [{ type: 'keepEnded' }, { type: 'announceEnded' }, ...settle],
    },
  ] as const;
};

/** What was taken is not typed again: the step before it is an empty form. */
const backToNew = {
  'browser.back': { target: '#withdrawal.gating', actions: { type: 'emptyForm' } },
} as const;

/** Step 4 of every coin but GRIN (WITHDRAW-19). */
export const result = withdrawalSetup.createStateConfig({
  description: 'The server has answered.',
  tags: ['step4'],
  initial: 'submitted',
  states: {
    submitted: {
      description: 'The withdrawal was taken; its status is shown as the server told it.',
      on: backToNew,
    },
    refused: {
      description: 'Nothing was taken; the reason stands on the screen.',
      tags: ['failed'],
      exit: { type: 'clearFailure' },
      on: {
        'user.tryAgain': { target: '#withdrawal.gating' },
        'browser.back': { target: '#withdrawal.gating' },
      },
    },
  },
});

/** Step 5: the result of a GRIN withdrawal (WITHDRAW-12). */
export const grinResult = withdrawalSetup.createStateConfig({
  description: 'What became of the GRIN withdrawal.',
  tags: ['step5'],
  entry: { type: 'dropFinalizeIdempotencyKey' },
  exit: { type: 'clearFailure' },
  initial: 'broadcast',
  states: {
    broadcast: { description: 'Finalized and broadcast to the network.', on: backToNew },
    notBroadcast: {
      description: 'Finalized, but the broadcast failed; the server tries again.',
      on: backToNew,
    },
    cancelled: {
      description: 'Cancelled by the user before anything was signed; the coins are free again.',
      on: {
        'user.tryAgain': { target: '#withdrawal.gating' },
        'browser.back': { target: '#withdrawal.gating' },
      },
    },
    unknown: {
      description: 'Finalized; the server does not say whether it was broadcast.',
      on: backToNew,
    },
    failed: {
      description: 'Not paid. A withdrawal that still waits for its reply can be gone on with.',
      tags: ['failed'],
      invoke: {
        id: 'followStatus',
        src: 'followStatus',
        // There is no way back to one that has ended meanwhile.
        input: ({ context: { sending } }) => ({ id: sending?.id ?? null, isWindowOver: false }),
        onError: {},
      },
      on: {
        'status.read': {
          guard: { type: 'hasEnded', params: ({ event }) => event.output },
          target: 'failed',
          reenter: true,
          actions: [{ type: 'keepEnded' }, ...settle],
        },
        'user.tryAgain': { target: '#withdrawal.gating' },
        'browser.back': { target: '#withdrawal.gating' },
        'user.resume': {
          guard: { type: 'hasRunning' },
          target: '#withdrawal.resuming',
          actions: { type: 'restoreConfirmed' },
        },
      },
    },
  },
});
