import { failureOf } from '../../../domain/failure.ts';
import { failureIn, valueOf } from '../withdrawal.rules.ts';
import { forget, keepForm, remember, settle, withdrawalSetup } from '../withdrawal.setup.ts';

/** The newest withdrawals are noted first, so that a lost one can be told from an older one. */
export const checking = withdrawalSetup.createStateConfig({
  description: 'Notes which withdrawals are there already. Nothing is sent yet.',
  tags: ['step3', 'busy'],
  invoke: {
    id: 'readBefore',
    src: 'readBefore',
    input: ({ context }) => ({ ticker: context.ticker }),
    onDone: [
      {
        guard: { type: 'isRead', params: ({ event }) => event.output },
        target: 'submitting',
        actions: [{ type: 'keepBefore', params: ({ event }) => valueOf(event.output) }, remember],
      },
      {
        guard: { type: 'usesSlatepacks' },
        target: 'grinResult.failed',
        actions: [
          { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'announceFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'dropSending' },
        ],
      },
      {
        target: 'result.refused',
        actions: [
          { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'announceFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'dropSending' },
        ],
      },
    ],
    onError: [
      {
        guard: { type: 'usesSlatepacks' },
        target: 'grinResult.failed',
        actions: [
          { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
          { type: 'announceFailure', params: ({ event }) => failureOf(event.error) },
          { type: 'dropSending' },
        ],
      },
      {
        target: 'result.refused',
        actions: [
          { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
          { type: 'announceFailure', params: ({ event }) => failureOf(event.error) },
          { type: 'dropSending' },
        ],
      },
    ],
  },
});

export const submitting = withdrawalSetup.createStateConfig({
  description: 'The withdrawal is on its way, once. Further presses are ignored.',
  tags: ['step3', 'busy'],
  exit: { type: 'dropCode' },
  invoke: {
    id: 'createWithdrawal',
    src: 'createWithdrawal',
    input: ({ context: { sending, confirmed, confirmedFee, privateCode } }) => ({
      sending,
      confirmed,
      fee: confirmedFee,
      privateCode,
    }),
    onDone: [
      {
        guard: { type: 'isCreated', params: ({ event }) => event.output },
        target: 'result.submitted',
        actions: [
          { type: 'keepReceipt', params: ({ event }) => valueOf(event.output) },
          { type: 'announceSubmitted' },
          ...settle,
        ],
      },
      {
        guard: { type: 'isGivenSlatepack', params: ({ event }) => event.output },
        target: 'slatepack',
        actions: [
          { type: 'keepReceipt', params: ({ event }) => valueOf(event.output) },
          remember,
          { type: 'refreshOwnReads' },
        ],
      },
      {
        guard: { type: 'isWithoutSlatepack', params: ({ event }) => event.output },
        target: 'grinResult.failed',
        actions: [
          { type: 'keepReceipt', params: ({ event }) => valueOf(event.output) },
          { type: 'keepNoSlatepack' },
          { type: 'announceNoSlatepack' },
          ...settle,
        ],
      },
      {
        guard: { type: 'wantsCode', params: ({ event }) => event.output },
        target: 'confirming',
        actions: [
          { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'restoreConfirmed' },
          { type: 'dropSending' },
          forget,
          keepForm,
        ],
      },
      {
        guard: { type: 'leavesItOpen', params: ({ event }) => event.output },
        target: 'outcomeUnknown',
        actions: { type: 'keepLost', params: ({ event }) => failureIn(event.output) },
      },
      {
        guard: { type: 'usesSlatepacks' },
        target: 'grinResult.failed',
        actions: [
          { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'announceFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'dropSending' },
          forget,
        ],
      },
      {
        target: 'result.refused',
        actions: [
          { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'announceFailure', params: ({ event }) => failureIn(event.output) },
          { type: 'dropSending' },
          forget,
        ],
      },
    ],
    // Whatever is thrown once the request left: the withdrawal may have been taken.
    onError: {
      target: 'outcomeUnknown',
      actions: { type: 'keepLost', params: ({ event }) => failureOf(event.error) },
    },
  },
});
