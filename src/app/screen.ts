import type { ComponentType } from 'react';
import { lazyPart, type LazyPart } from '../ui/kit/lazyPart.tsx';

/** A screen in a chunk of its own, with the part of the application that it needs: both are asked for at once. */
export const screen = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
  bringPart: () => Promise<unknown> = () => Promise.resolve(),
): LazyPart<object> =>
  lazyPart(async () => {
    const [chunk] = await Promise.all([load(), bringPart()]);
    return chunk;
  }, name);
