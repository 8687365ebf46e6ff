import { historyImplementations } from '../../src/machines/history/history.actors.ts';
import type { Failure } from '../../src/domain/failure.ts';
import type { HistoryName } from '../../src/domain/history/types.ts';
import { historyMachine, type RecordsEvent, type HistorySnapshot } from '../../src/machines/history/index.ts';
import type { Resources } from '../../src/machines/resource/index.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { EventCase } from './tools/explore.ts';
import { recordEmitted } from './tools/ports.ts';
import type { World } from './tools/walk.ts';
import { historySpec } from './history.spec.ts';
import { scriptedReads } from './history.scriptedReads.ts';
import { historyPhrases } from './history.phrases.ts';

type Machine = typeof historyMachine;

export const OUTAGE: Failure = { code: 'server', status: 500, retryable: true };

function world(): World<Machine> {
  const effects: string[] = [];
  const reads = scriptedReads(effects);
  const say = (event: object): void => reads.say(event as RecordsEvent);
  return {
    machine: historyMachine.provide(
      historyImplementations({
        resources: reads as unknown as Resources,
        userId: () => 'u1',
      }),
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
  { name: 'loading', event: { type: 'records.loading' }, when: not(list('loading')) },
  ...[full - 1, full, full + 1].map((rows): EventCase<Machine> => ({
    name: `${rows} arrived`,
    event: { type: 'records.arrived', rows },
    // A page is never more than full; a range may hold any number.
    when: (snapshot) =>
      (snapshot.context.range === null ? rows <= full : rows >= full) && !list('current')(snapshot),
  })),
  {
    name: '0 arrived',
    event: { type: 'records.arrived', rows: 0 },
    when: ({ context, ...snapshot }) =>
      context.range === null && !JSON.stringify(snapshot.value.list).includes('current'),
  },
  {
    name: 'refreshing',
    event: { type: 'records.refreshing', rows: full },
    when: (snapshot) => list('shown')(snapshot) && !list('refreshing')(snapshot),
  },
  {
    name: 'outdated',
    event: { type: 'records.outdated', rows: full, failure: OUTAGE },
    when: list('refreshing'),
  },
  { name: 'missing', event: { type: 'records.missing', failure: OUTAGE }, when: list('loading') },
];

const looking: readonly EventCase<Machine>[] = [
  { name: 'next', event: { type: 'page.next' }, when: isShallow },
  { name: 'previous', event: { type: 'page.previous' } },
  { name: 'refresh', event: { type: 'user.refresh' } },
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
): Variant<Machine> => ({
  name,
  input: { list: of },
  events: [...records(full), ...looking, ...view],
  world,
});

export const historyModel: MachineModel<Machine> = {
  name: 'history',
  phrases: historyPhrases,
  machine: historyMachine,
  variants: [
    variant('trades, filtered', 'trades', 20, [filterBy('buy'), filterBy('all'), filterBy('completed')]),
    variant('deposits, searched', 'deposits', 10, [
      { name: 'search', event: { type: 'search.changed', text: 'btc' } },
    ]),
    variant('orders, sorted', 'orders', 20, [
      { name: 'sort by price', event: { type: 'sort.chosen', column: 'price' } },
      { name: 'sort by nonsense', event: { type: 'sort.chosen', column: 'fee' } },
    ]),
    variant('withdrawals, within dates', 'withdrawals', 10, [
      { name: 'dates', event: { type: 'range.chosen', range: RANGE } },
      { name: 'no dates', event: { type: 'range.chosen', range: null } },
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
  spec: historySpec,
  invariant: ({ context, value }) => {
    const isStale = JSON.stringify(value.list).includes('outdated') || value.list.watching === 'missing';
    if (isStale && context.failure === null) return 'does not say why it failed';
    return context.page >= 1 ? undefined : 'before the first page';
  },
};
