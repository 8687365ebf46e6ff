export { allowsMarket, noteOwnChange, orderFormsOf } from './orderForm.actors.ts';
export { orderFormMachine } from './orderForm.machine.ts';
export {
  isBusy,
  selectFault,
  selectPhase,
  selectSending,
  selectSettings,
  selectSettingsFailure,
  type OrderFormPhase,
  type OrderFormSnapshot,
} from './orderForm.selectors.ts';
export type {
  OrderFormContext,
  OrderFormEvent,
  OrderFormInput,
  OrderPress,
  Sending,
} from './orderForm.types.ts';
export type { DraftStore } from './orderForms.ts';
export {
  TOLERANCES,
  cutQuantityOf,
  filledDraft,
  priceOf,
  quantityOf,
  steppedPrice,
  withSeed,
  withTerms,
  withTidied,
  withTotal,
  withTotalDone,
  withTyped,
  type DraftField,
  type OrderDraft,
  type OrderTerms,
} from './orderDraft.rules.ts';
export { checkOrder, checkStopAlone, type OrderFault, type TypedOrder } from './orderEntry.rules.ts';
export {
  expectedFill,
  type ExpectedFill,
  warningsOf,
  type MarketFacts,
  type OrderWarning,
} from './orderWarnings.rules.ts';
