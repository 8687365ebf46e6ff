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
  type TicketContext,
  ticketMachine,
} from './ticket.machine.ts';
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
