export { provideTicket, provideTicketList } from './support.actors.ts';
export {
  isExtending,
  isReading,
  isReplyAbsent,
  selectConversation,
  selectRefusal,
  selectReplyState,
  selectView,
  showsEarlier,
  ticketMachine,
} from './ticket.machine.ts';
export type { ReadTicketOutput, TicketContext } from './ticket.setup.ts';
export {
  selectCompose,
  selectFilters,
  selectPage,
  selectSearch,
  selectSize,
  ticketListMachine,
  type TicketListContext,
} from './ticketList.machine.ts';
export { turnOf, type Conversation } from './conversation.rules.ts';
