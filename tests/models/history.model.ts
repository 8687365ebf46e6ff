import {
  type RecordsEvent,
  type HistoryContext,
  type HistoryInput,
  historyMachine,
  type HistorySnapshot,
} from '../../src/machines/history/history.machine.ts';
import { historyImplementations } from '../../src/machines/history/history.actors.ts';
import type { Failure } from '../../src/domain/failure.ts';
import type { HistoryName } from '../../src/domain/history/types.ts';
import type { Resources } from '../../src/machines/resource/resource.actors.ts';
import { EVER, rulesOf } from '../../src/domain/history/rules.ts';
import * as selectors from '../../src/machines/history/history.machine.ts';
import type { AnyEvent, EventCase } from './tools/explore.ts';
import type { Row } from './tools/spec.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import { recordEmitted } from './tools/ports.ts';
import type { Sut } from './tools/walk.ts';

type Observer = (snapshot: object) => void;

interface Read {
  readonly key: string;
  snapshot: object;
  observers: Set<Observer>;
  readers: number;
}

const snapshotOf = (value: unknown, context: object): object => ({
  value,
  context: { data: null, leftOut: 0, updatedAt: null, failure: null, ...context },
});
/** Every non-empty list has an unreadable record, because a page counts all sent entries. */
const sent = (rows: number): object =>
  rows === 0 ? { data: [], leftOut: 0 } : { data: Array.from({ length: rows - 1 }, () => null), leftOut: 1 };

/** Reads that the test decides; they have walks of their own. */
function scriptedReads(effects: string[]) {
  const reads = new Map<string, Read>();
  let count = 0;
  const readOf = (name: string, params: object, userId: string | null): Read => {
    const key = `${name} ${JSON.stringify(params)} of ${userId}`;
    const read = reads.get(key) ?? {
      key,
      snapshot: snapshotOf('idle', {}),
      observers: new Set(),
      readers: 0,
    };
    reads.set(key, read);
    return read;
  };
  const watchedReads = (): Read[] => [...reads.values()].filter(({ readers }) => readers > 0);
  return {
    of(name: string, params: object, userId: string | null) {
      const read = readOf(name, params, userId);
      return {
        name,
        ref: {
          getSnapshot: () => read.snapshot,
          subscribe(observer: Observer) {
            read.observers.add(observer);
            return { unsubscribe: () => void read.observers.delete(observer) };
          },
          send: ({ type }: { readonly type: string }) => void effects.push(`${type} ${read.key}`),
        },
        watch() {
          read.readers += 1;
          // Always new to this reader: older data belong to another test.
          read.snapshot = snapshotOf({ reading: 'sending' }, {});
          effects.push(`watch ${read.key}`);
          return () => {
            read.readers -= 1;
            effects.push(`leave ${read.key}`);
          };
        },
      };
    },
    say(event: RecordsEvent): void {
      const [read] = watchedReads();
      if (!read) throw new Error('nothing is watched');
      count += 1;
      const known = 'rows' in event ? { ...sent(event.rows), updatedAt: count } : {};
      const failure = 'failure' in event ? { failure: event.failure } : {};
      const values = {
        'records.loading': { reading: 'sending' },
        'records.arrived': 'fresh',
        'records.refreshing': { reading: 'sending' },
        'records.outdated': { stale: 'shown' },
        'records.missing': 'failed',
      } as const;
      read.snapshot = snapshotOf(values[event.type], { ...known, ...failure });
      for (const observer of read.observers) observer(read.snapshot);
    },
    watched: () => watchedReads().map(({ key }) => key),
  };
}

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
      on: ['0 arrived', '9 arrived', '10 arrived', '11 arrived', '19 arrived', '20 arrived', '21 arrived'],
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

const inputIn = (event: AnyEvent): HistoryInput => (event as unknown as { input: HistoryInput }).input;

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
      const { list, search } = inputIn(event);
      return [`watch ${readOf({ list, page: 1, range: search ? EVER : null })}`];
    },
    sets: (_context, event) => ({
      page: 1,
      filter: 'all',
      search: inputIn(event).search ?? '',
      sort: { column: 'date', direction: 'descending' },
      range: inputIn(event).search ? EVER : null,
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

type Machine = typeof historyMachine;

const OUTAGE: Failure = { code: 'server', status: 500, retryable: true };

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const reads = scriptedReads(effects);
  const say = (event: object): void => reads.say(event as RecordsEvent);
  return {
    machine: historyMachine.provide(
      historyImplementations({ resources: reads as unknown as Resources, userId: () => 'u1' }),
    ),
    clock: new TestClock(),
    settle: (id) => {
      throw new Error(`${id} does not end`);
    },
    drive: {
      'records.loading': say,
      'records.arrived': say,
      'records.refreshing': say,
      'records.outdated': say,
      'records.missing': say,
    },
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => reads.watched().map((read) => `${read} is still watched`),
  };
}

type When = (snapshot: HistorySnapshot) => boolean;

const list =
  (child: string): When =>
  (snapshot) =>
    JSON.stringify(snapshot.value.list).includes(child);
const not =
  (when: When): When =>
  (snapshot) =>
    !when(snapshot);
/** Two pages show every side of every boundary. */
const isShallow: When = ({ context }) => context.page < 2;

const RANGE = { from: 100, to: 200 };

const records = (full: number): readonly EventCase<Machine>[] => [
  {
    name: 'loading',
    says: 'the records are read for the first time',
    event: { type: 'records.loading' },
    when: not(list('loading')),
  },
  ...[full - 1, full, full + 1].map((rows): EventCase<Machine> => ({
    name: `${rows} arrived`,
    event: { type: 'records.arrived', rows },
    // A page is never more than full; a range may hold any number.
    when: (snapshot) =>
      (snapshot.context.range === null ? rows <= full : rows >= full) && !list('current')(snapshot),
  })),
  {
    name: '0 arrived',
    says: 'no records come',
    event: { type: 'records.arrived', rows: 0 },
    when: ({ context, ...snapshot }) =>
      context.range === null && !JSON.stringify(snapshot.value.list).includes('current'),
  },
  {
    name: 'refreshing',
    says: 'newer records are being read',
    event: { type: 'records.refreshing', rows: full },
    when: (snapshot) => list('shown')(snapshot) && !list('refreshing')(snapshot),
  },
  {
    name: 'outdated',
    says: 'a later read of the records fails',
    event: { type: 'records.outdated', rows: full, failure: OUTAGE },
    when: list('refreshing'),
  },
  {
    name: 'missing',
    says: 'the records cannot be read',
    event: { type: 'records.missing', failure: OUTAGE },
    when: list('loading'),
  },
];

const looking: readonly EventCase<Machine>[] = [
  { name: 'next', says: 'the user goes to the next page', event: { type: 'page.next' }, when: isShallow },
  { name: 'previous', says: 'the user goes to the previous page', event: { type: 'page.previous' } },
  { name: 'refresh', says: 'the user refreshes', event: { type: 'user.refresh' } },
];

const filterBy = (filter: string): EventCase<Machine> => ({
  name: `filter ${filter}`,
  event: { type: 'filter.chosen', filter },
});

const variant = (
  name: string,
  of: HistoryName,
  full: number,
  view: readonly EventCase<Machine>[],
): Variant<Machine> => ({ name, input: { list: of }, events: [...records(full), ...looking, ...view], sut });

type Held = HistoryContext;

export const historyModel: MachineModel<Machine> = {
  name: 'history',
  machine: historyMachine,
  states: {
    'list.watching.loading': 'there is nothing to show yet',
    'list.watching.missing': 'the page says why the records could not be read',
    'list.watching.shown.current': 'the records are shown',
    'list.watching.shown.refreshing': 'the records are shown while newer ones are read',
    'list.watching.shown.outdated': 'the records are shown, marked as not current',
    'refresh.quiet': 'nobody has asked for a refresh',
    'refresh.asked': 'a refresh is asked for',
  },
  says: {
    '9 arrived': '9 records come',
    '10 arrived': '10 records come',
    '11 arrived': '11 records come',
    '19 arrived': '19 records come',
    '20 arrived': '20 records come',
    '21 arrived': '21 records come',
    'filter all': 'the user chooses all records',
    'filter buy': 'the user chooses the buys',
    'filter completed': 'the user chooses the completed ones',
    'filter failed': 'the user chooses the failed ones',
    search: 'the user searches',
  },
  variants: [
    variant('trades, filtered', 'trades', 20, [filterBy('buy'), filterBy('all'), filterBy('completed')]),
    variant('deposits, searched', 'deposits', 10, [
      { name: 'search', event: { type: 'search.changed', text: 'btc' } },
    ]),
    variant('orders, sorted', 'orders', 20, [
      {
        name: 'sort by price',
        says: 'the user sorts by price',
        event: { type: 'sort.chosen', column: 'price' },
      },
      {
        name: 'sort by nonsense',
        says: 'the address asks for an order that there is not',
        event: { type: 'sort.chosen', column: 'fee' },
      },
    ]),
    {
      ...variant('trades of an order', 'trades', 20, [
        { name: 'no dates', says: 'the user leaves all pages', event: { type: 'range.chosen', range: null } },
      ]),
      input: { list: 'trades', search: 'order-7' },
    },
    variant('withdrawals, within dates', 'withdrawals', 10, [
      { name: 'dates', says: 'the user chooses dates', event: { type: 'range.chosen', range: RANGE } },
      { name: 'no dates', says: 'the user clears the dates', event: { type: 'range.chosen', range: null } },
      { ...filterBy('failed'), when: ({ context }) => context.range !== null },
      {
        name: 'search',
        event: { type: 'search.changed', text: 'btc' },
        when: ({ context }) => context.range !== null,
      },
    ]),
  ],
  key: ({ value, context: { list: of, page, filter, search, sort, range, rows } }) => ({
    value,
    page,
    filter,
    search,
    sort,
    range,
    // Of a page only whether it is full or empty matters.
    rows: range === null && rows > 0 ? rows >= (of === 'deposits' || of === 'withdrawals' ? 10 : 20) : rows,
  }),
  requirements: rows,
  invariant: ({ context, value }) => {
    const isStale = JSON.stringify(value.list).includes('outdated') || value.list.watching === 'missing';
    if (isStale && context.failure === null) return 'does not say why it failed';
    return context.page >= 1 ? undefined : 'before the first page';
  },
  selectors: {
    from: selectors,
    rules: {
      selectPhase: [
        [/watching\.loading/, 'loading'],
        [/watching\.missing/, 'missing'],
        [/shown\.current/, 'current'],
        [/shown\.refreshing/, 'refreshing'],
        [/shown\.outdated/, 'outdated'],
      ],
      selectFailure: { context: 'failure' },
      // A full page may have another one after it; of a range all records are known (HISTORY-04).
      hasNext: ({ list, page, range, rows }: Held) => {
        const { size } = rulesOf(list);
        return range === null ? rows === size : rows > page * size;
      },
      hasPrevious: ({ page }: Held) => page > 1,
    },
  },
  tags: { busy: /loading|refreshing/, failed: /missing/ },
};
