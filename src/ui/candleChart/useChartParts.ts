import { useSyncExternalStore } from 'react';
import { useApp } from '../kit/app.tsx';
import { type Indicator, LENGTHS, readLength } from './indicators.ts';

/** Parts of the chart that can be switched on and off (CHART-10), in the order in which they are offered. */
export const CHART_PARTS = [
  'orders',
  'fills',
  'alerts',
  'volume',
  'logScale',
  'sma20',
  'sma50',
  'ema20',
  'ema50',
  'vwap',
  'rsi14',
] as const satisfies readonly (Indicator | 'orders' | 'fills' | 'alerts' | 'volume' | 'logScale')[];
export type ChartPart = (typeof CHART_PARTS)[number];

const ON_AT_FIRST: ReadonlySet<ChartPart> = new Set(['orders', 'fills', 'alerts', 'volume']);

export interface ChartParts {
  readonly isOn: (part: ChartPart) => boolean;
  readonly toggle: (part: ChartPart) => void;
  /** In bars; undefined where the part has none (CHART-21). */
  readonly lengthOf: (part: ChartPart) => number | undefined;
  readonly setLength: (part: ChartPart, length: number) => void;
}

/** Stored in this browser; other tabs follow at once. Only differences from the default are stored. */
export function useChartParts(): ChartParts {
  const { preferences } = useApp();
  const changed = useSyncExternalStore(preferences.listen, () => preferences.readList('chart_parts')).split(
    ' ',
  );
  // Such as `sma20:30`.
  const lengths = useSyncExternalStore(preferences.listen, () => preferences.readList('chart_lengths')).split(
    ' ',
  );
  const chosenOf = (part: ChartPart) => lengths.find((one) => one.startsWith(`${part}:`));
  return {
    lengthOf: (part) => LENGTHS[part] && (readLength(chosenOf(part)?.split(':')[1] ?? '') ?? LENGTHS[part]),
    setLength(part, length) {
      // As they are stored now: another tab may have changed them.
      const kept = preferences.readList('chart_lengths').split(' ');
      for (const one of kept) if (one.startsWith(`${part}:`)) preferences.toggle('chart_lengths', one);
      if (length !== LENGTHS[part]) preferences.toggle('chart_lengths', `${part}:${length}`);
    },
    isOn: (part) => ON_AT_FIRST.has(part) !== changed.includes(part),
    toggle: (part) => preferences.toggle('chart_parts', part),
  };
}
