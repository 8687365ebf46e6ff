import type { Phrases } from './tools/phrases.ts';

export const countdownPhrases: Phrases = {
  events: {
    'first look': 'somebody looks at the clock for the first time',
    'a second later': 'a second has passed',
    'half a second later': 'half a second has passed',
    'at the instant': 'the instant comes',
    'after sleep': 'the computer wakes up after the instant',
  },
  states: {
    running: 'the seconds are counted',
    over: 'the instant has passed',
  },
};
