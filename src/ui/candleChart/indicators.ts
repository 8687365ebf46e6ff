/** Figures derived from the bars, as heights to draw; none of them is an amount. */
import { EMA, RSI, SMA, VWAP } from 'trading-signals';
import { intervalRules, type Candle, type Interval } from '../../domain/intervals.ts';
import { toHeight } from './heights.ts';

export const INDICATORS = ['sma20', 'sma50', 'ema20', 'ema50', 'vwap', 'rsi14'] as const;
export type Indicator = (typeof INDICATORS)[number];

export interface Reading {
  readonly time: number;
  /** Null while too few bars lie before it. */
  readonly height: number | null;
}

type Meter = (bar: Candle) => number | null;

const DAY = 86_400;
const YEAR_LETTERS = 4;

/** A meter that reads closing heights, once it has seen as many bars as it needs. */
function ofCloses(meter: SMA | EMA | RSI): Meter {
  return ({ close }) => {
    const height = meter.add(toHeight(close));
    return meter.isStable ? height : null;
  };
}

/** Begins anew with each UTC day; where a bar is a day or more, with each year (CHART-13). */
function anchoredAverage(interval: Interval): Meter {
  const isIntraday = intervalRules(interval).seconds < DAY;
  const anchorOf = (time: number): number | string =>
    isIntraday ? Math.floor(time / DAY) : new Date(time * 1000).toISOString().slice(0, YEAR_LETTERS);
  let anchor: number | string | null = null;
  let meter = new VWAP();
  return (bar) => {
    const next = anchorOf(bar.time);
    if (next !== anchor) meter = new VWAP();
    anchor = next;
    const [high, low, close, volume] = [bar.high, bar.low, bar.close, bar.volume].map(toHeight) as [
      number,
      number,
      number,
      number,
    ];
    meter.add({ high, low, close, volume });
    return meter.getResult();
  };
}

const METERS: Readonly<Record<Indicator, (interval: Interval) => Meter>> = {
  sma20: () => ofCloses(new SMA(20)),
  sma50: () => ofCloses(new SMA(50)),
  ema20: () => ofCloses(new EMA(20)),
  ema50: () => ofCloses(new EMA(50)),
  vwap: anchoredAverage,
  rsi14: () => ofCloses(new RSI(14)),
};

/** @param bars oldest first @returns one for each bar */
export function readIndicator(
  indicator: Indicator,
  bars: readonly Candle[],
  interval: Interval,
): readonly Reading[] {
  const meter = METERS[indicator](interval);
  return bars.map((bar) => ({ time: bar.time, height: meter(bar) }));
}
