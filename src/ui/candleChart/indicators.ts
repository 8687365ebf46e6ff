/** Figures derived from the bars, as heights to draw; none of them is an amount. */
import { EMA, RSI, SMA, VWAP } from 'trading-signals';
import { intervalRules, type Candle, type Interval } from '../../domain/intervals.ts';
import { toHeight } from './heights.ts';

export const INDICATORS = ['sma20', 'sma50', 'ema20', 'ema50', 'vwap', 'rsi14'] as const;
export type Indicator = (typeof INDICATORS)[number];

/** In bars, until the user chooses another (CHART-21); one that is not here has no length. */
export const LENGTHS: Readonly<Partial<Record<string, number>>> = {
  sma20: 20,
  sma50: 50,
  ema20: 20,
  ema50: 50,
  rsi14: 14,
};
const [SHORTEST, LONGEST] = [2, 500];

/** The length that was typed, in bars; null where it is none. */
export function readLength(text: string): number | null {
  const length = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return length >= SHORTEST && length <= LONGEST ? length : null;
}

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

const METERS: Readonly<Record<Indicator, (length: number, interval: Interval) => Meter>> = {
  sma20: (length) => ofCloses(new SMA(length)),
  sma50: (length) => ofCloses(new SMA(length)),
  ema20: (length) => ofCloses(new EMA(length)),
  ema50: (length) => ofCloses(new EMA(length)),
  vwap: (_, interval) => anchoredAverage(interval),
  rsi14: (length) => ofCloses(new RSI(length)),
};

/**
 * @param bars oldest first
 * @param length in bars; the VWAP has none
 * @returns one for each bar
 */
export function readIndicator(
  indicator: Indicator,
  bars: readonly Candle[],
  interval: Interval,
  length = LENGTHS[indicator] ?? 0,
): readonly Reading[] {
  const meter = METERS[indicator](length, interval);
  return bars.map((bar) => ({ time: bar.time, height: meter(bar) }));
}
