export { orderTicketMachine } from './orderTicket.machine.ts';
export * from './selectors.ts';
export type {
  BeforeAnswer,
  LookAnswer,
  OrderPress,
  OrderTicketContext,
  OrderTicketEvent,
  OrderTicketInput,
  OrderTicketToast,
  PlaceAnswer,
  PlacedOrder,
  Sending,
  SettingsFeedEvent,
} from './types.ts';
