export { allowsMarket, noteOwnChange, orderFormsOf } from './orderForm.actors.ts';
export {
  isBusy,
  orderFormMachine,
  selectFault,
  selectPhase,
  selectSending,
  selectSettings,
  selectSettingsFailure,
  type OrderFormContext,
  type OrderFormEvent,
  type OrderFormInput,
  type OrderFormPhase,
  type OrderFormSnapshot,
  type Sending,
} from './orderForm.machine.ts';
export type { OrderPress } from './orderForm.rules.ts';
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
