import { marketsTableMachine, type MarketsTableContext } from '../../src/machines/markets/index.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { EventCase } from './tools/explore.ts';
import { specTable, type Row } from './tools/spec.ts';
import { marketsTablePhrases } from './marketsTable.phrases.ts';

type Machine = typeof marketsTableMachine;

const events: readonly EventCase<Machine>[] = [
  { name: 'type xmr', event: { type: 'search.changed', text: 'xmr' } },
  { name: 'type doge', event: { type: 'search.changed', text: 'doge' } },
  { name: 'empty the box', event: { type: 'search.changed', text: '' } },
  { name: 'type blanks', event: { type: 'search.changed', text: '  ' } },
  { name: 'clear', event: { type: 'search.cleared' } },
  { name: 'sort by asset', event: { type: 'sort.chosen', column: 'asset' } },
  { name: 'sort by volume', event: { type: 'sort.chosen', column: 'volume' } },
  { name: 'page 1', event: { type: 'page.chosen', page: 1 } },
  { name: 'page 2', event: { type: 'page.chosen', page: 2 } },
  { name: 'page 0', event: { type: 'page.chosen', page: 0 } },
  { name: 'page 1.5', event: { type: 'page.chosen', page: 1.5 } },
];

const TYPED: Readonly<Record<string, string>> = {
  'type xmr': 'xmr',
  'type doge': 'doge',
  'empty the box': '',
  'type blanks': '  ',
};

const spec = () =>
  specTable<MarketsTableContext>([
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
  ]);

export const marketsTableModel: MachineModel<Machine> = {
  name: 'marketsTable',
  phrases: marketsTablePhrases,
  machine: marketsTableMachine,
  variants: [
    {
      name: 'search, order, page',
      events,
      world: () => ({
        machine: marketsTableMachine,
        clock: new TestClock(),
        settle: (id) => {
          throw new Error(`nothing is invoked, least of all ${id}`);
        },
        drain: () => [],
      }),
    },
  ],
  spec,
};
