import type { Phrases } from './tools/phrases.ts';

export const marketsTablePhrases: Phrases = {
  events: {
    clear: 'the user clears the search',
    'empty the box': 'the user empties the search box',
    'page 0': 'the table is asked for page 0',
    'page 1': 'the user goes to page 1',
    'page 1.5': 'the table is asked for page 1.5',
    'page 2': 'the user goes to page 2',
    'sort by asset': 'the user sorts by asset',
    'sort by volume': 'the user sorts by volume',
    'type blanks': 'the user types blanks',
    'type doge': 'the user types "doge"',
    'type xmr': 'the user types "xmr"',
  },
  states: {
    listing: 'every market is listed',
    searching: 'the markets that match are listed',
  },
};
