import { createStorage } from '../../../src/services/storage/browser.ts';
import type { Storage } from '../../../src/services/storage/port.ts';

/** The browser's storage where the browser refuses one: texts are kept for the life of the page. */
export const memoryStorage = (): Storage =>
  createStorage(() => {
    throw new Error('no storage');
  });
