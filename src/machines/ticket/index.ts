export { ticketMachine } from './ticket.machine.ts';
export * from './selectors.ts';
export type {
  LostReply,
  ReadEarlierInput,
  ReadEarlierOutput,
  ReadTicketInput,
  ReadTicketOutput,
  SendReplyInput,
  SendReplyOutput,
  TicketContext,
  TicketEvent,
  TicketInput,
} from './types.ts';
