import type { Storage } from '../storage/port.ts';
import type { PreferenceName, Preferences } from './port.ts';

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
