import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { ScreenMissingError } from './missingParts.ts';

/**
 * A part of a screen that few of its visitors see, in a chunk of its own. One that cannot be loaded leads to the
 * maintenance page, as a screen does.
 */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      return { default: (await load())[name] };
    } catch (error) {
      throw new ScreenMissingError(error);
    }
  });
}
