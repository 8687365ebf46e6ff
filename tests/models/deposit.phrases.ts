import type { Phrases } from './tools/phrases.ts';

export const depositPhrases: Phrases = {
  events: {
    another: 'the user asks for another address',
    'coins down': 'the coins cannot be read',
    'coins garbled': 'the coins come in a form that cannot be read',
    'refunds garbled': 'the refund addresses come in a form that cannot be read',
    'disabled, and no refund address': 'deposits turn out to be switched off, and the refund address missing',
    'needs none': 'the coin turns out to need no refund address',
    'no refund address': 'the refund address that the coin needs turns out to be missing',
    open: 'deposits of the coin turn out to be open',
    'unknown coin': 'the coin turns out not to exist',
    reload: 'the user presses "Reload"',
    retry: 'the user presses "Retry"',
  },
  services: {
    requestAddress: 'the request for an address',
    makeAddress: 'the request for another address',
    reconcileWrite: 'reading the addresses',
  },
  endings: {
    address: 'brings an address',
    'address with tag': 'brings an address with a tag',
    'another address': 'brings another address',
    'no address': 'brings no address',
    'a newer one': 'shows a newer address',
    'one newer still': 'shows an address that is newer still',
    'the same': 'shows the same address',
  },
  states: {
    'entering.gating': 'coins and refund addresses are being read',
    'entering.unloaded': 'the page says that it could not read what it needs, and offers to reload',
    requesting: 'the server is being asked for an address, once',
    'showing.idle': 'the address is shown',
    'showing.making': 'the address is shown, and another one is being asked for, once',
    'showing.finding': 'the address is shown, and the page reads whether another one was made',
    leaving: 'the user is led to where they can do something about it',
    uncreated: 'the page says that there is no address',
    exchanging: 'user and exchange swap slatepacks',
  },
};
