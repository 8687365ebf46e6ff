import type { SnapshotFrom } from 'xstate';
import type { chartMachine } from './chart.machine.ts';

export type ChartSnapshot = SnapshotFrom<typeof chartMachine>;

export const selectInterval = (snapshot: ChartSnapshot) => snapshot.context.interval;
export const selectBars = (snapshot: ChartSnapshot) => snapshot.context.bars;
export const hasInvalidTime = (snapshot: ChartSnapshot) => snapshot.context.hasInvalidTime;
export const selectFailure = (snapshot: ChartSnapshot) => snapshot.context.failure;
/** Why the bars on screen are older than they should be. */
export const selectNewestFailure = (snapshot: ChartSnapshot) => snapshot.context.newestFailure;
export const selectOlderFailure = (snapshot: ChartSnapshot) => snapshot.context.olderFailure;

export const isLoading = (snapshot: ChartSnapshot): boolean => snapshot.matches('loading');
export const isFailed = (snapshot: ChartSnapshot): boolean => snapshot.matches('failed');
export const isLoadingOlder = (snapshot: ChartSnapshot): boolean =>
  snapshot.matches({ ready: { older: 'reading' } });
/** Whether more history may exist before the oldest bar. */
export const hasMoreHistory = (snapshot: ChartSnapshot): boolean =>
  snapshot.matches('ready') && !snapshot.matches({ ready: { older: 'exhausted' } });
