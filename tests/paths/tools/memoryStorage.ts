import { createStorage, type Storage } from '../../../src/services/storage.ts';

/** The browser's storage where the browser refuses one: texts are kept for the life of the page. */
export const memoryStorage = (): Storage =>
  createStorage(() => {
    throw new Error('no storage');
  });
