import type { Phrases } from './tools/phrases.ts';

export const addressBookPhrases: Phrases = {
  events: {
    add: 'the user adds an address',
    'add with a code': 'the user adds an address with a code',
    edit: 'the user changes the form',
    'keep it on': 'the user leaves the book on after all',
    remove: 'the user removes an address',
    'switch off with a code': 'the user switches the book off with a code',
    'switch on': 'the user switches the book on',
  },
  services: {
    change: 'the change',
  },
  endings: {
    done: 'is done',
  },
  states: {
    resting: 'the book is shown',
    changing: 'the change is on its way, once',
  },
};
