import { useState, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepthPoint } from '../../domain/depth.ts';
import { formatPrice, formatVolume } from '../../domain/format.ts';
import type { Pair } from '../../domain/market.ts';
import { useLinkStatus } from '../trade/useLastPrice.ts';
import { toHeight } from './heights.ts';
import { useDepth } from './useDepth.ts';
import { Grouped } from '../kit/Figure.tsx';
import classes from './DepthView.module.css';

interface DepthViewProps {
  readonly id: string;
  readonly pair: Pair;
  readonly digits: number;
}

/** Of the drawing; it is stretched to the room that there is. */
const [WIDTH, HEIGHT] = [1000, 100];

const heightOf = (point: DepthPoint): number => toHeight(point.price);
const sizeOf = (point: DepthPoint): number => toHeight(point.total);

/** How much the book holds up to each price (CHART-17). */
export function DepthView({ id, pair, digits }: DepthViewProps) {
  const { t } = useTranslation('trade');
  const points = useDepth(pair.symbol);
  const link = useLinkStatus();
  /** The price that is looked at; the levels around it come and go. */
  const [looked, setLooked] = useState<string | null>(null);
  const [first, last] = [points?.[0], points?.at(-1)];
  if (!points || !first || !last)
    return (
      <div id={id} className={classes.depth}>
        <p className={classes.said}>{t(points === null ? 'book.loading' : 'book.none')}</p>
      </div>
    );
  const scale = scaleOf(points);
  const bestAsk = points.findIndex(({ side }) => side === 'ask');
  const start = bestAsk < 0 ? points.length - 1 : bestAsk;
  const index = looked === null ? start : nearest(points, toHeight(looked));
  const point = points[index] ?? last;
  const said = t(`chart.depth.${point.side}`, {
    price: formatPrice(point.price, digits),
    total: formatVolume(point.total),
    ...pair,
  });

  function look(event: PointerEvent<HTMLElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const found = points?.[nearest(points, scale.heightAt((event.clientX - left) / width))];
    if (found) setLooked(found.price);
  }
  return (
    <div id={id} className={classes.depth} data-link={link}>
      <p className={classes.said} data-side={point.side}>
        {/* What lies there is that of the moment when the connection was lost. */}
        {link !== 'connected' && <strong role="status">{t(`header.link.${link}`)} </strong>}
        <Grouped text={said} />
      </p>
      <div className={classes.plot} onPointerMove={look} onPointerDown={look}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {(['bid', 'ask'] as const).map((side) => (
            <path key={side} data-side={side} d={areaOf(points, side, scale)} />
          ))}
          <path className={classes.cursor} d={`M${scale.x(point)} 0V${HEIGHT}`} />
        </svg>
        <input
          type="range"
          className={classes.levels}
          aria-label={t('chart.depth.level')}
          aria-valuetext={said}
          min={0}
          max={points.length - 1}
          value={index}
          onChange={({ currentTarget }) => setLooked(points[Number(currentTarget.value)]?.price ?? null)}
        />
      </div>
      <p className={classes.ends} translate="no">
        <span>
          <Grouped text={formatPrice(first.price, digits)} />
        </span>
        <span>
          <Grouped text={formatPrice(last.price, digits)} />
        </span>
      </p>
    </div>
  );
}

interface Scale {
  readonly x: (point: DepthPoint) => number;
  readonly y: (point: DepthPoint) => number;
  /** @param share of the width */
  readonly heightAt: (share: number) => number;
}

function scaleOf(points: readonly DepthPoint[]): Scale {
  const heights = points.map(heightOf);
  const low = Math.min(...heights);
  const span = Math.max(...heights) - low || 1;
  const most = Math.max(...points.map(sizeOf));
  return {
    x: (point) => ((heightOf(point) - low) / span) * WIDTH,
    y: (point) => HEIGHT - (sizeOf(point) / most) * HEIGHT,
    heightAt: (share) => low + share * span,
  };
}

function nearest(points: readonly DepthPoint[], height: number): number {
  const distances = points.map((point) => Math.abs(heightOf(point) - height));
  return distances.indexOf(Math.min(...distances));
}

/** Stairs from the best price outwards. */
function areaOf(points: readonly DepthPoint[], side: DepthPoint['side'], { x, y }: Scale): string {
  const own = points.filter((point) => point.side === side);
  const stairs = side === 'bid' ? own.toReversed() : own;
  const [best, worst] = [stairs[0], stairs.at(-1)];
  if (!best || !worst) return '';
  const steps = stairs.map((point) => `H${x(point)}V${y(point)}`).join('');
  return `M${x(best)} ${HEIGHT}${steps}H${side === 'bid' ? 0 : WIDTH}V${HEIGHT}Z`;
}
