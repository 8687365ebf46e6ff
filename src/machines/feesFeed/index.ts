import type { SnapshotFrom } from 'xstate';
import type { feesFeedMachine } from './feesFeed.machine.ts';

export { feesFeedMachine } from './feesFeed.machine.ts';
export type { AskAgain, FeesFeedContext, FeesFeedEvent } from './types.ts';

type FeesFeedSnapshot = SnapshotFrom<typeof feesFeedMachine>;

/** `outdated`: what is shown was true when the link broke. `missing`: the server told none. */
export type FeesStatus = 'waiting' | 'live' | 'outdated' | 'missing';

export const feesStatus = (snapshot: FeesFeedSnapshot): FeesStatus => snapshot.value;
/** By coin symbol. The same object until the feed tells news. */
export const selectFees = (snapshot: FeesFeedSnapshot) => snapshot.context.fees;
