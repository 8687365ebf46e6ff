import type { Phrases } from './tools/phrases.ts';

export const registrationPhrases: Phrases = {
  events: {
    cancel: 'the user cancels',
    edit: 'the user changes the form',
    submit: 'the user presses the button to register',
    'work: solved': 'the browser has worked off what the server asks for',
    'work: broken': 'the browser cannot work off what the server asks for',
  },
  services: {
    register: 'the registration',
  },
  endings: {
    created: 'is done, and the account exists',
    'email bad': 'is refused, because the e-mail address is not valid',
    'email taken': 'is refused, because the e-mail address is taken',
    'username bad': 'is refused, because the user name is not valid',
    'username taken': 'is refused, because the user name is taken',
    'password common': 'is refused, because the password is too common',
    'refused in words': "is refused with the server's own words",
    'to be worked off': 'is refused until the browser has worked something off',
  },
  states: {
    editing: 'the form is open',
    submitting: 'the registration is on its way',
    working: 'the browser works off what the server asks for',
    created: 'the account exists, and the login follows',
  },
};
