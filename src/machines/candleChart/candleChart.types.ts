import type { Candle, Interval } from '../../domain/intervals.ts';
import type { Failure } from '../../domain/failure.ts';

export interface CandleChartInput {
  /** BASE-QUOTE. A chart lives for one pair: another pair is another actor. */
  readonly pair: string;
  /** The remembered choice. */
  readonly interval: Interval;
}

export interface CandleChartContext {
  readonly pair: string;
  readonly interval: Interval;
  /** Oldest first, one per bar of the interval. */
  readonly bars: readonly Candle[];
  /** Epoch second from which on history was read; what lies before is not known yet. */
  readonly readFrom: number;
  /** Candles came at a time that no calendar holds: they cannot be drawn. */
  readonly hasInvalidTime: boolean;
  /** Windows in a row, going back, that held no candle at all. */
  readonly emptyWindows: number;
  /** First loads that failed in a row and were tried again by themselves. */
  readonly retries: number;
  /** Why there is no chart; null unless loading failed. */
  readonly failure: Failure | null;
  /** Why the newest bars could not be read; the bars on screen are older than they should be. */
  readonly newestFailure: Failure | null;
  /** Why older bars could not be read. */
  readonly olderFailure: Failure | null;
  readonly isPageVisible: boolean;
}

export type CandleChartEvent =
  | { readonly type: 'interval.chosen'; readonly interval: Interval }
  /** The left edge of what is known came into view, or the user asked for more. */
  | { readonly type: 'history.wanted' }
  | { readonly type: 'user.retry' }
  /** The bars are older than they should be, and the user does not want to wait for the next look. */
  | { readonly type: 'user.refresh' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.visible' };

/** Bars of one read, and where its window began. */
export interface BarsRead {
  readonly bars: readonly Candle[];
  /** Epoch second. */
  readonly from: number;
  /** Whether it brought candles at a time that no calendar holds. */
  readonly hasInvalidTime: boolean;
}

export interface LatestInput {
  readonly pair: string;
  readonly interval: Interval;
}

export interface NewestInput extends LatestInput {
  /** Epoch second of the last known bar, or of the beginning of an empty window. */
  readonly since: number;
}

export interface OlderInput extends LatestInput {
  /** Epoch second: bars before it are wanted. */
  readonly before: number;
}
