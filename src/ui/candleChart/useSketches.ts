import { useActorRef, useSelector } from '@xstate/react';
import { useLayoutEffect, useMemo } from 'react';
import type { Interval } from '../../domain/intervals.ts';
import { priceStep } from '../../domain/orderFigures.ts';
import type { PriceDigits } from '../../domain/satoshi.ts';
import { provideSketches } from '../../machines/sketches/sketches.actors.ts';
import type { SketchesRef } from '../../machines/sketches/sketches.machine.ts';
import { usePalette } from '../kit/usePreference.ts';
import { useRead } from '../kit/useRead.ts';
import { useProvided } from '../kit/useScreenActor.ts';
import type { Surface } from './drawing.ts';
import { drawSketches } from './drawSketches.ts';

interface ChartOptions {
  /** Null until the chart is there. */
  readonly surface: Surface | null;
  /** BASE-QUOTE; the actor is that of the first one. */
  readonly pair: string;
  readonly interval: Interval;
  readonly digits: PriceDigits;
}

/** The drawings of a pair, in its chart. */
export function useSketches({ surface, pair, interval, digits }: ChartOptions) {
  const { palette } = usePalette();
  const { data: settings } = useRead('pairSettings', { pair });
  const ref: SketchesRef = useActorRef(useProvided(provideSketches), { input: { pair } });
  const { minPriceIncrement, pricePrecision } = settings ?? {};
  // Settings that are read again are another object; what is held would be lost.
  const step = useMemo(
    () =>
      minPriceIncrement === undefined || pricePrecision === undefined
        ? null
        : priceStep({ minPriceIncrement, pricePrecision }),
    [minPriceIncrement, pricePrecision],
  );
  // A layout effect: it must end before the chart is removed.
  useLayoutEffect(
    () => (surface ? drawSketches(surface, ref, { interval, digits, step }) : undefined),
    // The colours are those of the palette.
    // oxlint-disable-next-line react/exhaustive-deps
    [surface, ref, interval, digits, step, palette],
  );
  const { value, context } = useSelector(ref, (snapshot) => snapshot);
  return { ref, value, context, hasStep: step !== null };
}
