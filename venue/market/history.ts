import { type PairModel, PAIR_MODELS, onIncrement, onTick, QUOTIENTS } from './model.ts';
import { createRandom, type Random } from '../random.ts';
import type { TradeRecord } from '../exchange.ts';
import { aggregate } from './bars.ts';
import { amountText } from './figures.ts';
import { barStart, type CandleRecord, type Frame, FRAME_LENGTH, UNIT_SCALE } from './types.ts';

/** Candles of a new sandbox, from a seed. Hours are made of minutes and days of hours. */

export const HISTORY_DAYS: Readonly<Record<Frame, number>> = { minute: 9, hour: 62, day: 200 };

const STEPS: Readonly<Record<Frame, number>> = { minute: 4, hour: 12, day: 24 };

export interface HistoryPair {
  readonly symbol: string;
  /** Units of 10^-8, also of the increment. */
  readonly tick: bigint;
  readonly increment: bigint;
}

export type History = ReadonlyMap<string, Readonly<Record<Frame, readonly CandleRecord[]>>>;

/** @param now epoch seconds; bars that close later are not made. */
export function createHistory(pairs: readonly HistoryPair[], seed: string, now: number): History {
  const spans = spansUntil(now);
  const paths = new Map<string, Float64Array[]>();
  for (const { symbol } of pairs) {
    if (!(symbol in QUOTIENTS))
      paths.set(symbol, walk(modelOf(symbol), createRandom(`${seed}/history/${symbol}`), spans));
  }
  for (const [symbol, [base, quote]] of Object.entries(QUOTIENTS)) {
    const [top, bottom] = [paths.get(base), paths.get(quote)];
    if (!top || !bottom) continue;
    paths.set(
      symbol,
      top.map((prices, index) => prices.map((price, step) => price / (bottom[index]?.[step] ?? 1))),
    );
  }
  return new Map(
    pairs.flatMap((pair) => {
      const path = paths.get(pair.symbol);
      return path
        ? [[pair.symbol, framesOf(pair, path, spans, createRandom(`${seed}/volume/${pair.symbol}`))]]
        : [];
    }),
  );
}

function modelOf(symbol: string): PairModel {
  const found = PAIR_MODELS[symbol];
  if (!found) throw new Error(`nothing is known of the start for ${symbol}`);
  return found;
}

interface Span {
  readonly frame: Frame;
  readonly start: number;
  readonly bars: number;
}

/** Oldest first. Each begins at a bar of the coarser frame. */
function spansUntil(now: number): Span[] {
  const day = FRAME_LENGTH.day;
  const end = barStart(now, 'minute');
  const minutes = barStart(now, 'day') - HISTORY_DAYS.minute * day;
  const hours = barStart(now, 'day') - HISTORY_DAYS.hour * day;
  const days = barStart(now, 'day') - HISTORY_DAYS.day * day;
  return [
    { frame: 'day', start: days, bars: (hours - days) / day },
    { frame: 'hour', start: hours, bars: (minutes - hours) / FRAME_LENGTH.hour },
    { frame: 'minute', start: minutes, bars: (end - minutes) / FRAME_LENGTH.minute },
  ];
}

/** Backwards from today's price, so that trading continues from there. Reverts weakly to that price. */
function walk({ worth, daily }: PairModel, random: Random, spans: readonly Span[]): Float64Array[] {
  let logarithm = 0;
  return spans
    .toReversed()
    .map(({ frame, bars }) => {
      // One more, because a bar opens at the previous close.
      const prices = new Float64Array(bars * STEPS[frame] + 1);
      const fraction = FRAME_LENGTH[frame] / STEPS[frame] / FRAME_LENGTH.day;
      const deviation = daily * Math.sqrt(fraction);
      prices[prices.length - 1] = worth * Math.exp(logarithm);
      for (let index = prices.length - 2; index >= 0; index -= 1) {
        logarithm = logarithm * (1 - 0.02 * fraction) + deviation * random.normal();
        prices[index] = worth * Math.exp(logarithm);
      }
      return prices;
    })
    .toReversed();
}

function framesOf(
  pair: HistoryPair,
  path: readonly Float64Array[],
  spans: readonly Span[],
  random: Random,
): Record<Frame, CandleRecord[]> {
  const { turnover } = modelOf(pair.symbol);
  const [days = [], hours = [], minutes = []] = spans.map((span, index) =>
    barsOf(pair, path[index] ?? new Float64Array(1), span, turnover, random),
  );
  const allHours = [...hours, ...closed(aggregate(minutes, 'hour'), spans[2], 'hour')];
  return {
    minute: minutes,
    hour: allHours,
    day: [...days, ...closed(aggregate(allHours, 'day'), spans[2], 'day')],
  };
}

function closed(bars: CandleRecord[], span: Span | undefined, frame: Frame): CandleRecord[] {
  const end = (span?.start ?? 0) + (span?.bars ?? 0) * FRAME_LENGTH.minute;
  return bars.filter(({ time }) => time + FRAME_LENGTH[frame] <= end);
}

const ACTIVITY_TIME = 3 * FRAME_LENGTH.hour;

function dailyCycle(time: number, frame: Frame): number {
  if (frame === 'day') return 1;
  const dayPart = (time % FRAME_LENGTH.day) / FRAME_LENGTH.day;
  return 1 + 0.5 * Math.sin(2 * Math.PI * (dayPart - 0.375));
}

function barsOf(
  pair: HistoryPair,
  prices: Float64Array,
  span: Span,
  daily: number,
  random: Random,
): CandleRecord[] {
  const steps = STEPS[span.frame];
  const usual = (daily * FRAME_LENGTH[span.frame]) / FRAME_LENGTH.day;
  const bars: CandleRecord[] = [];
  const memory = Math.exp(-FRAME_LENGTH[span.frame] / ACTIVITY_TIME);
  let activity = 0;
  for (let bar = 0; bar < span.bars; bar += 1) {
    const time = span.start + bar * FRAME_LENGTH[span.frame];
    const open = onTick(prices[bar * steps] ?? 0, pair.tick);
    let [high, low, close] = [open, open, open];
    for (let step = 1; step <= steps; step += 1) {
      close = onTick(prices[bar * steps + step] ?? 0, pair.tick);
      if (close > high) high = close;
      if (close < low) low = close;
    }
    // Volume comes in bursts: when the price moves, in active hours, and by day.
    activity = memory * activity + Math.sqrt(1 - memory * memory) * 0.5 * random.normal();
    const burst =
      Math.exp(0.7 * random.normal() + activity) * (high === low ? 0.5 : 1) * dailyCycle(time, span.frame);
    const volume = onIncrement(usual * burst, pair.increment);
    const typical = (high + low + close) / 3n;
    bars.push({
      time,
      open,
      high,
      low,
      close,
      volume,
      quoteVolume: (volume * typical) / 10n ** BigInt(UNIT_SCALE),
    });
  }
  return bars;
}

/** One trade a minute, newest first, so that the tape adds up to the bars. Numbered below the first real trade. */
export const tradesOf = (pair: string, bars: readonly CandleRecord[]): TradeRecord[] =>
  bars
    .filter(({ volume }) => volume > 0n)
    .toReversed()
    .map(({ time, open, close, volume }, age) => ({
      id: `past-${pair}-${time}`,
      number: -1 - age,
      pair,
      price: amountText(close),
      quantity: amountText(volume),
      takerSide: close < open ? 'sell' : 'buy',
      isCounted: true,
      // So that no two are exactly a minute apart.
      at: new Date((time + 20 + (((time / FRAME_LENGTH.minute) * 17) % 40)) * 1000),
    }));
