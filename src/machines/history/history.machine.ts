import { and, assign, emit, fromCallback, not, sendTo, setup, type SnapshotFrom } from 'xstate';
import type { Failure } from '../../domain/failure.ts';
import { NEWEST_FIRST, nextSort, rulesOf } from '../../domain/history/rules.ts';
import type { TimeRange } from '../../domain/history/types.ts';
import { unwired, type Toast } from '../shared/index.ts';
import type {
  HistoryContext,
  HistoryEvent,
  HistoryInput,
  RecordsEvent,
  RecordsInput,
} from './history.types.ts';

const isOtherFilter = (context: HistoryContext, filter: string): boolean =>
  filter !== context.filter && rulesOf(context.list).filters.includes(filter);

/**
 * One history screen (HISTORY-01): page, filter, search, sort, and whether the records are there. The records are a
 * shared read (`resource`). Filter, search and sort read nothing, but the first two lead back to page 1.
 */
export const historyMachine = setup({
  types: {
    context: {} as HistoryContext,
    events: {} as HistoryEvent,
    input: {} as HistoryInput,
    emitted: {} as Toast,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    /** Watches one page or range. */
    records: fromCallback<{ readonly type: 'user.refresh' }, RecordsInput, RecordsEvent>(
      unwired('history.records'),
    ),
  },
  actions: {
    keepFilter: assign({ filter: (_, { filter }: { filter: string }) => filter }),
    keepSearch: assign({ search: (_, { text }: { text: string }) => text }),
    keepSort: assign({
      sort: ({ context }, { column }: { column: string }) => nextSort(context.sort, column),
    }),
    keepRange: assign({ range: (_, { range }: { range: TimeRange | null }) => range }),
    goFirst: assign({ page: 1 }),
    goNext: assign({ page: ({ context }) => context.page + 1 }),
    goBack: assign({ page: ({ context }) => context.page - 1 }),
    forgetRecords: assign({ rows: 0, failure: null }),
    keepRows: assign({ rows: (_, { rows }: { rows: number }) => rows }),
    keepFailure: assign({ failure: (_, { failure }: { failure: Failure }) => failure }),
    clearFailure: assign({ failure: null }),
    readAnew: sendTo('records', { type: 'user.refresh' }),
    announceRefreshed: emit({ type: 'toast', kind: 'success', key: 'history:toast.refreshed' }),
    announceRefreshFailed: emit(({ context }) => ({
      type: 'toast' as const,
      kind: 'error' as const,
      key: `history:list.${context.list}.refreshFailed`,
    })),
  },
  guards: {
    isFurther: ({ context }) => context.page > 1,
    /** A full page may be followed by another one (HISTORY-04). */
    hasNext: ({ context: { list, page, range, rows } }) =>
      range === null ? rows >= rulesOf(list).size : rows > page * rulesOf(list).size,
    /** All records of a later page are gone, such as after a cancelled order. */
    isEmptied: ({ context: { page, range, rows } }, { rows: left }: { rows: number }) =>
      page > 1 && range === null && rows > 0 && left === 0,
    isFilter: ({ context }, { filter }: { filter: string }) => isOtherFilter(context, filter),
    /** One that leads back to page 1. */
    isFilterOfOtherPage: ({ context }, { filter }: { filter: string }) =>
      isOtherFilter(context, filter) && context.page > 1 && context.range === null,
    isColumn: ({ context }, { column }: { column: string }) =>
      Object.hasOwn(rulesOf(context.list).columns, column),
    isRanged: ({ context }) => context.range !== null,
  },
}).createMachine({
  id: 'history',
  description: 'One of the four history screens: its page, its view, and how its records stand.',
  context: ({ input }) => ({
    ...input,
    page: 1,
    filter: 'all',
    search: '',
    sort: NEWEST_FIRST,
    range: null,
    rows: 0,
    failure: null,
  }),
  type: 'parallel',
  states: {
    list: {
      description: 'What is shown.',
      initial: 'watching',
      on: {
        'filter.chosen': [
          {
            guard: { type: 'isFilterOfOtherPage', params: ({ event }) => event },
            target: '.watching',
            actions: [{ type: 'keepFilter', params: ({ event }) => event }, { type: 'goFirst' }],
          },
          {
            guard: { type: 'isFilter', params: ({ event }) => event },
            actions: [{ type: 'keepFilter', params: ({ event }) => event }, { type: 'goFirst' }],
          },
        ],
        'search.changed': [
          {
            guard: and([not('isRanged'), 'isFurther']),
            target: '.watching',
            actions: [{ type: 'keepSearch', params: ({ event }) => event }, { type: 'goFirst' }],
          },
          { actions: [{ type: 'keepSearch', params: ({ event }) => event }, { type: 'goFirst' }] },
        ],
        'sort.chosen': {
          guard: { type: 'isColumn', params: ({ event }) => event },
          actions: { type: 'keepSort', params: ({ event }) => event },
        },
        'range.chosen': {
          target: '.watching',
          actions: [{ type: 'keepRange', params: ({ event }) => event }, { type: 'goFirst' }],
        },
        'page.next': [
          { guard: and(['isRanged', 'hasNext']), actions: { type: 'goNext' } },
          { guard: 'hasNext', target: '.watching', actions: { type: 'goNext' } },
        ],
        'page.previous': [
          { guard: and(['isRanged', 'isFurther']), actions: { type: 'goBack' } },
          { guard: 'isFurther', target: '.watching', actions: { type: 'goBack' } },
        ],
      },
      states: {
        watching: {
          description: 'The records of one page, or of one range, are read and kept current.',
          initial: 'loading',
          entry: { type: 'forgetRecords' },
          invoke: {
            id: 'records',
            src: 'records',
            input: ({ context: { list, page, range } }) => ({ list, page, range }),
            onError: {},
          },
          on: {
            'records.loading': { target: '.loading', actions: { type: 'clearFailure' } },
            'records.arrived': [
              {
                guard: { type: 'isEmptied', params: ({ event }) => event },
                target: 'watching',
                reenter: true,
                actions: { type: 'goBack' },
              },
              {
                target: '.shown.current',
                actions: [{ type: 'keepRows', params: ({ event }) => event }, { type: 'clearFailure' }],
              },
            ],
            'records.refreshing': {
              target: '.shown.refreshing',
              actions: [{ type: 'keepRows', params: ({ event }) => event }, { type: 'clearFailure' }],
            },
            'records.outdated': {
              target: '.shown.outdated',
              actions: [
                { type: 'keepRows', params: ({ event }) => event },
                { type: 'keepFailure', params: ({ event }) => event },
              ],
            },
            'records.missing': {
              target: '.missing',
              actions: { type: 'keepFailure', params: ({ event }) => event },
            },
          },
          states: {
            loading: {
              description: 'There is nothing to show yet.',
              tags: ['busy'],
            },
            shown: {
              description: 'Records are on the screen, or it is known that there are none.',
              initial: 'current',
              states: {
                current: { description: 'They are as new as they should be.' },
                refreshing: { description: 'They stay while newer ones are read.', tags: ['busy'] },
                outdated: { description: 'A later read failed: they stay, marked as not current.' },
              },
            },
            missing: {
              description: 'They could not be read; the reason is shown, and the user may try again.',
              tags: ['failed'],
            },
          },
        },
      },
    },
    refresh: {
      description: 'Whether the user waits for newer records, and is owed a word.',
      initial: 'quiet',
      states: {
        quiet: {
          description: 'Nobody asked.',
          on: { 'user.refresh': { target: 'asked', actions: { type: 'readAnew' } } },
        },
        asked: {
          description: 'The user asked; how it ended is said.',
          on: {
            'records.arrived': { target: 'quiet', actions: { type: 'announceRefreshed' } },
            'records.outdated': { target: 'quiet', actions: { type: 'announceRefreshFailed' } },
            'records.missing': { target: 'quiet', actions: { type: 'announceRefreshFailed' } },
            'range.chosen': { target: 'quiet' },
            'page.next': { guard: and(['hasNext', not('isRanged')]), target: 'quiet' },
            'page.previous': { guard: and(['isFurther', not('isRanged')]), target: 'quiet' },
            'search.changed': { guard: and(['isFurther', not('isRanged')]), target: 'quiet' },
            'filter.chosen': {
              guard: { type: 'isFilterOfOtherPage', params: ({ event }) => event },
              target: 'quiet',
            },
          },
        },
      },
    },
  },
});

export type HistorySnapshot = SnapshotFrom<typeof historyMachine>;

/** `outdated`: the last read failed, and older records stay on the screen. */
export type HistoryPhase = 'loading' | 'current' | 'refreshing' | 'outdated' | 'missing';

export function selectPhase(snapshot: HistorySnapshot): HistoryPhase {
  const { watching } = snapshot.value.list;
  return typeof watching === 'string' ? watching : watching.shown;
}

export const isBusy = (snapshot: HistorySnapshot): boolean => snapshot.hasTag('busy');
export const selectPage = (snapshot: HistorySnapshot) => snapshot.context.page;
export const selectFilter = (snapshot: HistorySnapshot) => snapshot.context.filter;
export const selectSearch = (snapshot: HistorySnapshot) => snapshot.context.search;
export const selectSort = (snapshot: HistorySnapshot) => snapshot.context.sort;
export const selectRange = (snapshot: HistorySnapshot) => snapshot.context.range;
export const hasNext = (snapshot: HistorySnapshot): boolean => snapshot.can({ type: 'page.next' });
export const hasPrevious = (snapshot: HistorySnapshot): boolean => snapshot.can({ type: 'page.previous' });
