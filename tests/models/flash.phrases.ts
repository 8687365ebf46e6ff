import type { Phrases } from './tools/phrases.ts';

export const flashPhrases: Phrases = {
  events: {
    'after shownFor': 'the moment of the mark is over',
    copy: 'the user copies a text',
    saved: 'something was saved',
    'copy: copied': 'the text is in the clipboard',
    'copy: refused': 'the browser refuses the clipboard',
  },
  services: {
    copy: 'copying',
  },
  states: {
    hidden: 'there is no mark',
    copying: 'the text is on its way into the clipboard',
    shown: 'the mark is shown for a moment',
  },
};
