import type { HistoryContext } from '../../src/machines/history/index.ts';
import type { AnyEvent } from './tools/explore.ts';
import { specTable, type Row } from './tools/spec.ts';

const SIZE = { trades: 20, orders: 20, orderHistory: 20, deposits: 10, withdrawals: 10 } as const;

const CALLS = {
  trades: 'executions',
  orders: 'orders',
  orderHistory: 'orders',
  deposits: 'deposits',
  withdrawals: 'withdrawals',
} as const;

/** The call behind a page (HISTORY-24). */
function readOf({ list, page, range }: Pick<HistoryContext, 'list' | 'page' | 'range'>): string {
  const limit = SIZE[list];
  const first = (page - 1) * limit;
  const params =
    range !== null
      ? { list, ...range }
      : list === 'orders'
        ? { state: 'OPENED,PARTIALLY_FILLED', skip: first, limit }
        : list === 'trades' || list === 'orderHistory'
          ? { skip: first, limit }
          : { limit, offset: first };
  const name = range !== null ? 'historyRange' : CALLS[list];
  return `${name} ${JSON.stringify(params)} of u1`;
}

const QUIET = 'list.watching.loading & refresh.quiet';
const moves = (context: HistoryContext, to: Partial<HistoryContext>): string[] => [
  `leave ${readOf(context)}`,
  `watch ${readOf({ ...context, ...to })}`,
];
const NOTHING = { rows: 0, failure: null };

/** Next needs a full page; within a range the number of records is known. */
const hasNext = ({ list, page, range, rows }: HistoryContext): boolean =>
  range === null ? rows >= SIZE[list] : rows > page * SIZE[list];
const rowsIn = (event: AnyEvent): unknown => event.rows;
const failureIn = (event: AnyEvent): unknown => event.failure;
const filterIn = (event: AnyEvent): string => event.filter as string;

const isAsked = (state: string): boolean => state.endsWith('asked');

const STATES = ['loading', 'shown.current', 'shown.refreshing', 'shown.outdated', 'missing'] as const;
const statesOf = (refresh: 'quiet' | 'asked'): string[] =>
  STATES.map((state) => `list.watching.${state} & refresh.${refresh}`);

const rowsFor = (refresh: 'quiet' | 'asked'): Row<HistoryContext>[] => {
  const state = (name: (typeof STATES)[number], then: 'quiet' | 'asked' = refresh): string =>
    `list.watching.${name} & refresh.${then}`;
  const says = (kind: string, key: (context: HistoryContext) => string) => (context: HistoryContext) =>
    isAsked(refresh) ? [`toast {"key":"${key(context)}","kind":"${kind}"}`] : [];
  const refreshed = says('success', () => 'history:toast.refreshed');
  const failed = says('error', ({ list }) => `history:list.${list}.refreshFailed`);
  return [
    {
      ref: 'HISTORY-01: loading',
      in: statesOf(refresh),
      on: 'loading',
      to: state('loading'),
      sets: () => ({ failure: null }),
    },
    {
      ref: 'HISTORY-11: cancelling the last row of a page goes to the page before it',
      in: statesOf(refresh),
      on: '0 arrived',
      if: ({ page, rows: known }) => page > 1 && known > 0,
      to: QUIET,
      does: (context) => {
        const [left = '', watched = ''] = moves(context, { page: context.page - 1 });
        return [left, ...refreshed(context), watched];
      },
      sets: ({ page }) => ({ page: page - 1, ...NOTHING }),
    },
    {
      ref: 'HISTORY-05: refresh success, where the user asked',
      in: statesOf(refresh),
      on: ['0 arrived', '9 arrived', '10 arrived', '11 arrived', '19 arrived', '20 arrived'],
      to: state('shown.current', 'quiet'),
      does: refreshed,
      sets: (_context, event) => ({ rows: rowsIn(event), failure: null }),
    },
    {
      ref: 'CALL-02: what is there stays while newer is read',
      in: statesOf(refresh),
      on: 'refreshing',
      to: state('shown.refreshing'),
      sets: (_context, event) => ({ rows: rowsIn(event), failure: null }),
    },
    {
      ref: 'CALL-02: a failed background refresh keeps the data, marked stale; refresh failure',
      in: statesOf(refresh),
      on: 'outdated',
      to: state('shown.outdated', 'quiet'),
      does: failed,
      sets: (_context, event) => ({ rows: rowsIn(event), failure: failureIn(event) }),
    },
    {
      ref: 'HISTORY-05: error, with a retry; refresh failure',
      in: statesOf(refresh),
      on: 'missing',
      to: state('missing', 'quiet'),
      does: failed,
      sets: (_context, event) => ({ failure: failureIn(event) }),
    },
  ];
};

const refreshes: readonly Row<HistoryContext>[] = STATES.map((state) => ({
  ref: "HISTORY-05: refresh button; the error row's retry triggers a refresh",
  in: `list.watching.${state} & refresh.quiet`,
  on: 'refresh',
  to: `list.watching.${state} & refresh.asked`,
  does: (context) => [`user.refresh ${readOf(context)}`],
}));

const everywhere = [...statesOf('quiet'), ...statesOf('asked')];

const rows: readonly Row<HistoryContext>[] = [
  {
    ref: 'HISTORY-02: page 1, all, newest first',
    in: '',
    on: '(start)',
    to: QUIET,
    does: (_context, event) => {
      const { list } = (event as unknown as { input: Pick<HistoryContext, 'list'> }).input;
      return [`watch ${readOf({ list, page: 1, range: null })}`];
    },
    sets: () => ({
      page: 1,
      filter: 'all',
      search: '',
      sort: { column: 'date', direction: 'descending' },
      range: null,
      ...NOTHING,
    }),
  },
  ...refreshes,
  ...rowsFor('quiet'),
  ...rowsFor('asked'),
  {
    ref: 'HISTORY-04: next only when the page came back full; within dates the records are there',
    in: everywhere,
    on: 'next',
    if: (context) => hasNext(context) && context.range !== null,
    sets: ({ page, rows: known }) => ({ page: page + 1, rows: known }),
  },
  {
    ref: 'HISTORY-04: next only when the page came back full',
    in: everywhere,
    on: 'next',
    if: hasNext,
    to: QUIET,
    does: (context) => moves(context, { page: context.page + 1 }),
    sets: ({ page }) => ({ page: page + 1, ...NOTHING }),
  },
  {
    ref: 'HISTORY-04: previous is disabled on page 1; within dates the records are there',
    in: everywhere,
    on: 'previous',
    if: ({ page, range }) => page > 1 && range !== null,
    sets: ({ page, rows: known }) => ({ page: page - 1, rows: known }),
  },
  {
    ref: 'HISTORY-04: previous is disabled on page 1',
    in: everywhere,
    on: 'previous',
    if: ({ page }) => page > 1,
    to: QUIET,
    does: (context) => moves(context, { page: context.page - 1 }),
    sets: ({ page }) => ({ page: page - 1, ...NOTHING }),
  },
  {
    ref: 'HISTORY-12: date range',
    in: everywhere,
    on: ['dates', 'no dates'],
    to: QUIET,
    does: (context, event) => moves(context, { page: 1, range: event.range as HistoryContext['range'] }),
    sets: (_context, event) => ({ page: 1, range: event.range, ...NOTHING }),
  },
  {
    ref: 'HISTORY-03: changing a filter resets the page to 1, which is read',
    in: everywhere,
    on: ['filter buy', 'filter all'],
    if: ({ filter, page, range }, event) => filterIn(event) !== filter && page > 1 && range === null,
    to: QUIET,
    does: (context) => moves(context, { page: 1 }),
    sets: (_context, event) => ({ filter: filterIn(event), page: 1, ...NOTHING }),
  },
  {
    ref: 'HISTORY-03: filtering applies to the loaded page only: nothing is read',
    in: everywhere,
    on: ['filter buy', 'filter all', 'filter failed'],
    if: ({ filter }, event) => filterIn(event) !== filter,
    sets: ({ rows: known }, event) => ({ filter: filterIn(event), page: 1, rows: known }),
  },
  {
    ref: 'HISTORY-03: the search text on deposits resets the page to 1, which is read',
    in: everywhere,
    on: 'search',
    if: ({ page, range }) => page > 1 && range === null,
    to: QUIET,
    does: (context) => moves(context, { page: 1 }),
    sets: () => ({ search: 'btc', page: 1, ...NOTHING }),
  },
  {
    ref: 'HISTORY-03: a search box',
    in: everywhere,
    on: 'search',
    sets: ({ rows: known }) => ({ search: 'btc', page: 1, rows: known }),
  },
  {
    ref: 'HISTORY-02: again on the same column toggles to descending',
    in: everywhere,
    on: 'sort by price',
    if: ({ sort }) => sort.column === 'price' && sort.direction === 'ascending',
    sets: ({ page }) => ({ sort: { column: 'price', direction: 'descending' }, page }),
  },
  {
    ref: 'HISTORY-02: clicking a column sorts ascending',
    in: everywhere,
    on: 'sort by price',
    sets: ({ page }) => ({ sort: { column: 'price', direction: 'ascending' }, page }),
  },
];

export const historySpec = () => specTable<HistoryContext>(rows);
