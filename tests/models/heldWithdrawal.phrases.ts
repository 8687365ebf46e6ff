import type { Phrases } from './tools/phrases.ts';

export const heldWithdrawalPhrases: Phrases = {
  events: {
    cancel: 'the user cancels the withdrawal',
    'cancelWithdrawal: cancelled': 'the withdrawal is cancelled',
  },
  services: {
    cancelWithdrawal: 'the cancellation',
    reconcileWrite: 'reading the withdrawal',
  },
  endings: {
    cancelled: 'shows that it is cancelled',
    'refused without words': 'is refused without a reason',
    'too late': 'comes too late',
    released: 'shows that it was released',
    'still waits': 'shows that it still waits',
  },
  states: {
    waiting: 'the withdrawal waits, and cancelling it is offered',
    cancelling: 'the cancellation is on its way, once',
    looking: 'the page reads whether it is cancelled, and sends nothing',
  },
};
