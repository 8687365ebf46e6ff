export { ticketListMachine } from './ticketList.machine.ts';
export * from './selectors.ts';
export type { CreateInput, CreateOutput, FindOutput, TicketListContext, TicketListEvent } from './types.ts';
