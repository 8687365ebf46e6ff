import type { ISeriesApi, UTCTimestamp } from 'lightweight-charts';
import type { PriceDigits } from '../../domain/satoshi.ts';
import type { Interval } from '../../domain/intervals.ts';
import { priceFormat, type Surface } from './drawing.ts';
import { INDICATORS, readIndicator, type Indicator, type Reading } from './indicators.ts';
import { createLineView, type LinePoint } from './lineSeries.ts';

export interface IndicatorOptions {
  readonly shown: readonly { readonly indicator: Indicator; readonly length: number | undefined }[];
  readonly interval: Interval;
  readonly digits: PriceDigits;
  readonly strengthName: string;
}

/** Of the index of relative strength, which runs from 0 to 100 in a pane of its own. */
const STRENGTH_LEVELS = [30, 70];
const STRENGTH_RANGE = { priceRange: { minValue: 0, maxValue: 100 } };
const [PRICE_PANE, STRENGTH_PANE] = [0, 1];
const PRICE_SHARE = 3;

const toPoint = ({ time, height }: Reading): LinePoint | { time: UTCTimestamp } =>
  height === null ? { time: time as UTCTimestamp } : { time: time as UTCTimestamp, height };

/** The canvas cannot read CSS variables itself. */
const tokenOf = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function addLine(
  { chart, candles }: Surface,
  indicator: Indicator,
  { digits, strengthName }: IndicatorOptions,
) {
  // The library's own defaults of all kinds of series would load with the page.
  const isStrength = indicator === 'rsi14';
  // Up to five labels of lines would lie over the figures of the price scale.
  const common = { ...candles.options(), color: '', priceLineVisible: false, lastValueVisible: isStrength };
  const line = chart.addCustomSeries(
    createLineView(common),
    {
      color: tokenOf(`--line-${INDICATORS.indexOf(indicator) + 1}`),
      ...(isStrength
        ? {
            title: strengthName,
            priceFormat: { type: 'price' as const, precision: 1, minMove: 0.1 },
            autoscaleInfoProvider: () => STRENGTH_RANGE,
          }
        : { priceFormat: priceFormat(digits) }),
    },
    isStrength ? STRENGTH_PANE : PRICE_PANE,
  );
  if (isStrength) {
    for (const level of STRENGTH_LEVELS)
      line.createPriceLine({
        price: level,
        color: tokenOf('--outline'),
        lineWidth: 1,
        lineStyle: common.priceLineStyle,
        axisLabelVisible: false,
      });
    chart.panes()[PRICE_PANE]?.setStretchFactor(PRICE_SHARE);
    chart.panes()[STRENGTH_PANE]?.setStretchFactor(1);
  }
  return line;
}

/** @returns a function that takes them away */
export function drawIndicators(surface: Surface, options: IndicatorOptions): () => void {
  const lines = options.shown.map(({ indicator, length }) => ({
    indicator,
    length,
    line: addLine(surface, indicator, options) as ISeriesApi<'Custom'>,
  }));
  const end = surface.follow((bars, news) => {
    for (const { indicator, length, line } of lines) {
      const points = readIndicator(indicator, bars, options.interval, length).map(toPoint);
      if (news === null) line.setData(points);
      else for (const point of points.slice(points.length - news)) line.update(point);
    }
  });
  return () => {
    end();
    for (const { line } of lines) surface.chart.removeSeries(line);
  };
}
