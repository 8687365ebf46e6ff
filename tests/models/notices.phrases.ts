import type { Phrases } from './tools/phrases.ts';

export const noticesPhrases: Phrases = {
  events: {
    'close 1': 'the user closes the first message',
    'close 2': 'the user closes the second message',
    'close 99': 'a message that there is not is closed',
    'say copied': 'a message says that something was copied',
    'say wait 2': 'a message says to wait 2 seconds',
    'say wait 3': 'a message says to wait 3 seconds',
  },
  states: {
    quiet: 'no message is shown',
    speaking: 'a message is shown',
  },
};
