import type { Phrases } from './tools/phrases.ts';

export const passwordChangePhrases: Phrases = {
  events: {
    edit: 'the user changes the form',
    submit: 'the user presses the button to change the password',
    'submit with code': 'the user presses the button with a code of the second factor',
  },
  services: {
    change: 'the change',
  },
  endings: {
    changed: 'is done',
    'changed in silence': 'is done, and the server says nothing of it',
    'code wanted': 'is refused until a code of the second factor comes',
    weak: 'is refused, because the new password is too weak',
  },
  states: {
    editing: 'the form is open',
    changing: 'the change is on its way, once',
    changed: 'the form says that the password is changed',
    refused: 'the form says why the password was not changed',
    outcomeUnknown: 'the form says that the password may be the old one or the new one',
  },
};
