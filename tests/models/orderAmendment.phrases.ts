import type { Phrases } from './tools/phrases.ts';

export const orderAmendmentPhrases: Phrases = {
  events: {
    begin: 'the user wants to amend an order',
    'check again': 'the user presses "Check again"',
    dismiss: 'the user closes the dialog',
    edit: 'the user changes the dialog',
    press: 'the user presses the button to amend the order',
    'no more than filled': 'the user presses the button with no more than has filled',
    'no price': 'the user presses the button without a price',
    'nothing new': 'the user presses the button without a change',
    'off the tick': "the user presses the button with a price between the pair's steps",
    'send again': 'the user presses "Send again"',
    'too small': 'the user presses the button with less than the smallest order',
    'without rules': 'the user presses the button while the rules of the pair are not known',
  },
  services: {
    amendOrder: 'the amendment',
    reconcileWrite: 'reading the order',
  },
  endings: {
    taken: 'is taken',
    filled: 'is refused, because the order has filled',
    '422 without words': 'is refused without a reason (422)',
    amended: 'shows the order amended',
    'amended and filled': 'shows the order amended and filled',
    'as it was': 'shows the order as it was',
    'filled as it was': 'shows that the order filled as it was',
    'not listed': 'shows that the order is listed no more',
  },
  states: {
    idle: 'no order is being amended',
    editing: 'the dialog is open',
    sending: 'the amendment is on its way, once',
    outcomeUnknown: 'the order is being read, and nothing is sent',
    absent: 'the dialog says that the order is as it was, and the same may be sent again',
    unresolved: 'the dialog says that it could not find out',
  },
};
