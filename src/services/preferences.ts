import type { Storage } from './storage.ts';

/** How balances are shown (WALLET-04), and whether single keys act; the same in all tabs. */
export type PreferenceName = 'hideZeroBalances' | 'showBalances' | 'keyShortcuts';

export interface Preferences {
  read(name: PreferenceName): boolean;
  write(name: PreferenceName, value: boolean): void;
  /** Called after every change, in other tabs too. */
  readonly listen: (listener: () => void) => () => void;
}

const DEFAULTS: Readonly<Record<PreferenceName, boolean>> = {
  hideZeroBalances: false,
  showBalances: true,
  keyShortcuts: true,
};

/** Stored as `true` and `false`; anything else counts as not set. */
export function createPreferences(storage: Pick<Storage, 'read' | 'write'>, window: Window): Preferences {
  const listeners = new Set<() => void>();
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  // Fired in other tabs; without a key the whole storage was cleared.
  window.addEventListener('storage', ({ key }) => {
    if (key === null || Object.hasOwn(DEFAULTS, key)) notify();
  });
  return {
    read(name) {
      const kept = storage.read(name);
      return kept === 'true' || kept === 'false' ? kept === 'true' : DEFAULTS[name];
    },
    write(name, value) {
      storage.write(name, String(value));
      notify();
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
