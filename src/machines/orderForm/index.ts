export { orderFormMachine } from './orderForm.machine.ts';
export * from './selectors.ts';
export type {
  BeforeAnswer,
  OrderPress,
  OrderFormContext,
  OrderFormEvent,
  OrderFormInput,
  OrderFormToast,
  PlaceAnswer,
  PlacedOrder,
  Sending,
  SettingsFeedEvent,
} from './types.ts';
