import { useCallback, useSyncExternalStore } from 'react';
import type { App } from '../../machines/app/index.ts';
import { useApp } from './app.tsx';

type Name = Parameters<App['preferences']['read']>[0];

/** A preference of this browser, and how to change it; other tabs follow at once. */
export function usePreference(name: Name): readonly [value: boolean, change: (value: boolean) => void] {
  const { preferences } = useApp();
  const value = useSyncExternalStore(preferences.listen, () => preferences.read(name));
  return [value, useCallback((next) => preferences.write(name, next), [name, preferences])];
}
