import type { LogicalRange } from 'lightweight-charts';
import { Suspense, useLayoutEffect, useState } from 'react';
import type { PriceDigits } from '../../domain/satoshi.ts';
import type { Candle, Interval } from '../../domain/intervals.ts';
import type { Pair } from '../../domain/market.ts';
import { lazyPart } from '../kit/lazyPart.tsx';
import { useSession } from '../kit/useSession.ts';
import { useChoice, useHasAlerts } from '../kit/usePreference.ts';
import type { Surface } from './drawing.ts';
import { useChartParts } from './useChartParts.ts';
import { ViewPanel } from './ViewPanel.tsx';

const CandleTable = lazyPart(() => import('./CandleTable.tsx'), 'CandleTable');
const DepthView = lazyPart(() => import('./DepthView.tsx'), 'DepthView');
const OwnFills = lazyPart(() => import('./OwnFills.tsx'), 'OwnFills', { instead: 'nothing' });
const OwnLines = lazyPart(() => import('./OwnLines.tsx'), 'OwnLines', { instead: 'nothing' });
const PriceSeries = lazyPart(() => import('./PriceSeries.tsx'), 'PriceSeries', { instead: 'nothing' });
const Sketches = lazyPart(() => import('./Sketches.tsx'), 'Sketches', { words: 'draw', instead: 'nothing' });
const Indicators = lazyPart(() => import('./Indicators.tsx'), 'Indicators', { instead: 'nothing' });

/** At most one is open. */
export type ChartPanel = 'table' | 'depth' | 'draw' | 'view';

export interface ChartExtrasProps {
  readonly pair: Pair;
  readonly interval: Interval;
  /** Oldest first. */
  readonly bars: readonly Candle[];
  readonly digits: PriceDigits;
  readonly timeText: (time: number) => string;
  /** Null until the chart is there. */
  readonly surface: Surface | null;
  readonly panel: ChartPanel | null;
  readonly panelId: string;
  /** There are drawings, or there were, or there may soon be. */
  readonly isDrawing: boolean;
  readonly onClose: () => void;
}

/** Parts that most visitors never see; the chart loads them when one is needed. */
export function ChartExtras(props: ChartExtrasProps) {
  const { pair, interval, bars, digits, timeText, surface, panel, panelId, isDrawing, onClose } = props;
  const parts = useChartParts();
  const [kind] = useChoice('chartKind');
  const { isSignedIn } = useSession();
  const hasOrders = isSignedIn && parts.isOn('orders');
  const hasAlerts = useHasAlerts(pair.symbol) && parts.isOn('alerts');
  const range = useRange(surface);
  useScales(surface, parts.isOn('volume'), parts.isOn('logScale'));
  return (
    <Suspense>
      {surface && kind !== 'candles' && (
        // Its own, so that the list stays while it loads.
        <Suspense>
          <PriceSeries surface={surface} kind={kind} digits={digits} />
        </Suspense>
      )}
      {surface && <Indicators surface={surface} interval={interval} digits={digits} parts={parts} />}
      {surface && isSignedIn && parts.isOn('fills') && (
        <OwnFills surface={surface} pair={pair} interval={interval} />
      )}
      {surface && (hasOrders || hasAlerts) && (
        <OwnLines surface={surface} pair={pair} hasOrders={hasOrders} hasAlerts={hasAlerts} />
      )}
      {isDrawing && (
        // Its own, so that the rest stays while it loads.
        <Suspense>
          <Sketches
            surface={surface}
            pair={pair}
            interval={interval}
            bars={bars}
            digits={digits}
            panelId={panel === 'draw' ? panelId : null}
            onClose={onClose}
          />
        </Suspense>
      )}
      {panel === 'view' && <ViewPanel id={panelId} parts={parts} onClose={onClose} />}
      {panel === 'depth' && <DepthView id={panelId} pair={pair} digits={digits} />}
      {panel === 'table' && (
        <CandleTable id={panelId} bars={inView(bars, range)} digits={digits} timeText={timeText} />
      )}
    </Suspense>
  );
}

const [LINEAR, LOGARITHMIC] = [0, 1];
/** Shares of the height below the candles, with and without volumes there. */
const [ROOM_FOR_VOLUMES, LITTLE_ROOM] = [0.24, 0.04];

function useScales(surface: Surface | null, hasVolumes: boolean, isLogarithmic: boolean): void {
  // The chart is the library's: it is told.
  useLayoutEffect(() => {
    surface?.volumes.applyOptions({ visible: hasVolumes });
    surface?.candles.priceScale().applyOptions({
      // The library's names for them would load with the page.
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
      mode: isLogarithmic ? LOGARITHMIC : LINEAR,
      scaleMargins: { top: LITTLE_ROOM, bottom: hasVolumes ? ROOM_FOR_VOLUMES : LITTLE_ROOM },
    });
  }, [surface, hasVolumes, isLogarithmic]);
}

/** Positions of the first and last bar in view; fractions and values beyond the ends are possible. */
function useRange(surface: Surface | null): LogicalRange | null {
  const [range, setRange] = useState<LogicalRange | null>(null);
  useLayoutEffect(() => {
    const scale = surface?.chart.timeScale();
    if (!scale) return undefined;
    const read = (): void => setRange(scale.getVisibleLogicalRange());
    read();
    scale.subscribeVisibleLogicalRangeChange(read);
    return () => scale.unsubscribeVisibleLogicalRangeChange(read);
  }, [surface]);
  return range;
}

function inView<T>(bars: readonly T[], range: LogicalRange | null): readonly T[] {
  if (range === null) return bars;
  return bars.slice(Math.max(0, Math.ceil(range.from)), Math.max(0, Math.floor(range.to)) + 1);
}
