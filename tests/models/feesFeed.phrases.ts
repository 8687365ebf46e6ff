import type { Phrases } from './tools/phrases.ts';

export const feesFeedPhrases: Phrases = {
  events: {
    'after patience': 'the fees have not come in time',
    'all of both': 'all fees of both coins come',
    'all of one': 'all fees of one coin come',
    'news of another': 'a fee of another coin comes',
    'not available': 'the server says that there are no fees',
    'link lost': 'the connection is lost',
    'link opened': 'the connection is there',
    retry: 'the user presses "Retry"',
  },
  states: {
    waiting: 'the first fees are awaited',
    live: 'the fees are shown as they come',
    outdated: 'the fees are shown as they were',
    missing: 'the page says that no fees came',
  },
};
