export { provideFeesFeed } from './fees.actors.ts';
export {
  feesFeedMachine,
  feesStatus,
  selectFees,
  type FeesFeedContext,
  type FeesFeedEvent,
  type FeesStatus,
} from './feesFeed.machine.ts';
