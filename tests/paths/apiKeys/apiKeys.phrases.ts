import type { Phrases } from '../tools/phrases.ts';

export const apiKeysPhrases: Phrases = {
  events: {
    approve: 'the user confirms a key with a code',
    'approve without a code': 'the user confirms a key',
    ask: 'the user wants to revoke a key',
    cancel: 'the user says no',
    confirm: 'the user says yes',
    create: 'the user asks for a new key',
    'create with a code': 'the user asks for a new key with a code',
    edit: 'the user changes the form',
    kept: 'the user says that the secret is kept',
  },
  services: {
    create: 'the request for a key',
    approve: 'the confirmation',
    revoke: 'the revocation',
  },
  endings: {
    made: 'is granted',
    done: 'is done',
    'gone already': 'shows that the key was gone already',
  },
  states: {
    resting: 'the list of keys is shown',
    approving: 'the confirmation of the key is on its way, once',
    asking: 'the page asks whether to revoke the key',
    revoking: 'the revocation is on its way, once',
    creating: 'the request for a key is on its way, once',
    showing: 'the secret of the new key is shown, once',
  },
};
