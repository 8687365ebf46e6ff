import type { SnapshotFrom } from 'xstate';
import type { candleChartMachine } from './candleChart.machine.ts';

export type CandleChartSnapshot = SnapshotFrom<typeof candleChartMachine>;

export const selectInterval = (snapshot: CandleChartSnapshot) => snapshot.context.interval;
export const selectBars = (snapshot: CandleChartSnapshot) => snapshot.context.bars;
export const hasInvalidTime = (snapshot: CandleChartSnapshot) => snapshot.context.hasInvalidTime;
export const selectFailure = (snapshot: CandleChartSnapshot) => snapshot.context.failure;
/** Why the bars on screen are older than they should be. */
export const selectNewestFailure = (snapshot: CandleChartSnapshot) => snapshot.context.newestFailure;
export const selectOlderFailure = (snapshot: CandleChartSnapshot) => snapshot.context.olderFailure;

export const isLoading = (snapshot: CandleChartSnapshot): boolean => snapshot.matches('loading');
export const isFailed = (snapshot: CandleChartSnapshot): boolean => snapshot.matches('failed');
export const isLoadingOlder = (snapshot: CandleChartSnapshot): boolean =>
  snapshot.matches({ ready: { older: 'reading' } });
/** Whether more history may exist before the oldest bar. */
export const hasMoreHistory = (snapshot: CandleChartSnapshot): boolean =>
  snapshot.matches('ready') && !snapshot.matches({ ready: { older: 'exhausted' } });
