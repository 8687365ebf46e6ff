import type { Phrases } from './tools/phrases.ts';

export const slatepackDepositPhrases: Phrases = {
  events: {
    edit: 'the user changes the text',
    'half an hour passed': 'half an hour has passed',
    'start over': 'the user starts over',
    submit: 'the user sends a slatepack',
    'submit a reply': 'the user sends a reply in place of the first message',
    'submit damaged': 'the user sends a damaged slatepack',
    'submit encrypted': 'the user sends an encrypted slatepack',
    'submit nothing': 'the user sends nothing',
    'submit the answer': "the user sends the exchange's own answer",
    'the window closed': 'the time to finalize is over',
    'woke after the end': 'the computer wakes up after the end of the time',
  },
  services: {
    receive: 'the slatepack',
  },
  endings: {
    signed: 'comes back signed',
    'signed with an end': 'comes back signed, with an end of the time to finalize',
  },
  states: {
    pasting: 'the page waits for the slatepack',
    submitting: 'the slatepack is on its way, once',
    'signed.safe': 'the answer is shown, and there is time to finalize',
    'signed.closing': 'the answer is shown, and the time is nearly over',
    'signed.closed': 'the page says that the time is over',
  },
};
