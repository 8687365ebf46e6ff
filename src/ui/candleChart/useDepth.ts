import { useMemo } from 'react';
import { depthOf, type DepthPoint } from '../../domain/depth.ts';
import { useBookLevels } from '../orderBook/useOrderBook.ts';

/** Least milliseconds between two drawings, as for the candles. */
const PACE = 1000;

/** The book as it lies, once a second; null until it is known. */
export function useDepth(pair: string): readonly DepthPoint[] | null {
  const levels = useBookLevels(pair, PACE);
  return useMemo(() => levels && depthOf(levels), [levels]);
}
