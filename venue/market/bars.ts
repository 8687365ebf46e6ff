import { barStart, type CandleRecord, type Frame, FRAME_LENGTH } from './types.ts';

/** @param bars in order of time. */
export function aggregate(bars: Iterable<CandleRecord>, frame: Frame): CandleRecord[] {
  const result: CandleRecord[] = [];
  let current: CandleRecord | undefined;
  for (const bar of bars) {
    const time = barStart(bar.time, frame);
    if (current && current.time === time) current = merged(current, bar);
    else {
      if (current) result.push(current);
      current = { ...bar, time };
    }
  }
  if (current) result.push(current);
  return result;
}

export function merged(bar: CandleRecord, next: CandleRecord): CandleRecord {
  return {
    time: bar.time,
    open: bar.open,
    high: bar.high > next.high ? bar.high : next.high,
    low: bar.low < next.low ? bar.low : next.low,
    close: next.close,
    volume: bar.volume + next.volume,
    quoteVolume: bar.quoteVolume + next.quoteVolume,
  };
}

function flat(time: number, close: bigint): CandleRecord {
  return { time, open: close, high: close, low: close, close, volume: 0n, quoteVolume: 0n };
}

/** Fills gaps with the last close and volume 0. Epoch seconds. @param bars in order of time, also earlier ones. */
export function withoutGaps(
  bars: readonly CandleRecord[],
  frame: Frame,
  start: number,
  stop: number,
): CandleRecord[] {
  const length = FRAME_LENGTH[frame];
  const result: CandleRecord[] = [];
  let close: bigint | undefined;
  let time = Math.ceil(start / length) * length;
  const fillTo = (end: number): void => {
    if (close === undefined) return;
    for (; time < end; time += length) result.push(flat(time, close));
  };
  for (const bar of bars) {
    if (bar.time > stop) break;
    if (bar.time >= start) {
      fillTo(bar.time);
      result.push(bar);
      time = bar.time + length;
    }
    close = bar.close;
  }
  fillTo(stop + 1);
  return result;
}
