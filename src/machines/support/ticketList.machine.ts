import type { SnapshotFrom } from 'xstate';
import { NO_FILTERS } from '../../domain/ticketList.ts';
import { composing } from './states/composing.ts';
import { ticketListSetup } from './ticketList.setup.ts';

/** The support tickets of the user (SUPPORT-01). A lost ticket is looked for before another one is taken. */
export const ticketListMachine = ticketListSetup.createMachine({
  id: 'ticketList',
  description: 'How the support tickets are looked at, and a new one is made.',
  context: {
    filters: NO_FILTERS,
    search: '',
    page: 1,
    size: 5,
    sending: null,
    failure: null,
  },
  initial: 'browsing',
  on: {
    'filter.changed': { actions: { type: 'keepFilters', params: ({ event }) => event.change } },
    'filter.cleared': { actions: { type: 'clearFilters' } },
    'search.changed': { actions: { type: 'keepSearch', params: ({ event }) => ({ text: event.text }) } },
    'page.chosen': {
      guard: { type: 'isPage', params: ({ event }) => ({ page: event.page }) },
      actions: { type: 'keepPage', params: ({ event }) => ({ page: event.page }) },
    },
    'size.chosen': { actions: { type: 'keepSize', params: ({ event }) => ({ size: event.size }) } },
    // The form is on the page of the list.
    'user.compose': { actions: { type: 'goToList' } },
  },
  states: {
    browsing: {
      description: 'The list is looked at; no form is open.',
      on: { 'user.compose': { target: 'composing', actions: { type: 'goToList' } } },
    },
    composing,
  },
});

type TicketListSnapshot = SnapshotFrom<typeof ticketListMachine>;

/** `looking`: its answer was lost. `absent`, `unresolved`: reading did not find it, or did not tell. */
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
