import type { Phrases } from './tools/phrases.ts';

export const passkeyCodePhrases: Phrases = {
  events: {
    confirm: 'the user chooses a passkey in place of a code',
    cancel: 'the user leaves it',
    'confirm: given': 'the passkey is given',
    'confirm: none given': 'the browser gives no passkey',
    'confirm: not the account’s': 'the passkey is not one of the account',
    'confirm: nothing to sign': 'the server gives nothing to sign',
  },
  services: {
    confirm: 'the request for it',
  },
  states: {
    idle: 'a passkey can be used',
    asking: 'the browser asks for a passkey of the account',
  },
};
