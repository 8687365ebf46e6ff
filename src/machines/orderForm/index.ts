export { noteOwnChange, orderFormsOf } from './orderForm.actors.ts';
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
