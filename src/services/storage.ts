/** Text kept in the browser. `null` means nothing is kept. A storage that refuses behaves like an empty one. */
export interface Storage {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
}

/**
 * The browser's local storage. Where it refuses (private windows, a full disk, a policy) the texts are kept for the
 * life of the page instead, so that a login works there too.
 * @param open gives the storage; it may throw.
 */
export function createStorage(open: () => globalThis.Storage): Storage {
  const kept = new Map<string, string>();
  const attempt = <T>(act: (storage: globalThis.Storage) => T, otherwise: () => T): T => {
    try {
      return act(open());
    } catch {
      // Refused: by its contract such a storage behaves like an empty one.
      return otherwise();
    }
  };
  return {
    read: (key) =>
      kept.get(key) ??
      attempt(
        (storage) => storage.getItem(key),
        () => null,
      ),
    write: (key, value) => {
      attempt(
        (storage) => {
          storage.setItem(key, value);
          kept.delete(key);
        },
        () => {
          kept.set(key, value);
        },
      );
    },
    remove: (key) => {
      kept.delete(key);
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      );
    },
  };
}
