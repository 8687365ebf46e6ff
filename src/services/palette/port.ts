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
