/**
 * Parts of the product that could not be loaded (a screen, its words): the server was out of reach, or serves a newer
 * version. What failed once stays broken in this page, so from then on ways back are taken by loading anew.
 */
let isMissing = false;

export const noteMissingPart = (): void => {
  isMissing = true;
};

export const hasMissingPart = (): boolean => isMissing;

/** Thrown when a screen could not be loaded. */
export class ScreenMissingError extends Error {
  constructor(cause: unknown) {
    super('a screen could not be loaded', { cause });
    this.name = 'ScreenMissingError';
  }
}
