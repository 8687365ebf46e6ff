import type { Phrases } from './tools/phrases.ts';

export const lostFactorPhrases: Phrases = {
  events: {
    open: 'the user says that the second factor is lost',
    close: 'the user closes the offer',
    ask: 'the user asks for the reset',
  },
  services: {
    ask: 'the request for the reset',
  },
  endings: {
    noted: 'is noted',
  },
  states: {
    closed: 'only a button speaks of it',
    offering: 'the page says what a reset does',
    asking: 'the request is on its way, once',
    noted: 'the page says from when on the password alone signs in',
  },
};
