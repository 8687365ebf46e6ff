import type { Phrases } from './tools/phrases.ts';

export const appPhrases: Phrases = {
  events: {
    'a screen cannot begin': 'a screen or an action cannot go on, because the server is down',
    'after askPause': 'the pause before the next question is over',
    'choose German': 'the user chooses German',
    'choose Russian': 'the user chooses Russian',
    'maintenance opens': 'a screen asks for the maintenance page',
    'maintenance opens by itself': 'the maintenance page is opened by its address',
    'maintenance closes': 'the maintenance page is left',
    'try again': 'the user presses "Try again"',
    'loadWords: en': 'the English words have come',
    'loadWords: no words': 'no words can be loaded',
    'switchLanguage: de': 'the German words have come',
    'switchLanguage: no words': 'the words of the other language cannot be loaded',
  },
  services: {
    askService: 'the question whether the server is back',
    notices: 'the part for notices',
    session: 'the part for the session',
    socket: 'the part for the connection',
  },
  endings: {
    back: 'shows that it is',
    'refuses politely': 'is refused politely: it is back',
    'still down': 'shows that it is still down',
    'too busy': 'shows that it is too busy',
  },
  states: {
    'service.serving': 'the server answers as far as is known',
    'service.maintenance.waiting': 'the maintenance page is shown',
    'service.maintenance.asking':
      'the maintenance page is shown, and the server is being asked whether it is back',
    'language.loading': 'the words are being loaded',
    'language.spoken': 'the page speaks its language',
    'language.switching': 'the page speaks its language while the words of another one are being loaded',
    'language.wordless': 'the page shows what it can without words',
  },
};
