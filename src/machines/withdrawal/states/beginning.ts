import { withdrawalSetup } from '../setup.ts';

/** Before the form: a withdrawal that is on its way comes first, then the gates (spec 2 §2.4). */
export const gating = withdrawalSetup.createStateConfig({
  description:
    'Coin, balance and refund address are being read; only then it is known whether the form may open.',
  tags: ['step2', 'busy'],
  always: [
    { guard: { type: 'hasKeptId' }, target: 'resuming', actions: { type: 'takeKept' } },
    { guard: { type: 'hasKept' }, target: 'outcomeUnknown.readingBack', actions: { type: 'takeKept' } },
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
    { guard: { type: 'hasFacts' }, target: 'form' },
    { guard: { type: 'haveFactsFailed' }, target: 'factsFailed' },
  ],
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
