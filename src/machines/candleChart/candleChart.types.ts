import type { Candle, Interval } from '../../domain/intervals.ts';
import type { Follower } from '../socket/index.ts';
import type { Failure } from '../../domain/failure.ts';

export interface CandleChartInput {
  /** BASE-QUOTE. */
  readonly pair: string;
  readonly interval: Interval;
}

export interface CandleChartContext {
  readonly pair: string;
  readonly interval: Interval;
  /** Oldest first, one per bar of the interval. */
  readonly bars: readonly Candle[];
  /** Epoch second where the history that was read begins. */
  readonly readFrom: number;
  /** Some candles had a time that is no date, and cannot be drawn. */
  readonly hasInvalidTime: boolean;
  /** The last windows, going back, that had no candle. */
  readonly emptyWindows: number;
  /** Automatic retries of the first load. */
  readonly retries: number;
  readonly failure: Failure | null;
  /** Why the newest bars could not be read. */
  readonly newestFailure: Failure | null;
  readonly olderFailure: Failure | null;
  readonly isPageVisible: boolean;
}

export type CandleChartEvent =
  | { readonly type: 'interval.chosen'; readonly interval: Interval }
  /** The user scrolled to the oldest bar, or asked for more. */
  | { readonly type: 'history.wanted' }
  | { readonly type: 'user.retry' }
  | { readonly type: 'user.refresh' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.visible' }
  /** The newest bars, whole ones. */
  | { readonly type: 'channel.bars'; readonly bars: readonly Candle[] }
  | { readonly type: 'channel.lost' };

/** Bars that the stream says next must be newer than this moment. */
export interface DistrustChannel {
  readonly type: 'distrust';
}

export interface BarsRead {
  readonly bars: readonly Candle[];
  /** Epoch second. */
  readonly from: number;
  readonly hasInvalidTime: boolean;
}

export interface LatestInput {
  readonly pair: string;
  readonly interval: Interval;
}

export interface NewestInput extends LatestInput {
  /** Epoch second of the last known bar, or of the start of an empty window. */
  readonly since: number;
}

export interface OlderInput extends LatestInput {
  /** Epoch second. */
  readonly before: number;
}

/** Tells a chart what the stream of its candles says. */
export type FollowBars = (input: LatestInput, say: (event: CandleChartEvent) => void) => Follower;
