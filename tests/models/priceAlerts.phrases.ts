import type { Phrases } from './tools/phrases.ts';

export const priceAlertsPhrases: Phrases = {
  events: {
    'type 0.006': 'the user types a price above the last one',
    'type 0.004': 'the user types a price below the last one',
    'type 0,006': 'the user types a price with a comma',
    'type 0.005': 'the user types the last price',
    'type 0': 'the user types 0',
    add: 'the user sets the alert',
    'add where commas are decimal': 'a user of a language with decimal commas sets the alert',
    'add without a last price': 'the user sets the alert while no last price is known',
    'the price is 0.006': 'the price rises to 0.006',
    'the price was 0.006 when it was set': 'a price of 0.006 comes that is as old as the alert',
    'the price is 0.005': 'the price is 0.005',
    'the price is 0.004': 'the price falls to 0.004',
    'another tab keeps nothing': 'another tab removes all alerts',
    'another tab keeps a rise': 'another tab sets an alert',
    'another tab keeps a reached one': 'another tab notes that an alert is reached',
    'remove the rise': 'the user removes the alert above',
    clear: 'the user removes the reached alerts',
    'the page is seen': 'the user looks at the page',
    'the page is hidden': 'the user looks at something else',
  },
  states: {
    'prices.resting': 'no price is watched',
    'prices.watching': 'prices are watched',
    'page.hidden': 'nobody sees the page',
    'page.shown': 'the user sees the page',
    'entry.open': 'a price can be typed',
    'entry.refused': 'the field says why it is no alert',
  },
};
