import type { DecimalText } from '../../src/domain/decimal.ts';

export const UNIT_SCALE = 8;

/** Amounts in units of 10^-8, `quoteVolume` in quote coin; `time` is the opening time in epoch seconds. */
export interface CandleRecord {
  readonly time: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  readonly volume: bigint;
  readonly quoteVolume: bigint;
}

export type Frame = 'minute' | 'hour' | 'day';

/** Seconds. */
export const FRAME_LENGTH: Readonly<Record<Frame, number>> = { minute: 60, hour: 3600, day: 86_400 };

/** Null where nothing was traded yet. */
export interface MarketFigures {
  readonly lastPrice: DecimalText | null;
  /** Signed, two digits. */
  readonly percentChange: DecimalText | null;
  readonly baseVolume: DecimalText;
  readonly quoteVolume: DecimalText;
  readonly high: DecimalText | null;
  readonly low: DecimalText | null;
  readonly lowestAsk: DecimalText | null;
  readonly highestBid: DecimalText | null;
}

/** Opening time of the bar that contains `seconds`, in UTC. */
export function barStart(seconds: number, frame: Frame): number {
  return Math.floor(seconds / FRAME_LENGTH[frame]) * FRAME_LENGTH[frame];
}
