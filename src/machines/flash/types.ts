/** How long marks show, in milliseconds. */
export const COPIED_SHOWN = 2000;
export const SLATEPACK_COPIED_SHOWN = 1500;
export const SAVED_SHOWN = 2000;
export const TIP_SHOWN = 3000;

export interface FlashInput {
  /** Milliseconds. */
  readonly shownFor: number;
  /** Words for "copied", where they are to be more precise: a key in `locales`. */
  readonly copiedKey?: string;
}

export type FlashContext = FlashInput;

export type FlashEvent =
  /** The name keeps the text out of every log and inspector. */
  | { readonly type: 'user.copy'; readonly privateText: string }
  /** What the mark says has happened: something was saved. */
  | { readonly type: 'mark.wanted' };

export interface CopyInput {
  readonly privateText: string;
}
