import type { ISeriesApi } from 'lightweight-charts';
import { useLayoutEffect } from 'react';
import type { PriceDigits } from '../../domain/satoshi.ts';
import type { Candle } from '../../domain/intervals.ts';
import { usePalette } from '../kit/usePreference.ts';
import { PRICE_SERIES, priceFormat, themeColours, toCandle, type Surface } from './drawing.ts';

type Kind = keyof typeof PRICE_SERIES;

interface PriceSeriesProps {
  readonly surface: Surface;
  readonly kind: Kind;
  readonly digits: PriceDigits;
}

/** For every kind of series: a line reads the value, bars the rest. */
function toPoint(bar: Candle) {
  const candle = toCandle(bar);
  return { ...candle, value: candle.close };
}

/** @returns a function that takes the series away */
function drawPrices({ chart, follow }: Surface, kind: Kind, digits: PriceDigits): () => void {
  const { up, down, line, fill } = themeColours();
  // The price line and its label are those of the candles.
  const common = { priceFormat: priceFormat(digits), priceLineVisible: false, lastValueVisible: false };
  const stroke = { ...common, lineWidth: 2 as const };
  const add = {
    bars: () =>
      chart.addSeries(PRICE_SERIES.bars, { ...common, upColor: up, downColor: down, thinBars: false }),
    line: () => chart.addSeries(PRICE_SERIES.line, { ...stroke, color: line }),
    area: () =>
      chart.addSeries(PRICE_SERIES.area, { ...stroke, lineColor: line, topColor: fill, bottomColor: fill }),
  };
  const series = add[kind]() as ISeriesApi<'Bar' | 'Line' | 'Area'>;
  const end = follow((bars, news) => {
    if (news === null) series.setData(bars.map(toPoint));
    else for (const bar of bars.slice(bars.length - news)) series.update(toPoint(bar));
  });
  return () => {
    end();
    chart.removeSeries(series);
  };
}

/** Bars, a line or an area in the place of candles (CHART-19). */
export function PriceSeries({ surface, kind, digits }: PriceSeriesProps) {
  const { palette } = usePalette();
  // A layout effect: it must end before the chart is removed.
  useLayoutEffect(
    () => drawPrices(surface, kind, digits),
    // The colours are those of the palette.
    // oxlint-disable-next-line react/exhaustive-deps
    [surface, kind, digits, palette],
  );
  // The candles stay, because the library's scale and the drawings hang on them.
  useLayoutEffect(() => {
    surface.hideCandles(true);
    return () => surface.hideCandles(false);
  }, [surface]);
  return null;
}
