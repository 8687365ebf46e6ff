import type { Storage } from './storage.ts';

/** `standard`: green and red. `colorBlind`: blue and orange. */
export type PaletteName = 'standard' | 'colorBlind';

/** The colours of rising and falling prices, the same in all tabs. */
export interface Palette {
  readonly get: () => PaletteName;
  readonly choose: (name: PaletteName) => void;
  /** Called after every change, in other tabs too; the page has the new colours by then. */
  readonly listen: (listener: () => void) => () => void;
}

export const PALETTE_KEY = 'palette';

/** Sets an attribute of the page, which `ui/tokens.css` reads, before anything is rendered. */
export function createPalette(storage: Storage, window: Window): Palette {
  const listeners = new Set<() => void>();
  const kept = (): PaletteName => (storage.read(PALETTE_KEY) === 'colorBlind' ? 'colorBlind' : 'standard');
  let worn = kept();

  function apply(name: PaletteName): void {
    worn = name;
    const { dataset } = window.document.documentElement;
    if (name === 'standard') delete dataset.palette;
    else dataset.palette = name;
    for (const listener of listeners) listener();
  }
  apply(worn);

  // Fired in other tabs; without a key the whole storage was cleared.
  window.addEventListener('storage', ({ key }) => {
    if ((key === null || key === PALETTE_KEY) && kept() !== worn) apply(kept());
  });
  return {
    get: () => worn,
    choose(name) {
      if (name === 'standard') storage.remove(PALETTE_KEY);
      else storage.write(PALETTE_KEY, name);
      apply(name);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
