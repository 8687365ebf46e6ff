import {
  type DecimalText,
  add,
  compare,
  decimal,
  isPositive,
  larger,
  smaller,
  toText,
} from '../../domain/decimal.ts';
import { barStart, intervalRules, type Interval, type Candle } from '../../domain/intervals.ts';

/**
 * Candles as they came, made fit to draw (CHART-04): oldest first, one per time (the last that came wins), none that
 * closed at 0 or less.
 */
export function tidyCandles(candles: readonly Candle[]): Candle[] {
  const byTime = new Map<number, Candle>();
  for (const candle of candles) byTime.set(candle.time, candle);
  return [...byTime.values()]
    .filter((candle) => isPositive(decimal(candle.close)))
    .sort((a, b) => a.time - b.time);
}

/**
 * Builds the bars of an interval from tidy candles of its frame, exactly: no figure is rounded.
 * A bar without trades does not exist; nothing is filled in.
 */
export function aggregateCandles(candles: readonly Candle[], interval: Interval): Candle[] {
  const bars: Candle[] = [];
  for (const candle of candles) {
    const time = barStart(candle.time, interval);
    const bar = bars.at(-1);
    if (bar?.time === time) bars[bars.length - 1] = extended(bar, candle);
    else bars.push({ ...candle, time });
  }
  return bars;
}

function extended(bar: Candle, next: Candle): Candle {
  return {
    time: bar.time,
    open: bar.open,
    high: toText(larger(decimal(bar.high), decimal(next.high))),
    low: toText(smaller(decimal(bar.low), decimal(next.low))),
    close: next.close,
    volume: toText(add(decimal(bar.volume), decimal(next.volume))),
  };
}

/** Both lists as one, oldest first. Where both have a bar, the one read later (`fresh`) wins. */
export function mergeBars(known: readonly Candle[], fresh: readonly Candle[]): Candle[] {
  return tidyCandles([...known, ...fresh]);
}

/** Whether no bar is missing between the known bars and whole ones of a stream. */
export function isNextTo(known: readonly Candle[], pushed: readonly Candle[]): boolean {
  const [last, first] = [known.at(-1), pushed[0]];
  return first !== undefined && (last === undefined || last.time >= first.time);
}

/** The known bars with those of a stream in the place of the last one and after it. */
export function withNewest(known: readonly Candle[], pushed: readonly Candle[]): readonly Candle[] {
  const last = known.at(-1)?.time ?? 0;
  const fresh = pushed.filter(({ time }) => time >= last);
  return fresh.length === 0 ? known : [...known.slice(0, -1), ...fresh];
}

/**
 * The bars with the last price in the bar of now, which is read again minutes later only (CHART-07). A price that is
 * new in the interval after the last bar opens the next one.
 * @param now epoch seconds.
 */
export function withLastPrice(
  bars: readonly Candle[],
  price: DecimalText | null,
  interval: Interval,
  now: number,
): readonly Candle[] {
  const last = bars.at(-1);
  if (!last || price === null || compare(decimal(price), decimal(last.close)) === 0) return bars;
  const time = barStart(now, interval);
  const tick = { open: price, high: price, low: price, close: price, volume: '0' };
  if (time === last.time) return [...bars.slice(0, -1), extended(last, { ...tick, time })];
  return time === last.time + intervalRules(interval).seconds ? [...bars, { ...tick, time }] : bars;
}
