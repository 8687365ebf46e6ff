import { valueOf } from '../withdrawal.rules.ts';
import { remember, withdrawalSetup } from '../withdrawal.setup.ts';

/** Before the form: a withdrawal that is on its way comes first, then the gates (WITHDRAW-03, WITHDRAW-14). */
export const gating = withdrawalSetup.createStateConfig({
  description:
    'Coin, balance and refund address are being read; only then it is known whether the form may open.',
  tags: ['step2', 'busy'],
  always: [
    { guard: { type: 'hasKeptId' }, target: 'resuming', actions: { type: 'takeKept' } },
    { guard: { type: 'hasUnnamed' }, target: 'outcomeUnknown', actions: { type: 'takeKept' } },
    { guard: { type: 'hasChosen' }, target: 'resuming', actions: { type: 'takeChosen' } },
    { guard: { type: 'mayHaveWaiting' }, target: 'finding' },
    {
      guard: { type: 'isAssetClosed' },
      target: 'closed',
      actions: [{ type: 'announceGate' }, { type: 'goToWallet' }],
    },
    {
      guard: { type: 'isRefundAddressMissing' },
      target: 'closed',
      actions: [{ type: 'announceGate' }, { type: 'goToRefundAddresses' }],
    },
    { guard: { type: 'mayConfirmAgain' }, target: 'confirming', actions: { type: 'noteBack' } },
    { guard: { type: 'mayOpenForm' }, target: 'form', actions: { type: 'noteBack' } },
    { guard: { type: 'haveFactsFailed' }, target: 'factsFailed' },
  ],
});

const reading = withdrawalSetup.createStateConfig({
  description: 'The history is read for a GRIN withdrawal that may wait for its reply.',
  invoke: {
    id: 'findWaiting',
    src: 'findWaiting',
    input: ({ context: { ticker } }) => ({ ticker }),
    onDone: [
      {
        guard: { type: 'isWaitingFound', params: ({ event }) => event.output },
        target: 'asking',
        actions: { type: 'takeWaiting', params: ({ event }) => valueOf(event.output) },
      },
      { target: '#withdrawal.gating', actions: { type: 'markSearched' } },
    ],
    // The form does not depend on it, and the history leads to what waits as well.
    onError: { target: '#withdrawal.gating', actions: { type: 'markSearched' } },
  },
});

const asking = withdrawalSetup.createStateConfig({
  description: 'The server is asked whether it waits, and for its message.',
  invoke: {
    id: 'readGrinStatus',
    src: 'readGrinStatus',
    input: ({ context }) => ({ id: context.sending?.id ?? null }),
    onDone: [
      {
        guard: { type: 'isAwaitingWithSlatepack', params: ({ event }) => event.output },
        target: '#withdrawal.slatepack',
        actions: [{ type: 'keepReceipt', params: ({ event }) => valueOf(event.output) }, remember],
      },
      // It may wait: the form says so, and its button asks again.
      {
        guard: { type: 'isRefusedForNow', params: ({ event }) => event.output },
        target: '#withdrawal.gating',
      },
      { target: '#withdrawal.gating', actions: { type: 'dropSending' } },
    ],
    onError: { target: '#withdrawal.gating' },
  },
});

/** A GRIN withdrawal waits for its reply at the server: it is found on any device, and after a new login. */
export const finding = withdrawalSetup.createStateConfig({
  description: 'A GRIN withdrawal that waits for its reply is looked for; the form comes after it.',
  tags: ['step2', 'busy'],
  initial: 'reading',
  states: { reading, asking },
});

export const factsFailed = withdrawalSetup.createStateConfig({
  description: 'Coin, balance or refund address could not be read. Nothing can be asked for.',
  tags: ['step2', 'failed'],
  always: { guard: { type: 'hasFacts' }, target: 'gating' },
  on: {
    'user.retry': {
      target: 'gating',
      actions: [{ type: 'clearFactsFailure' }, { type: 'askFactsAgain' }],
    },
  },
});

export const closed = withdrawalSetup.createStateConfig({
  description: 'The coin cannot be withdrawn, or not yet: the user is led away.',
  type: 'final',
});
