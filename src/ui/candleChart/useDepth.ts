import { useEffect, useState } from 'react';
import { depthOf, type DepthPoint } from '../../domain/depth.ts';
import { booksOf } from '../../machines/orderBook/index.ts';
import { useApp } from '../kit/app.tsx';

/** Least milliseconds between two drawings, as for the candles. */
const PACE = 1000;

/** The book as it lies, once a second; null until it is known. */
export function useDepth(pair: string): readonly DepthPoint[] | null {
  const book = booksOf(useApp()).of(pair);
  const [depth, setDepth] = useState<readonly DepthPoint[] | null>(null);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (): Promise<void> => {
      timer = undefined;
      const levels = await book.levels();
      if (!isOver) setDepth(depthOf(levels));
    };
    void read();
    const stop = book.subscribe(() => {
      timer ??= setTimeout(() => void read(), PACE);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [book]);
  return depth;
}
