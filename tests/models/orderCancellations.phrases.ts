import type { Phrases } from './tools/phrases.ts';

export const orderCancellationsPhrases: Phrases = {
  events: {
    'cancel a': 'the user cancels the first order',
    'cancel b': 'the user cancels the second order',
  },
  services: {
    'orderCancellation.a': 'the cancellation of the first order',
    'orderCancellation.b': 'the cancellation of the second order',
  },
  endings: {
    cancelled: 'ends with the order cancelled',
    failed: 'ends with the order still open',
    filled: 'ends with the order filled',
    gone: 'ends with the order gone',
  },
  states: {
    listening: 'each order that is asked for has its own cancellation',
  },
};
