import type { Phrases } from './tools/phrases.ts';

export const sessionListPhrases: Phrases = {
  events: {
    'change: all others': 'the user ends all other sessions',
    'change: done': 'the change is done',
    'change: one': 'the user ends one session',
    'change: the name': 'the user names this session',
  },
  services: {
    change: 'the change',
    reconcileWrite: 'reading the list',
  },
  endings: {
    done: 'shows that the change was made',
    'over already': 'shows that the session was over already',
    'not done': 'shows that the change was not made',
  },
  states: {
    idle: 'the list of sessions is shown',
    changing: 'the change is on its way, once',
    finding: 'the page reads whether the change was made, and sends nothing',
  },
};
