import type { Storage } from './storage.ts';

/** `standard`: green and red. `colorBlind`: blue and orange, told apart by those who cannot tell green from red. */
export type PaletteName = 'standard' | 'colorBlind';

/** The colours of rising and falling, kept in the browser, and the same in all of its tabs. */
export interface Palette {
  readonly get: () => PaletteName;
  readonly choose: (name: PaletteName) => void;
  /**
   * Hears of every change, of other tabs too; the page wears the new colours by then.
   * @returns a function that stops listening.
   */
  readonly listen: (hear: () => void) => () => void;
}

/** Where a choice other than the standard is kept. */
export const PALETTE_KEY = 'palette';

/**
 * The palette as an attribute of the page, which `ui/tokens.css` knows. It is set before anything is rendered, so that
 * no colour is shown that the user did not choose.
 */
export function createPalette(storage: Storage, window: Window): Palette {
  const listeners = new Set<() => void>();
  const kept = (): PaletteName => (storage.read(PALETTE_KEY) === 'colorBlind' ? 'colorBlind' : 'standard');
  let worn = kept();

  function wear(name: PaletteName): void {
    worn = name;
    const { dataset } = window.document.documentElement;
    if (name === 'standard') delete dataset.palette;
    else dataset.palette = name;
    for (const hear of listeners) hear();
  }
  wear(worn);

  // Said in every tab but the one that wrote; without a key the whole storage was cleared.
  window.addEventListener('storage', ({ key }) => {
    if ((key === null || key === PALETTE_KEY) && kept() !== worn) wear(kept());
  });
  return {
    get: () => worn,
    choose(name) {
      if (name === 'standard') storage.remove(PALETTE_KEY);
      else storage.write(PALETTE_KEY, name);
      wear(name);
    },
    listen(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
}
