import { useSyncExternalStore } from 'react';
import type { App } from '../../machines/app/index.ts';
import { useApp } from './app.tsx';

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
