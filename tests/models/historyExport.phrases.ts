import type { Phrases } from './tools/phrases.ts';

export const historyExportPhrases: Phrases = {
  events: {
    'after retryPause': 'the pause before the next try is over',
    cancel: 'the user cancels',
    export: 'the user asks for a file',
    'export sales': 'the user asks for a file of the sales',
    'export some days': 'the user asks for a file of some days',
    retry: 'the user presses "Retry"',
    'saveFile: no room': 'there is no room for the file',
    'saveFile: taken': 'the browser has taken the file',
  },
  services: {
    readPage: 'reading a page',
  },
  endings: {
    '3': 'brings the record 3',
    '6,5': 'brings the records 6 and 5',
    '7,6': 'brings the records 7 and 6',
    nothing: 'brings nothing',
    'no list': 'brings no list',
  },
  states: {
    idle: 'no file is being made',
    reading: 'a page is being read',
    pausing: 'the next try to read the page waits',
    interrupted: 'the page says that it was interrupted, and offers to go on',
    saving: 'the file is being written',
  },
};
