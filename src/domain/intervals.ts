import type { DecimalText } from './decimal.ts';

/** One bar; `time` is the UTC epoch second at which it opens, `volume` in base coin. */
export interface Candle {
  readonly time: number;
  readonly open: DecimalText;
  readonly high: DecimalText;
  readonly low: DecimalText;
  readonly close: DecimalText;
  readonly volume: DecimalText;
}

export type CandleFrame = 'minute' | 'hour' | 'day';

/** Intervals as chosen and remembered (CHART-01): minutes as digits, `1D`, `1W`. */
export const INTERVALS = ['1', '5', '15', '30', '60', '240', '1D', '1W'] as const;
export type Interval = (typeof INTERVALS)[number];

export const DEFAULT_INTERVAL: Interval = '240';

interface IntervalRules {
  /** The frame to request, from which longer bars are built. Lengths are seconds, `polling` is milliseconds. */
  readonly frame: CandleFrame;
  readonly seconds: number;
  readonly window: number;
  readonly polling: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/**
 * Minute windows and polling follow CHART-02 and CHART-03. One request asks for 720 bars of 1h, 210 of 4h, two years of
 * days or five of weeks; older bars are read on scrolling back.
 */
const RULES: Readonly<Record<Interval, IntervalRules>> = {
  '1': { frame: 'minute', seconds: MINUTE, window: 5 * HOUR, polling: 15_000 },
  '5': { frame: 'minute', seconds: 5 * MINUTE, window: DAY, polling: 30_000 },
  '15': { frame: 'minute', seconds: 15 * MINUTE, window: 3 * DAY, polling: 60_000 },
  '30': { frame: 'minute', seconds: 30 * MINUTE, window: 7 * DAY, polling: 60_000 },
  '60': { frame: 'hour', seconds: HOUR, window: 30 * DAY, polling: 120_000 },
  '240': { frame: 'hour', seconds: 4 * HOUR, window: 35 * DAY, polling: 300_000 },
  '1D': { frame: 'day', seconds: DAY, window: 730 * DAY, polling: 600_000 },
  '1W': { frame: 'day', seconds: WEEK, window: 1826 * DAY, polling: 1_800_000 },
};

export const intervalRules = (interval: Interval): IntervalRules => RULES[interval];

export function readInterval(text: string | null): Interval {
  return INTERVALS.find((interval) => interval === text) ?? DEFAULT_INTERVAL;
}

/** Epoch second 0 was a Thursday, three days after a Monday. */
const MONDAY_SHIFT = 3 * DAY;

/** The UTC epoch second at which the bar that holds `time` opens. Weeks start on Monday (CHART-05). */
export function barStart(time: number, interval: Interval): number {
  const { seconds } = RULES[interval];
  const shift = interval === '1W' ? MONDAY_SHIFT : 0;
  return Math.floor((time + shift) / seconds) * seconds - shift;
}

/** Epoch seconds, both ends included. */
export interface CandleWindow {
  readonly start: number;
  readonly stop: number;
}

/** Begins at the start of a bar, so that the first bar is complete. */
export function latestWindow(interval: Interval, now: number): CandleWindow {
  return { start: atLeastEpoch(barStart(now - RULES[interval].window, interval)), stop: now };
}

/** Includes the last known bar, which may have been incomplete when it was read. */
export function newestWindow(interval: Interval, lastBar: number, now: number): CandleWindow {
  return { start: barStart(lastBar, interval), stop: Math.max(now, lastBar) };
}

export function olderWindow(interval: Interval, oldestBar: number): CandleWindow {
  const start = barStart(oldestBar - RULES[interval].window, interval);
  return { start: atLeastEpoch(start), stop: Math.max(0, oldestBar - 1) };
}

const atLeastEpoch = (time: number): number => Math.max(0, time);
