import { createStorage, type Storage } from '../../../src/services/storage.ts';

/** For browsers that refuse storage. */
export const memoryStorage = (): Storage =>
  createStorage(() => {
    throw new Error('no storage');
  });
