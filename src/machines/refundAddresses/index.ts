export { watchCoinFactsOf, type WatchCoinFacts } from './coinFacts.ts';
export {
  refundAddressMachine,
  refundAddressPhase,
  selectAddress,
  selectLost,
  selectMistake,
  type RefundAddressContext,
  type RefundAddressPhase,
} from './refundAddress.machine.ts';
export { provideRefundAddress, provideRefundAddresses } from './refundAddresses.actors.ts';
export {
  refundAddressesMachine,
  refundAddressesView,
  selectRows,
  type RefundAddressesContext,
  type RefundAddressesEvent,
  type RefundAddressesView,
} from './refundAddresses.machine.ts';
