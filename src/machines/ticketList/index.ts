export { ticketListMachine } from './ticketList.machine.ts';
export * from './selectors.ts';
export type {
  CreateInput,
  CreateOutput,
  SendingTicket,
  TicketListContext,
  TicketListEvent,
} from './types.ts';
