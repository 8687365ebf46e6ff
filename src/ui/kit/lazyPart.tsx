import { lazy, useState, type ComponentType, type ReactNode } from 'react';

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

/** A component in a chunk of its own. */
export interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** Brings it before it is shown, so that it is there at once. */
  readonly bring: () => Promise<unknown>;
}

/** One that cannot be loaded leads to the maintenance page (`ErrorBoundary`). */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const bring = async (): Promise<ComponentType<Props>> => {
    try {
      loaded = (await load())[name];
      return loaded;
    } catch (error) {
      throw new ScreenMissingError(error);
    }
  };
  const Later = lazy(async () => ({ default: await bring() }));
  function Part(props: Props) {
    // What is there already is shown in the same breath: a lazy component would show for a moment that it loads.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? (Later as ComponentType<Props>));
    return <Component {...props} />;
  }
  return Object.assign(Part, { bring });
}
