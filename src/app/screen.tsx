import { lazy, useState, type ComponentType } from 'react';
import { ScreenMissingError } from '../ui/hooks/missingParts.ts';

/** A screen in a chunk of its own. */
export interface Screen {
  (): React.ReactNode;
  /** Brings it before it is shown, so that it is there at once. */
  readonly bring: () => Promise<unknown>;
}

/**
 * A screen with the part of the application that it needs, both asked for at once. One that cannot be loaded leads to
 * the maintenance page (`ErrorBoundary`).
 */
export function screen<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
  bringPart: () => Promise<unknown> = () => Promise.resolve(),
): Screen {
  let loaded: ComponentType | null = null;
  const bring = async (): Promise<ComponentType> => {
    try {
      const [chunk] = await Promise.all([load(), bringPart()]);
      loaded = chunk[name];
      return loaded;
    } catch (error) {
      throw new ScreenMissingError(error);
    }
  };
  const Later = lazy(async () => ({ default: await bring() }));
  function LoadedScreen() {
    // What is there already is shown in the same breath: a lazy component would show for a moment that it loads.
    const [Component] = useState<ComponentType>(() => loaded ?? Later);
    return <Component />;
  }
  return Object.assign(LoadedScreen, { bring });
}
