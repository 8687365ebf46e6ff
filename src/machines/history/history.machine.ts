import { and, assign, emit, not, sendTo, setup, type SnapshotFrom } from 'xstate';
import type { Failure } from '../../domain/failure.ts';
import { EVER, NEWEST_FIRST, nextSort, rulesOf } from '../../domain/history/rules.ts';
import type { HistoryName, HistoryRange, HistorySort } from '../../domain/history/types.ts';
import { callback, type Toast } from '../shared/common.ts';

export interface HistoryInput {
  readonly list: HistoryName;
  /** A page's request that leads here: it is searched for in all pages. */
  readonly search?: string;
}

export interface HistoryContext {
  readonly list: HistoryName;
  /** From 1. */
  readonly page: number;
  readonly filter: string;
  readonly search: string;
  readonly sort: HistorySort;
  /** Null for one page. */
  readonly range: HistoryRange | null;
  /** Records of the page that were sent, readable or not; of a range, those that could be read. */
  readonly rows: number;
  readonly failure: Failure | null;
}

export interface RecordsInput {
  readonly list: HistoryName;
  readonly page: number;
  readonly range: HistoryRange | null;
}

export type RecordsEvent =
  | { readonly type: 'records.loading' }
  | { readonly type: 'records.arrived'; readonly rows: number }
  | { readonly type: 'records.refreshing'; readonly rows: number }
  | { readonly type: 'records.outdated'; readonly rows: number; readonly failure: Failure }
  | { readonly type: 'records.missing'; readonly failure: Failure };

export type HistoryEvent =
  | RecordsEvent
  | { readonly type: 'filter.chosen'; readonly filter: string }
  | { readonly type: 'search.changed'; readonly text: string }
  | { readonly type: 'sort.chosen'; readonly column: string }
  | { readonly type: 'range.chosen'; readonly range: HistoryRange | null }
  | { readonly type: 'page.next' }
  | { readonly type: 'page.previous' }
  | { readonly type: 'user.refresh' };

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
    records: callback<{ readonly type: 'user.refresh' }, RecordsInput, RecordsEvent>(),
  },
  actions: {
    announceRefreshFailed: emit(({ context }) => ({
      type: 'toast',
      kind: 'error',
      key: `history:list.${context.list}.refreshFailed`,
    })),
  },
  guards: {
    isFurther: ({ context }) => context.page > 1,
    /** A full page may be followed by another one (HISTORY-04). */
    hasNext: ({ context: { list, page, range, rows } }) =>
      range === null ? rows >= rulesOf(list).size : rows > page * rulesOf(list).size,
    /** All records of a later page are gone, such as after a cancelled order. */
    isEmptied: ({ context: { page, range, rows } }, left: number) =>
      page > 1 && range === null && rows > 0 && left === 0,
    isFilter: ({ context }, filter: string) => isOtherFilter(context, filter),
    /** One that leads back to page 1. */
    isFilterOfOtherPage: ({ context }, filter: string) =>
      isOtherFilter(context, filter) && context.page > 1 && context.range === null,
    isColumn: ({ context }, column: string) => Object.hasOwn(rulesOf(context.list).columns, column),
    isRanged: ({ context }) => context.range !== null,
  },
}).createMachine({
  id: 'history',
  description: 'One of the four history screens: its page, its view, and how its records stand.',
  context: ({ input }) => ({
    list: input.list,
    page: 1,
    filter: 'all',
    search: input.search ?? '',
    sort: NEWEST_FIRST,
    range: input.search ? EVER : null,
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
            guard: { type: 'isFilterOfOtherPage', params: ({ event }) => event.filter },
            target: '.watching',
            actions: assign({ filter: ({ event }) => event.filter, page: 1 }),
          },
          {
            guard: { type: 'isFilter', params: ({ event }) => event.filter },
            actions: assign({ filter: ({ event }) => event.filter, page: 1 }),
          },
        ],
        'search.changed': [
          {
            guard: and([not('isRanged'), 'isFurther']),
            target: '.watching',
            actions: assign({ search: ({ event }) => event.text, page: 1 }),
          },
          { actions: assign({ search: ({ event }) => event.text, page: 1 }) },
        ],
        'sort.chosen': {
          guard: { type: 'isColumn', params: ({ event }) => event.column },
          actions: assign({ sort: ({ context, event }) => nextSort(context.sort, event.column) }),
        },
        'range.chosen': {
          target: '.watching',
          actions: assign({ range: ({ event }) => event.range, page: 1 }),
        },
        'page.next': [
          {
            guard: and(['isRanged', 'hasNext']),
            actions: assign({ page: ({ context }) => context.page + 1 }),
          },
          {
            guard: 'hasNext',
            target: '.watching',
            actions: assign({ page: ({ context }) => context.page + 1 }),
          },
        ],
        'page.previous': [
          {
            guard: and(['isRanged', 'isFurther']),
            actions: assign({ page: ({ context }) => context.page - 1 }),
          },
          {
            guard: 'isFurther',
            target: '.watching',
            actions: assign({ page: ({ context }) => context.page - 1 }),
          },
        ],
      },
      states: {
        watching: {
          description: 'The records of one page, or of one range, are read and kept current.',
          initial: 'loading',
          entry: assign({ rows: 0, failure: null }),
          invoke: {
            id: 'records',
            src: 'records',
            input: ({ context: { list, page, range } }) => ({ list, page, range }),
            onError: {},
          },
          on: {
            'records.loading': { target: '.loading', actions: assign({ failure: null }) },
            'records.arrived': [
              {
                guard: { type: 'isEmptied', params: ({ event }) => event.rows },
                target: 'watching',
                reenter: true,
                actions: assign({ page: ({ context }) => context.page - 1 }),
              },
              {
                target: '.shown.current',
                actions: assign({ rows: ({ event }) => event.rows, failure: null }),
              },
            ],
            'records.refreshing': {
              target: '.shown.refreshing',
              actions: assign({ rows: ({ event }) => event.rows, failure: null }),
            },
            'records.outdated': {
              target: '.shown.outdated',
              actions: assign({ rows: ({ event }) => event.rows, failure: ({ event }) => event.failure }),
            },
            'records.missing': {
              target: '.missing',
              actions: assign({ failure: ({ event }) => event.failure }),
            },
          },
          states: {
            loading: { description: 'There is nothing to show yet.', tags: ['busy'] },
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
          on: { 'user.refresh': { target: 'asked', actions: sendTo('records', { type: 'user.refresh' }) } },
        },
        asked: {
          description: 'The user asked; how it ended is said.',
          on: {
            'records.arrived': {
              target: 'quiet',
              actions: emit({ type: 'toast', kind: 'success', key: 'history:toast.refreshed' }),
            },
            'records.outdated': { target: 'quiet', actions: 'announceRefreshFailed' },
            'records.missing': { target: 'quiet', actions: 'announceRefreshFailed' },
            'range.chosen': 'quiet',
            'page.next': { guard: and(['hasNext', not('isRanged')]), target: 'quiet' },
            'page.previous': { guard: and(['isFurther', not('isRanged')]), target: 'quiet' },
            'search.changed': { guard: and(['isFurther', not('isRanged')]), target: 'quiet' },
            'filter.chosen': {
              guard: { type: 'isFilterOfOtherPage', params: ({ event }) => event.filter },
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
export function selectPhase(snapshot: HistorySnapshot) {
  const { watching } = snapshot.value.list;
  return typeof watching === 'string' ? watching : watching.shown;
}

export type HistoryPhase = ReturnType<typeof selectPhase>;

export const hasNext = (snapshot: HistorySnapshot): boolean => snapshot.can({ type: 'page.next' });
export const hasPrevious = (snapshot: HistorySnapshot): boolean => snapshot.can({ type: 'page.previous' });
