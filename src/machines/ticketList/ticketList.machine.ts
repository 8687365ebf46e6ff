import { NO_FILTERS } from '../../domain/ticketList.ts';
import { ticketListSetup } from './setup.ts';
import { composing } from './states/composing.ts';

/**
 * The support tickets of the user (SUPPORT-01): how the list is looked at, and the form of a new one. The tickets
 * themselves come from the shared read. A ticket whose answer was lost is looked for before another one is taken.
 */
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
    // Wherever it is pressed, the list's own page shows the form.
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
