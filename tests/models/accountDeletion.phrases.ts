import type { Phrases } from './tools/phrases.ts';

export const accountDeletionPhrases: Phrases = {
  events: {
    open: 'the user opens the deletion of the account',
    cancel: 'the user leaves it',
    edit: 'the user changes the form',
    submit: 'the user presses the button to delete the account',
    'submit with code and dust': 'the user presses the button with a code, and gives up what is left',
  },
  services: {
    look: 'reading what is in the way',
    remove: 'the deletion',
    reconcileWrite: 'asking whether the session is still known',
  },
  endings: {
    dust: 'shows that little is left',
    'in use': 'shows that the account is in use',
    'nothing left': 'shows that nothing is left',
    'signed out': 'shows that nobody is signed in',
    'amounts changed': 'is refused, because the amounts have changed',
    done: 'is done',
    'no code': 'is refused until a code comes',
    'still there': 'shows that the account is still there',
  },
  states: {
    closed: 'only the way in is shown',
    reading: 'what is in the way is being read',
    editing: 'the form is open, or the page says what is in the way',
    deleting: 'the deletion is on its way, once',
    finding: 'the page reads whether the account is gone, and sends nothing',
    unread: 'the page says that it could not read what is in the way',
    gone: 'the account is gone',
  },
};
