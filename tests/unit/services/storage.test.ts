import { describe, expect, it } from 'vitest';
import { createStorage } from '../../../src/services/storage.ts';

/** @param isFull writing throws, as in a private window or on a full disk */
function browserStorage(isFull = false): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
  };
}

describe('the storage of the browser', () => {
  it('keeps, reads and removes', () => {
    const storage = createStorage(() => browser);
    const browser = browserStorage();
    storage.write('a', '1');
    expect([storage.read('a'), browser.getItem('a')]).toEqual(['1', '1']);
    storage.remove('a');
    expect([storage.read('a'), browser.getItem('a')]).toEqual([null, null]);
  });

  it('that cannot even be opened keeps for the life of the page', () => {
    const storage = createStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(storage.read('a')).toBeNull();
    storage.write('a', '1');
    expect(storage.read('a')).toBe('1');
    storage.remove('a');
    expect(storage.read('a')).toBeNull();
  });

  it('that is full keeps the new text for the life of the page, not the old one', () => {
    const browser = browserStorage();
    const full = browserStorage(true);
    let isFull = false;
    const storage = createStorage(() => (isFull ? full : browser));
    storage.write('a', 'old');
    isFull = true;
    storage.write('a', 'new');
    expect(storage.read('a')).toBe('new');
    isFull = false;
    storage.write('a', 'newer');
    expect([storage.read('a'), browser.getItem('a')]).toEqual(['newer', 'newer']);
  });

  it('names what it keeps, also where the browser refuses', () => {
    const storage = createStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    storage.write('a', '1');
    storage.write('b', '2');
    storage.remove('a');
    expect(storage.keys()).toEqual(['b']);
  });
});
