import { usesSlatepacks } from '../../../domain/depositGate.ts';
import { keepForm, withdrawalSetup } from '../withdrawal.setup.ts';
import type { WithdrawalContext } from '../withdrawal.types.ts';

/** What closes the coin closes the form and the confirmation at once. */
const facts = withdrawalSetup.createStateConfig({
  on: {
    'facts.received': [
      {
        guard: { type: 'isClosed', params: ({ event }) => event.facts },
        target: '#withdrawal.gating',
        actions: { type: 'keepFacts', params: ({ event }) => event.facts },
      },
      { actions: { type: 'keepFacts', params: ({ event }) => event.facts } },
    ],
    'waiting.read': { actions: { type: 'keepWaiting', params: ({ event }) => event.waiting } },
  },
});

/** There is room for one GRIN withdrawal at a time: one that another page begins is said at once. */
const followWaiting = {
  id: 'followWaiting',
  src: 'followWaiting',
  input: ({ context: { ticker } }: { context: WithdrawalContext }) => ({
    ticker: usesSlatepacks(ticker) ? ticker : null,
  }),
  // The form works without it.
  onError: {},
} as const;

/** Step 2 (WITHDRAW-02). */
export const form = withdrawalSetup.createStateConfig({
  description: 'The user says where to and how much; without a known fee nothing can be asked for.',
  tags: ['step2'],
  invoke: followWaiting,
  exit: { type: 'clearFaults' },
  on: {
    ...facts.on,
    'user.edit': { actions: { type: 'clearFaults' } },
    'user.continue': [
      { guard: { type: 'isWithoutFee' }, actions: { type: 'announceNoFee' } },
      {
        guard: { type: 'isFaulty', params: ({ event }) => event },
        actions: { type: 'keepFaults', params: ({ event }) => event },
      },
      {
        target: 'confirming',
        actions: [{ type: 'keepDraft', params: ({ event }) => event }, keepForm],
      },
    ],
    'browser.forward': { guard: { type: 'hasDraft' }, target: 'confirming' },
    // Without a fee the form offers to read everything again.
    'user.retry': { actions: { type: 'askFactsAgain' } },
    'user.resume': {
      guard: { type: 'hasRunning' },
      target: 'resuming',
      actions: [{ type: 'restoreConfirmed' }, { type: 'takeRunning' }],
    },
  },
});

/** Step 3. */
export const confirming = withdrawalSetup.createStateConfig({
  description: 'Everything is shown once more, whole: where to, how much, what it costs, what arrives.',
  tags: ['step3'],
  invoke: followWaiting,
  entry: { type: 'quoteFee' },
  exit: { type: 'clearFailure' },
  after: {
    feeQuote: { guard: { type: 'fixesFee' }, target: 'confirming', reenter: true },
  },
  on: {
    ...facts.on,
    'user.backToEdit': { target: 'form' },
    'browser.back': { target: 'form' },
    'user.editCode': { actions: { type: 'clearFailure' } },
    'user.useMaximum': {
      guard: { type: 'hasMaximum' },
      target: 'confirming',
      reenter: true,
      actions: [{ type: 'takeMaximum' }, keepForm],
    },
    'user.confirm': [
      { guard: { type: 'isWithoutShownFee' }, actions: { type: 'announceNoFee' } },
      // Fee or balance have changed: the screen says how much too much it is, and offers what is possible.
      { guard: { type: 'isFaultyNow' } },
      // It was confirmed before and waits for its reply: the same idempotency key, the same message.
      { guard: { type: 'isTheRunningOne' }, target: 'slatepack' },
      // What is kept of it leads back to its message, and there is room for one: the screen says so.
      { guard: { type: 'hasRunning' } },
      {
        target: 'checking',
        actions: { type: 'takeIdempotencyKey', params: ({ event }) => event },
      },
    ],
    'user.resume': {
      guard: { type: 'hasRunning' },
      target: 'resuming',
      actions: [{ type: 'restoreConfirmed' }, { type: 'takeRunning' }],
    },
  },
});
