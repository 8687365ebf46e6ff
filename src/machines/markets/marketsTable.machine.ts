import { assign, setup, type SnapshotFrom } from 'xstate';
import { DEFAULT_SORT, nextSort, type MarketColumn, type MarketSort } from '../../domain/marketList.ts';

export interface MarketsTableContext {
  /** As typed. */
  readonly search: string;
  readonly sort: MarketSort;
  /** From 1. May be too high after markets went away; then the last page shows. */
  readonly page: number;
}

export type MarketsTableEvent =
  | { readonly type: 'search.changed'; readonly text: string }
  | { readonly type: 'search.cleared' }
  | { readonly type: 'sort.chosen'; readonly column: MarketColumn }
  | { readonly type: 'page.chosen'; readonly page: number };

/** Search, order and page of the markets table (MARKET-01). `domain/marketList` computes the rows. */
export const marketsTableMachine = setup({
  types: {
    context: {} as MarketsTableContext,
    events: {} as MarketsTableEvent,
  },
  actions: {
    keepSearch: assign({ search: (_, { text }: { text: string }) => text, page: 1 }),
    keepSort: assign({
      sort: ({ context }, { column }: { column: MarketColumn }) => nextSort(context.sort, column),
      page: 1,
    }),
    keepPage: assign({ page: (_, { page }: { page: number }) => page }),
  },
  guards: {
    isBlank: (_, { text }: { text: string }) => text.trim() === '',
    isPage: (_, { page }: { page: number }) => Number.isInteger(page) && page >= 1,
  },
}).createMachine({
  id: 'marketsTable',
  description: 'How the markets table is looked at.',
  context: { search: '', sort: DEFAULT_SORT, page: 1 },
  initial: 'listing',
  on: {
    'search.changed': [
      {
        guard: { type: 'isBlank', params: ({ event }) => ({ text: event.text }) },
        target: '.listing',
        actions: { type: 'keepSearch', params: ({ event }) => ({ text: event.text }) },
      },
      {
        target: '.searching',
        actions: { type: 'keepSearch', params: ({ event }) => ({ text: event.text }) },
      },
    ],
    'sort.chosen': { actions: { type: 'keepSort', params: ({ event }) => ({ column: event.column }) } },
    'page.chosen': {
      guard: { type: 'isPage', params: ({ event }) => ({ page: event.page }) },
      actions: { type: 'keepPage', params: ({ event }) => ({ page: event.page }) },
    },
  },
  states: {
    listing: {
      description: 'Every market is listed, page by page.',
    },
    searching: {
      description:
        'Only markets that match the search are listed; an empty list says so and offers to clear it.',
      on: {
        'search.cleared': {
          target: 'listing',
          actions: { type: 'keepSearch', params: { text: '' } },
        },
      },
    },
  },
});

export type MarketsTableSnapshot = SnapshotFrom<typeof marketsTableMachine>;

export const selectSearch = (snapshot: MarketsTableSnapshot) => snapshot.context.search;
export const selectSort = (snapshot: MarketsTableSnapshot) => snapshot.context.sort;
export const selectPage = (snapshot: MarketsTableSnapshot) => snapshot.context.page;
export const isSearching = (snapshot: MarketsTableSnapshot): boolean => snapshot.matches('searching');
