export { orderTicketMachine } from './orderTicket.machine.ts';
export * from './selectors.ts';
export type {
  BeforeAnswer,
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
