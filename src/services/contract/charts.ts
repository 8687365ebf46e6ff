import * as z from 'zod/mini';
import type { Candle } from '../../domain/intervals.ts';
import { type Decoder, decodeList, describedBy } from './decode.ts';
import { amountText, instant } from './values.ts';

export const chartBody = z.strictObject({
  frame: z.enum(['minute', 'hour', 'day']),
  pair: z.string().check(z.regex(/^[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$/, 'must be a pair like XMR-BTC')),
  /** Epoch seconds. */
  start_ts: z.int().check(z.nonnegative(), z.maximum(100_000_000_000)),
  stop_ts: z.int().check(z.nonnegative(), z.maximum(100_000_000_000)),
});

/** Positional: timestamp, high, low, volume, open, close (CHART-09). */
const candleAnswer = z.pipe(
  z.tuple([instant, amountText, amountText, amountText, amountText, amountText]),
  z.transform(([time, high, low, volume, open, close]): Candle => ({
    time: Math.floor(time / 1000),
    open,
    high,
    low,
    close,
    volume,
  })),
);

export interface CandleList {
  readonly candles: readonly Candle[];
  /** Whether records were left out because their time is no date (CHART-05). */
  readonly hasInvalidTime: boolean;
}

const decodeCandles = decodeList(candleAnswer, 'candles', 'items');

const LIST = { kind: 'list', schema: candleAnswer, keys: ['candles', 'data'] } as const;

export const decodeChart: Decoder<CandleList> = describedBy(LIST, (raw) => {
  const read = decodeCandles(raw);
  if (!read.ok) return read;
  const hasInvalidTime = read.faults.some(({ path }) => path.endsWith('.0'));
  return { ...read, value: { candles: read.value, hasInvalidTime } };
});
