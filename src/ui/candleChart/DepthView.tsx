import { UnstyledButton } from '@mantine/core';
import { useState, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepthPoint } from '../../domain/depth.ts';
import { formatPrice, formatVolume } from '../../domain/format.ts';
import { barePrice, type PriceDigits, priceUnit } from '../../domain/satoshi.ts';
import type { Pair } from '../../domain/market.ts';
import { useLinkStatus } from '../trade/useLastPrice.ts';
import { toHeight, toLabel } from './heights.ts';
import { useDepth } from './useDepth.ts';
import { Grouped } from '../kit/Figure.tsx';
import tools from './CandleChart.module.css';
import classes from './DepthView.module.css';

interface DepthViewProps {
  readonly id: string;
  readonly pair: Pair;
  readonly digits: PriceDigits;
}

/** Size of the drawing; it is stretched to the room that there is. */
const [WIDTH, HEIGHT] = [1000, 100];

const heightOf = (point: DepthPoint): number => toHeight(point.price);
const sizeOf = (point: DepthPoint): number => toHeight(point.total);

/** How many times the view is narrower than all that the book holds. */
const ZOOMS = [1, 2, 4, 8] as const;
const LINES = [0.25, 0.5, 0.75] as const;

/** How much the book holds up to each price (CHART-17). */
export function DepthView({ id, pair, digits }: DepthViewProps) {
  const { t } = useTranslation('trade');
  const all = useDepth(pair.symbol);
  const link = useLinkStatus();
  /** The price that is looked at; the levels around it come and go. */
  const [looked, setLooked] = useState<string | null>(null);
  const [zoom, setZoom] = useState(0);
  const scale = scaleOf(all ?? [], ZOOMS[zoom] ?? 1);
  const { points } = scale;
  const last = points.at(-1);
  if (!last)
    return (
      <div id={id} className={classes.depth}>
        <p className={classes.said}>{t(all === null ? 'book.loading' : 'book.none')}</p>
      </div>
    );
  const bestAsk = points.findIndex(({ side }) => side === 'ask');
  const start = bestAsk < 0 ? points.length - 1 : bestAsk;
  const index = looked === null ? start : nearest(points, toHeight(looked));
  const point = points[index] ?? last;
  const said = t(`chart.depth.${point.side}`, {
    price: barePrice(point.price, digits),
    total: formatVolume(point.total),
    base: pair.base,
    quote: priceUnit(pair.quote, digits),
  });

  function look(event: PointerEvent<HTMLElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const found = points[nearest(points, scale.heightAt((event.clientX - left) / width))];
    if (found) setLooked(found.price);
  }
  return (
    <div id={id} className={classes.depth} data-link={link}>
      <p className={classes.said} data-side={point.side}>
        {/* These values are from the moment when the connection was lost. */}
        {link !== 'connected' && <strong role="status">{t(`header.link.${link}`)} </strong>}
        <Grouped text={said} />
      </p>
      <div className={classes.zoom}>
        {([-1, 1] as const).map((step) => (
          <UnstyledButton
            key={step}
            className={tools.toggle ?? ''}
            aria-label={t(step < 0 ? 'chart.depth.wider' : 'chart.depth.closer')}
            disabled={ZOOMS[zoom + step] === undefined}
            onClick={() => setZoom(zoom + step)}
          >
            {step < 0 ? '−' : '+'}
          </UnstyledButton>
        ))}
        <span translate="no">{`± ${formatPrice(toLabel(scale.percent), 2)} %`}</span>
      </div>
      <div className={classes.plot} onPointerMove={look} onPointerDown={look}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path
            className={classes.grid}
            d={`${LINES.map((share) => `M0 ${share * HEIGHT}H${WIDTH}`).join('')}M${WIDTH / 2} 0V${HEIGHT}`}
          />
          {(['bid', 'ask'] as const).map((side) => (
            <path key={side} data-side={side} d={areaOf(points, side, scale)} />
          ))}
          <path className={classes.cursor} d={`M${scale.x(point)} 0V${HEIGHT}`} />
        </svg>
        {/* Invisible over the plot: only its keys and its name are used. */}
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
      <ol className={classes.sizes} translate="no" aria-hidden="true">
        {LINES.map((share) => (
          <li key={share}>{formatVolume(scale.sizeAt(1 - share))}</li>
        ))}
      </ol>
      <p className={classes.prices} translate="no">
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span key={share}>
            <Grouped text={barePrice(toLabel(scale.heightAt(share)), digits)} />
          </span>
        ))}
      </p>
    </div>
  );
}

interface Scale {
  /** That are in view. */
  readonly points: readonly DepthPoint[];
  /** From the middle to either edge. */
  readonly percent: number;
  readonly x: (point: DepthPoint) => number;
  readonly y: (point: DepthPoint) => number;
  /** @param share of the width */
  readonly heightAt: (share: number) => number;
  /** @param share of the height, from below */
  readonly sizeAt: (share: number) => string;
}

/** The mid price is in the middle. */
function scaleOf(all: readonly DepthPoint[], zoom: number): Scale {
  const ask = all.findIndex(({ side }) => side === 'ask');
  const best = [all[ask - 1], all[ask]].flatMap((point) => point ?? []).concat(ask < 0 ? all.slice(-1) : []);
  const middle = best.reduce((sum, point) => sum + heightOf(point) / best.length, 0);
  const farthest = Math.max(0, ...all.map((point) => Math.abs(heightOf(point) - middle)));
  const reach = farthest / zoom || 1;
  const points = all.filter((point) => Math.abs(heightOf(point) - middle) <= reach);
  const most = Math.max(0, ...points.map(sizeOf)) || 1;
  return {
    points,
    percent: middle === 0 ? 0 : (reach / middle) * 100,
    x: (point) => ((heightOf(point) - middle) / reach + 1) * (WIDTH / 2),
    y: (point) => HEIGHT - (sizeOf(point) / most) * HEIGHT,
    heightAt: (share) => middle + (2 * share - 1) * reach,
    sizeAt: (share) => toLabel(most * share),
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
