import type { DecimalText } from './decimal.ts';

/** One bar. `time` is the epoch second at which it opens, UTC. */
export interface Candle {
  readonly time: number;
  readonly open: DecimalText;
  readonly high: DecimalText;
  readonly low: DecimalText;
  readonly close: DecimalText;
  /** In base coin. */
  readonly volume: DecimalText;
}

export type CandleFrame = 'minute' | 'hour' | 'day';
