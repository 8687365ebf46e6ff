import { failureOf } from '../../../domain/failure.ts';
import { failureIn, valueOf } from '../withdrawal.rules.ts';
import { forget, remember, settle, withdrawalSetup } from '../withdrawal.setup.ts';
import type { GrinStatusAnswer } from '../withdrawal.types.ts';
import { statusOutcomes } from './results.ts';

/** The way back into a running GRIN withdrawal always leads past the server. */
export const resuming = withdrawalSetup.createStateConfig({
  description: 'The server is asked how the GRIN withdrawal stands, and for its message.',
  tags: ['step4', 'busy'],
  invoke: {
    id: 'readGrinStatus',
    src: 'readGrinStatus',
    input: ({ context }) => ({ id: context.sending?.id ?? null }),
    onDone: [
      {
        guard: { type: 'isAwaitingWithSlatepack', params: ({ event }) => event.output },
        target: 'slatepack',
        actions: [{ type: 'keepReceipt', params: ({ event }) => valueOf(event.output) }, remember],
      },
      {
        guard: { type: 'isAwaiting', params: ({ event }) => event.output },
        target: 'grinResult.failed',
        actions: [
          { type: 'keepNoSlatepack' },
          { type: 'announceNoSlatepack' },
          { type: 'dropSending' },
          forget,
        ],
      },
      {
        guard: { type: 'isStatusBroadcast', params: ({ event }) => event.output },
        target: 'grinResult.broadcast',
        actions: [{ type: 'keepReceipt', params: ({ event }) => valueOf(event.output) }, ...settle],
      },
      ...statusOutcomes((answer: GrinStatusAnswer) => answer),
      {
        guard: { type: 'isRefusedForNow', params: ({ event }) => event.output },
        target: 'resumeFailed',
        actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
      },
      {
        target: 'grinResult.failed',
        actions: [
          { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'announceFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'dropSending' },
          forget,
        ],
      },
    ],
    onError: {
      target: 'resumeFailed',
      actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
    },
  },
});

export const resumeFailed = withdrawalSetup.createStateConfig({
  description: 'The server could not say how the GRIN withdrawal stands. It may be asked again.',
  tags: ['step4', 'failed'],
  exit: { type: 'clearFailure' },
  on: {
    'user.retry': { target: 'resuming' },
    // It stays on its way: the form offers the way back to it.
    'user.leave': { target: 'gating' },
  },
});
