import { merged } from './bars.ts';
import { barStart, type CandleRecord } from './types.ts';

/** Units of 10^-8, epoch milliseconds. A trade that does not count has a quantity and value of 0 (LEDGER-05). */
export interface Tick {
  readonly at: number;
  readonly price: bigint;
  readonly quantity: bigint;
  /** Quote coin. */
  readonly value: bigint;
}

/** A day, and two hours before it. */
const MINUTES_KEPT = 26 * 60;

/** Open bars and 24 hour figures are computed from these minutes without the database. */
export interface Recent {
  /** In order of time. */
  readonly bars: readonly CandleRecord[];
  restore(bars: readonly CandleRecord[]): void;
  add(tick: Tick): void;
  /** Minutes that ended by `end` (epoch seconds) and changed since the last call. */
  takeClosed(end: number): CandleRecord[];
  /** Takes back minutes that could not be stored. */
  giveBack(bars: readonly CandleRecord[]): void;
  hasUnstored(end: number): boolean;
}

export function createRecent(): Recent {
  let bars: CandleRecord[] = [];
  const unstored = new Set<number>();

  function indexOf(time: number): number {
    // Searched from the end, as nearly all trades belong to the last minute.
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
