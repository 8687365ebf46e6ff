import type { Phrases } from './tools/phrases.ts';

export const passkeysPhrases: Phrases = {
  events: {
    add: 'the user adds a passkey',
    remove: 'the user removes a passkey',
    rename: 'the user renames a passkey',
    edit: 'the user changes the form',
    'cancel: add': 'the user leaves the form for a new passkey',
    'cancel: remove': 'the user leaves the question about the removal',
    'cancel: rename': 'the user leaves the form for a name',
    'change: known': 'the passkey turns out to be known already',
    'change: none': 'the device makes no passkey',
  },
  services: {
    change: 'the change',
  },
  endings: {
    accepted: 'is accepted',
  },
  states: {
    idle: 'the list of passkeys is shown',
    changing: 'the change is on its way',
  },
};
