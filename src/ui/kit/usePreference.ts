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

type PaletteName = ReturnType<App['palette']['get']>;

export interface PaletteChoice {
  readonly palette: PaletteName;
  readonly choose: (name: PaletteName) => void;
}

/** The colours of rising and falling: green and red, or a pair that the colour-blind tell apart. */
export function usePalette(): PaletteChoice {
  const { palette } = useApp();
  // A page that is rendered ahead of time wears the standard.
  const worn = useSyncExternalStore(palette.listen, palette.get, () => 'standard' as const);
  return { palette: worn, choose: palette.choose };
}
