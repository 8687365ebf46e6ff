import type { Phrases } from './tools/phrases.ts';

export const cancelAllPhrases: Phrases = {
  events: {
    begin: 'the user wants to cancel all orders',
    'begin for XMR-BTC': 'the user wants to cancel all orders of XMR-BTC',
    confirm: 'the user says yes',
    dismiss: 'the user closes the question',
    retry: 'the user presses "Try again"',
    'readOrders: a': 'one order turns out to be open',
    'readOrders: a and b': 'two orders turn out to be open',
    'readOrders: nothing': 'no order turns out to be open',
  },
  services: {
    a: 'the first order',
    b: 'the second order',
    readOrders: 'reading the open orders',
  },
  endings: {
    cancelled: 'is cancelled',
    failed: 'cannot be cancelled',
    filled: 'has filled already',
    gone: 'is no longer open',
    unknown: 'stays in doubt',
  },
  states: {
    idle: 'nothing is asked for',
    listing: 'the open orders are being read',
    confirming: 'the page shows what would be cancelled, and asks',
    cancelling: 'the orders are being cancelled, each once',
    finished: 'the page shows what became of each order',
    notListed: 'the page says that it does not know what is open, and cancels nothing',
  },
};
