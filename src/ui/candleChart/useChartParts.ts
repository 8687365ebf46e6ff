import { useSyncExternalStore } from 'react';
import { useApp } from '../kit/app.tsx';
import type { Indicator } from './indicators.ts';

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
}

/** Stored in this browser; other tabs follow at once. Only differences from the default are stored. */
export function useChartParts(): ChartParts {
  const { preferences } = useApp();
  const changed = useSyncExternalStore(preferences.listen, () => preferences.readList('chart_parts')).split(
    ' ',
  );
  return {
    isOn: (part) => ON_AT_FIRST.has(part) !== changed.includes(part),
    toggle: (part) => preferences.toggle('chart_parts', part),
  };
}
