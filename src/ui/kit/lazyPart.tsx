import { lazy, useState, type ComponentType, type ReactNode } from 'react';

/** A failed import stays failed in this page, so from then on navigation loads the page anew. */
let isMissing = false;

export const noteMissingPart = (): void => {
  isMissing = true;
};

export const hasMissingPart = (): boolean => isMissing;

export class ScreenMissingError extends Error {
  constructor(cause: unknown) {
    super('a screen could not be loaded', { cause });
    this.name = 'ScreenMissingError';
  }
}

export interface LazyPart<Props> {
  (props: Props): ReactNode;
  /** Loads it ahead of time, so that it shows at once. */
  readonly preload: () => Promise<unknown>;
}

/** A part that cannot be loaded leads to the maintenance page (`ErrorBoundary`). */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const preload = async (): Promise<ComponentType<Props>> => {
    try {
      loaded = (await load())[name];
      return loaded;
    } catch (error) {
      throw new ScreenMissingError(error);
    }
  };
  const Later = lazy(async () => ({ default: await preload() }));
  function Part(props: Props) {
    // A loaded part renders at once; `lazy` would show its fallback first.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? (Later as ComponentType<Props>));
    return <Component {...props} />;
  }
  return Object.assign(Part, { preload });
}
