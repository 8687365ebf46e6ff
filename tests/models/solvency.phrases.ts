import type { Phrases } from './tools/phrases.ts';

export const solvencyPhrases: Phrases = {
  events: {
    check: 'the user checks the newest statement',
    'check the one before': 'the user checks the statement before',
    retry: 'the user presses "Retry"',
    save: 'the user saves the receipt',
    'saveReceipt: no room': 'there is no room for the receipt',
    'saveReceipt: taken': 'the browser has taken the receipt',
    'readStatements: published': 'the published statements have come',
  },
  services: {
    checkBalances: 'the check',
    readStatements: 'reading the statements',
  },
  endings: {
    "another's": 'finds the balances of somebody else',
    counted: 'finds the own balances counted',
    'counted before': 'finds the own balances counted in the statement before',
    'left out': 'finds the own balances left out',
    'not kept': 'finds that the statement is not kept any more',
    'one unit less': 'finds one unit less than there is',
    'one unit less before': 'finds one unit less in the statement before',
  },
  states: {
    loading: 'the statements are being read',
    ready: 'the statements are shown',
    checking: 'the own balances are being checked',
    proven: 'the page says that the balances are in the sum',
    saving: 'the receipt is being written',
    notProven: 'the page says what does not hold',
    failed: 'the page says that nothing is known',
    unread: 'the page says that the statements could not be read',
  },
};
