import type { Phrases } from './tools/phrases.ts';

export const reconcileWritePhrases: Phrases = {
  events: {
    'after lookPause': 'the pause before the next look is over',
    'after longest': 'the longest time for looking is over',
  },
  services: {
    look: 'the look',
  },
  endings: {
    '403': 'is forbidden (403)',
    'it is there': 'finds it',
    'it is not there': 'does not find it',
  },
  states: {
    'searching.waiting': 'the next look waits a moment',
    'searching.looking': 'what would hold it is being read',
    found: 'it has arrived',
    absent: 'it is not there',
    unknown: 'nobody could say',
  },
};
