import { marketsTableMachine, type MarketsTableContext } from '../../src/machines/markets/index.ts';
import * as selectors from '../../src/machines/markets/marketsTable.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { EventCase } from './tools/explore.ts';
import type { Row } from './tools/spec.ts';

type Machine = typeof marketsTableMachine;

const events: readonly EventCase<Machine>[] = [
  { name: 'type xmr', says: 'the user types "xmr"', event: { type: 'search.changed', text: 'xmr' } },
  { name: 'type doge', says: 'the user types "doge"', event: { type: 'search.changed', text: 'doge' } },
  {
    name: 'empty the box',
    says: 'the user empties the search box',
    event: { type: 'search.changed', text: '' },
  },
  { name: 'type blanks', says: 'the user types blanks', event: { type: 'search.changed', text: '  ' } },
  { name: 'clear', says: 'the user clears the search', event: { type: 'search.cleared' } },
  { name: 'sort by asset', says: 'the user sorts by asset', event: { type: 'sort.chosen', column: 'asset' } },
  {
    name: 'sort by volume',
    says: 'the user sorts by volume',
    event: { type: 'sort.chosen', column: 'volume' },
  },
  { name: 'page 1', says: 'the user goes to page 1', event: { type: 'page.chosen', page: 1 } },
  { name: 'page 2', says: 'the user goes to page 2', event: { type: 'page.chosen', page: 2 } },
  { name: 'page 0', says: 'the table is asked for page 0', event: { type: 'page.chosen', page: 0 } },
  { name: 'page 1.5', says: 'the table is asked for page 1.5', event: { type: 'page.chosen', page: 1.5 } },
];

const TYPED: Readonly<Record<string, string>> = {
  'type xmr': 'xmr',
  'type doge': 'doge',
  'empty the box': '',
  'type blanks': '  ',
};

const requirements: readonly Row<MarketsTableContext>[] = [
  {
    ref: 'MARKET-03: 24h quote volume descending',
    in: '',
    on: '(start)',
    to: 'listing',
    sets: () => ({ search: '', page: 1, sort: { column: 'volume', direction: 'descending' } }),
  },
  ...(['type xmr', 'type doge'] as const).map((on): Row<MarketsTableContext> => ({
    ref: 'MARKET-02: resets the page to 1',
    in: '*',
    on,
    to: 'searching',
    sets: () => ({ search: TYPED[on], page: 1 }),
  })),
  ...(['empty the box', 'type blanks'] as const).map((on): Row<MarketsTableContext> => ({
    ref: 'MARKET-02: resets the page to 1',
    in: '*',
    on,
    to: 'listing',
    sets: () => ({ search: TYPED[on], page: 1 }),
  })),
  {
    ref: 'MARKET-01: an empty state, with a way out',
    in: 'searching',
    on: 'clear',
    to: 'listing',
    sets: () => ({ search: '', page: 1 }),
  },
  {
    ref: 'MARKET-01: sortable columns',
    in: '*',
    on: 'sort by asset',
    if: ({ sort }) => sort.column === 'asset' && sort.direction === 'ascending',
    sets: () => ({ sort: { column: 'asset', direction: 'descending' }, page: 1 }),
  },
  {
    ref: 'MARKET-01: sortable columns',
    in: '*',
    on: 'sort by asset',
    sets: () => ({ sort: { column: 'asset', direction: 'ascending' }, page: 1 }),
  },
  {
    ref: 'MARKET-01: sortable columns',
    in: '*',
    on: 'sort by volume',
    if: ({ sort }) => sort.column === 'volume' && sort.direction === 'descending',
    sets: () => ({ sort: { column: 'volume', direction: 'ascending' }, page: 1 }),
  },
  {
    ref: 'MARKET-01: sortable columns',
    in: '*',
    on: 'sort by volume',
    sets: () => ({ sort: { column: 'volume', direction: 'descending' }, page: 1 }),
  },
  { ref: 'MARKET-01: pagination', in: '*', on: 'page 1', sets: () => ({ page: 1 }) },
  {
    ref: 'MARKET-01: pagination',
    in: '*',
    on: 'page 2',
    sets: ({ search, sort }) => ({ page: 2, search, sort }),
  },
];

export const marketsTableModel: MachineModel<Machine> = {
  name: 'marketsTable',
  machine: marketsTableMachine,
  states: { listing: 'every market is listed', searching: 'the markets that match are listed' },
  variants: [
    {
      name: 'search, order, page',
      events,
      sut: () => ({
        machine: marketsTableMachine,
        clock: new TestClock(),
        settle: (id) => {
          throw new Error(`nothing is invoked, least of all ${id}`);
        },
        drain: () => [],
      }),
    },
  ],
  requirements,
  selectors: {
    from: selectors,
    rules: {
      selectSearch: { context: 'search' },
      selectSort: { context: 'sort' },
      selectPage: { context: 'page' },
      isSearching: /^searching/,
    },
  },
};
