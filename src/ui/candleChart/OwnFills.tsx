import type { IPrimitivePaneView, UTCTimestamp } from 'lightweight-charts';
import { useLayoutEffect } from 'react';
import { barStart, type Interval } from '../../domain/intervals.ts';
import type { Pair } from '../../domain/market.ts';
import { type Execution, OWN_ROWS } from '../../domain/order.ts';
import { usePalette } from '../kit/usePreference.ts';
import { useRead } from '../kit/useRead.ts';
import { hasMore, MOST, useLonger } from '../orderBook/useOwnPrices.ts';
import type { Surface } from './drawing.ts';
import { toHeight } from './heights.ts';

interface OwnFillsProps {
  readonly surface: Surface;
  readonly pair: Pair;
  readonly interval: Interval;
}

/** The user's trades as triangles in the canvas (CHART-15); the panel of own trades has them in words. */
export function OwnFills({ surface, pair, interval }: OwnFillsProps) {
  const { palette } = usePalette();
  const executions = useOwnExecutions(pair.symbol);
  // A layout effect: it must end before the chart is removed.
  useLayoutEffect(() => {
    const view = createView(surface, executions ?? [], interval);
    const primitive = { paneViews: () => [view] };
    surface.candles.attachPrimitive(primitive);
    return () => surface.candles.detachPrimitive(primitive);
    // The colours are those of the palette.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [surface, executions, interval, palette]);
  return null;
}

function useOwnExecutions(pair: string): readonly Execution[] | null {
  const query = { pair, skip: 0 };
  // As the panel of own trades reads it, so that both share one read.
  const newest = useRead('executions', { ...query, limit: OWN_ROWS });
  const all = useRead('executions', hasMore(newest) ? { ...query, limit: MOST } : null);
  return useLonger(newest, all);
}

/** In pixels. */
const [HALF_WIDTH, HEIGHT, EDGE] = [5, 8, 1];

/** The tip is at the price: from below for a buy, from above for a sell. */
function createView(
  { chart, candles }: Surface,
  executions: readonly Execution[],
  interval: Interval,
): IPrimitivePaneView {
  const style = getComputedStyle(document.documentElement);
  const marks = executions.flatMap(({ side, price, createdAt }) =>
    price === null || createdAt === null
      ? []
      : {
          time: barStart(Math.floor(createdAt / 1000), interval) as UTCTimestamp,
          height: toHeight(price),
          direction: side === 'buy' ? 1 : -1,
          colour: style.getPropertyValue(side === 'buy' ? '--up' : '--down').trim(),
        },
  );
  const edge = style.getPropertyValue('--text').trim();
  return {
    zOrder: () => 'top',
    renderer: () => ({
      draw(target) {
        target.useMediaCoordinateSpace(({ context }) => {
          context.lineWidth = EDGE;
          context.strokeStyle = edge;
          for (const { time, height, direction, colour } of marks) {
            const tip = [
              chart.timeScale().timeToCoordinate(time),
              candles.priceToCoordinate(height),
            ] as const;
            if (tip[0] === null || tip[1] === null) continue;
            // The middle of a pixel, so that edges are sharp.
            const [x, y] = [Math.round(tip[0]) + 0.5, Math.round(tip[1]) + 0.5];
            context.beginPath();
            context.moveTo(x, y);
            context.lineTo(x - HALF_WIDTH, y + direction * HEIGHT);
            context.lineTo(x + HALF_WIDTH, y + direction * HEIGHT);
            context.closePath();
            context.fillStyle = colour;
            context.fill();
            context.stroke();
          }
        });
      },
    }),
  };
}
