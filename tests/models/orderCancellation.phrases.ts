import type { Phrases } from './tools/phrases.ts';

export const orderCancellationPhrases: Phrases = {
  events: {
    cancel: 'the user presses "Cancel"',
    'after failureMemory': 'a minute has passed',
  },
  services: {
    cancelOrder: 'the cancellation',
    reconcileWrite: 'reading the order',
  },
  endings: {
    taken: 'is taken',
    'taken without words': 'is taken without words',
    filled: 'shows that the order has filled',
    'canceled before': 'shows that the order was cancelled before',
    canceled: 'shows that the order is cancelled',
    'not listed': 'shows that the order is listed no more',
    open: 'shows that the order is still open',
    'partly filled': 'shows that the order has filled in part and is still open',
    'of a state that nobody knows': 'shows a state that the client does not know',
    '404 with a message': 'is refused, because there is no such order (404)',
    '400 with an error': 'is refused as wrong (400)',
    '409 without words': 'is refused without a reason (409)',
  },
  states: {
    cancellable: 'the order is open, and its button offers to cancel it',
    cancelling: 'the cancellation is on its way, once',
    outcomeUnknown: 'the order is being read to see what became of it, and nothing is sent',
    stillOpen: 'the page says that the order is still open, and it may be cancelled again',
    unresolved: 'the page says that it does not know, and the next press reads again',
    failed: 'the page says why the order could not be cancelled, and it may be tried again',
    cancelled: 'the page says that the order is cancelled',
    alreadyFilled: 'the page says that the order had filled already',
    gone: 'the page says that the order is no longer open',
    forgotten: 'the row is as it was before',
  },
};
