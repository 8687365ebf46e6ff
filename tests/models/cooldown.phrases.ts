import type { Phrases } from './tools/phrases.ts';

export const cooldownPhrases: Phrases = {
  events: {
    refresh: 'the user refreshes',
    'refresh 1 ms later': 'the user refreshes again 1 ms later',
    'refresh 3.2 s later': 'the user refreshes again 3.2 s later',
    'refresh 9.999 s later': 'the user refreshes again 9.999 s later',
    'refresh while one runs': 'the user refreshes while a refresh runs',
    'after cooldown': 'ten seconds have passed',
  },
  states: {
    ready: 'a refresh is possible',
    cooling: 'the next refresh has to wait',
  },
};
