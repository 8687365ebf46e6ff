import type { Phrases } from './tools/phrases.ts';

export const resetStopPhrases: Phrases = {
  events: {
    stop: 'the user stops the reset',
  },
  services: {
    stop: 'the stop',
    reconcileWrite: 'reading the account',
  },
  endings: {
    done: 'is done',
    'still open': 'shows that the reset is still open',
    stopped: 'shows that the reset is stopped',
  },
  states: {
    idle: 'the page says when the reset can be used',
    stopping: 'the stop is on its way, once',
    finding: 'the page reads whether the reset is stopped, and sends nothing',
  },
};
