/** A part of the application that comes with the first screen that needs it, in a chunk of its own. */
export interface Part<T> {
  /** Brings it, once; a failed try may be repeated. */
  readonly load: () => Promise<T>;
  /** @throws Error before it was loaded: the router loads it with its screens. */
  readonly get: () => T;
  /** Undefined before it was loaded. */
  readonly peek: () => T | undefined;
}

export function createPart<T>(name: string, bring: () => Promise<T>): Part<T> {
  let part: T | undefined;
  let coming: Promise<T> | undefined;
  return {
    load: () => {
      coming ??= bring().then(
        (brought) => {
          part = brought;
          return brought;
        },
        (error: unknown) => {
          coming = undefined;
          throw error;
        },
      );
      return coming;
    },
    get: () => {
      if (part === undefined) throw new Error(`the part "${name}" was not loaded`);
      return part;
    },
    peek: () => part,
  };
}
