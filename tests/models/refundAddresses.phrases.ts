import type { Phrases } from './tools/phrases.ts';

export const refundAddressesPhrases: Phrases = {
  events: {
    down: 'coins or refund addresses cannot be read',
    refused: 'the server refuses to give them',
    'nothing set': 'the lists come, and no refund address is set',
    'one set': 'the lists come, and one refund address is set',
    'one set, but old': 'an older list is shown, because it could not be read again',
    reload: 'the user presses "Reload"',
  },
  states: {
    gating: 'coins and refund addresses are being read',
    listed: 'each coin is shown with its refund address',
    unloaded: 'the page says that it could not read them, and offers to reload',
  },
};
