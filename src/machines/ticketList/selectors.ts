import type { SnapshotFrom } from 'xstate';
import type { ticketListMachine } from './ticketList.machine.ts';

type TicketListSnapshot = SnapshotFrom<typeof ticketListMachine>;

/** What has become of the new ticket: its form is closed or open, it is on its way, or its answer was lost. */
export type ComposeState = 'closed' | 'writing' | 'absent' | 'sending' | 'looking' | 'unresolved';

export function selectCompose(snapshot: TicketListSnapshot): ComposeState {
  if (snapshot.matches('browsing')) return 'closed';
  if (snapshot.hasTag('sending')) return 'sending';
  if (snapshot.matches({ composing: { lost: 'unresolved' } })) return 'unresolved';
  if (snapshot.hasTag('unknown')) return 'looking';
  return snapshot.matches({ composing: { taking: 'absent' } }) ? 'absent' : 'writing';
}

export const selectFilters = (snapshot: TicketListSnapshot) => snapshot.context.filters;
export const selectSearch = (snapshot: TicketListSnapshot) => snapshot.context.search;
export const selectPage = (snapshot: TicketListSnapshot) => snapshot.context.page;
export const selectSize = (snapshot: TicketListSnapshot) => snapshot.context.size;
export const selectFailure = (snapshot: TicketListSnapshot) => snapshot.context.failure;
