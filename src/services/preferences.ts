import type { Storage } from './storage.ts';

/** How balances are shown (WALLET-04), and whether single keys act; kept in the browser, the same in all of its tabs. */
export type PreferenceName = 'hideZeroBalances' | 'showBalances' | 'keyShortcuts';

export interface Preferences {
  read(name: PreferenceName): boolean;
  write(name: PreferenceName, value: boolean): void;
  /**
   * Hears of every change, of other tabs too.
   * @returns a function that stops listening.
   */
  readonly listen: (hear: () => void) => () => void;
}

const DEFAULTS: Readonly<Record<PreferenceName, boolean>> = {
  hideZeroBalances: false,
  showBalances: true,
  keyShortcuts: true,
};

/** Preferences in the browser's storage, as `true` and `false`. Anything else there counts as not set. */
export function createPreferences(storage: Pick<Storage, 'read' | 'write'>, window: Window): Preferences {
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const hear of listeners) hear();
  };
  // Said in every tab but the one that wrote; without a key the whole storage was cleared.
  window.addEventListener('storage', ({ key }) => {
    if (key === null || Object.hasOwn(DEFAULTS, key)) tell();
  });
  return {
    read(name) {
      const kept = storage.read(name);
      return kept === 'true' || kept === 'false' ? kept === 'true' : DEFAULTS[name];
    },
    write(name, value) {
      storage.write(name, String(value));
      tell();
    },
    listen(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
}
