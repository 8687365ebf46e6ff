import { merged } from './bars.ts';
import { barStart, type CandleRecord } from './types.ts';

/** A fill as bars see it; amounts in units of 10^-8. */
export interface Tick {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly price: bigint;
  readonly quantity: bigint;
  /** Quote coin. */
  readonly value: bigint;
}

/** What is kept in memory, in minutes: a day and what the day before lends to it. */
const MINUTES_KEPT = 26 * 60;

/**
 * The minutes of the last day of one pair, the open one included. Everything that moves (the open bar of each
 * frame, the 24 hour figures) is computed from these, so that reading it costs the database nothing.
 */
export interface Recent {
  /** In order of time. */
  readonly bars: readonly CandleRecord[];
  /** Takes minutes from the table; they must be older than those that are there. */
  restore(bars: readonly CandleRecord[]): void;
  add(tick: Tick): void;
  /** Minutes that are over by `end` (epoch seconds) and were not handed out since they last changed. */
  takeClosed(end: number): CandleRecord[];
  /** Says that handed-out minutes could not be stored: they are handed out again. */
  giveBack(bars: readonly CandleRecord[]): void;
  /** Whether minutes that opened before `end` still wait to be stored. */
  hasUnstored(end: number): boolean;
}

export function createRecent(): Recent {
  let bars: CandleRecord[] = [];
  const unstored = new Set<number>();

  function indexOf(time: number): number {
    // Nearly always the last one; a trade that comes late is looked for from the end.
    let index = bars.length - 1;
    while (index >= 0 && (bars[index]?.time ?? 0) > time) index -= 1;
    return index;
  }

  return {
    get bars() {
      return bars;
    },
    restore(older) {
      bars = [...older, ...bars].slice(-MINUTES_KEPT);
    },
    add({ at, price, quantity, value }) {
      const time = barStart(at / 1000, 'minute');
      const tick = {
        time,
        open: price,
        high: price,
        low: price,
        close: price,
        volume: quantity,
        quoteVolume: value,
      };
      const index = indexOf(time);
      const bar = bars[index];
      if (bar?.time === time) bars[index] = merged(bar, tick);
      else bars.splice(index + 1, 0, tick);
      if (bars.length > MINUTES_KEPT + 60) bars = bars.slice(-MINUTES_KEPT);
      unstored.add(time);
    },
    takeClosed(end) {
      const closed = bars.filter(({ time }) => unstored.has(time) && time + 60 <= end);
      for (const { time } of closed) unstored.delete(time);
      return closed;
    },
    giveBack(returned) {
      for (const { time } of returned) unstored.add(time);
    },
    hasUnstored: (end) => [...unstored].some((time) => time < end),
  };
}
