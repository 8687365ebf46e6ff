/** `null`: nothing is stored. A storage that refuses behaves like an empty one. */
export interface Storage {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
  /** Keys of everything that is stored, by this version or an older one. */
  keys(): readonly string[];
}

/**
 * Where the browser refuses (private windows, full disk, policy), texts last as long as the page.
 * @param open may throw.
 */
export function createStorage(open: () => globalThis.Storage): Storage {
  const kept = new Map<string, string>();
  const attempt = <T>(act: (storage: globalThis.Storage) => T, otherwise: () => T): T => {
    try {
      return act(open());
    } catch {
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
    keys: () => [
      ...kept.keys(),
      ...attempt(
        (storage) => Object.keys(storage),
        () => [],
      ),
    ],
  };
}
