import { assign, emit, setup, type SnapshotFrom } from 'xstate';
import { retryDelay } from '../../domain/retryDelay.ts';
import { type Failure, failureOf } from '../../domain/failure.ts';
import {
  type HistorySelection,
  isCovered,
  isPastRange,
  isSelected,
  rulesOf,
} from '../../domain/history/rules.ts';
import type { HistoryName, HistoryRange, HistoryRow, TimeRange } from '../../domain/history/types.ts';
import type { CsvForm } from './csv.rules.ts';
import { promise, type Toast } from '../shared/common.ts';

export interface HistoryExportInput {
  readonly list: HistoryName;
}

export interface HistoryExportContext extends HistoryExportInput {
  readonly range: HistoryRange;
  readonly selection: HistorySelection;
  /** Headings of the columns. */
  readonly headings: readonly string[];
  readonly form: CsvForm;
  /** Ids of all records that were read, wanted or not. */
  readonly seen: readonly string[];
  /** Wanted records so far. */
  readonly rows: readonly HistoryRow[];
  /** Failed tries of the current page. */
  readonly attempt: number;
  readonly failure: Failure | null;
}

export interface ExportWish {
  readonly range: HistoryRange | null;
  readonly selection: HistorySelection;
  readonly headings: readonly string[];
  /** `commas` when absent. */
  readonly form?: CsvForm;
}

export type HistoryExportEvent =
  | ({ readonly type: 'user.export' } & ExportWish)
  | { readonly type: 'user.cancel' }
  | { readonly type: 'user.retry' };

export interface ExportPageInput extends HistoryExportInput {
  readonly skip: number;
  readonly pair?: string | undefined;
}

export type ExportFileInput = Pick<
  HistoryExportContext,
  'list' | 'range' | 'selection' | 'headings' | 'form' | 'rows'
>;

/** Automatic retries of a page (LOST-06). */
const RETRIES = 3;
const ALL: TimeRange = { from: null, to: null };
const EVERY: HistorySelection = { filter: 'all', search: '' };
const NOTHING = {
  range: ALL,
  selection: EVERY,
  headings: [],
  form: 'commas',
  seen: [],
  rows: [],
  attempt: 0,
  failure: null,
} as const;

/** A new record moves the others to later pages, so that some come twice. */
function unseen({ list, seen }: HistoryExportContext, page: readonly HistoryRow[]): readonly HistoryRow[] {
  const known = new Set(seen);
  const { id } = rulesOf(list);
  return page.filter((row) => !known.has(id(row)));
}

function wanted(context: HistoryExportContext, page: readonly HistoryRow[]): readonly HistoryRow[] {
  const rules = rulesOf(context.list);
  return unseen(context, page).filter(
    (row) => isCovered(rules, row, context.range) && isSelected(rules, row, context.selection),
  );
}

const isLast = (context: HistoryExportContext, page: readonly HistoryRow[]): boolean =>
  unseen(context, page).length === 0 || isPastRange(page.map(rulesOf(context.list).time), context.range);

/**
 * A file of all records that match the range, filter and search of the screen. Pages are read one after another. After
 * a failure the next attempt continues with the page that failed.
 */
export const historyExportMachine = setup({
  types: {
    context: {} as HistoryExportContext,
    events: {} as HistoryExportEvent,
    input: {} as HistoryExportInput,
    emitted: {} as Toast,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    readPage: promise<readonly HistoryRow[], ExportPageInput>(),
    saveFile: promise<void, ExportFileInput>(),
  },
  actions: {
    keepPage: assign({
      seen: ({ context }, page: readonly HistoryRow[]) => [
        ...context.seen,
        ...unseen(context, page).map(rulesOf(context.list).id),
      ],
      rows: ({ context }, page: readonly HistoryRow[]) => [...context.rows, ...wanted(context, page)],
      attempt: 0,
    }),
    announceFailed: emit({ type: 'toast', kind: 'error', key: 'history:toast.exportFailed' }),
  },
  guards: {
    mayRetry: ({ context }, { retryable }: Failure) => retryable && context.attempt < RETRIES,
    isLastPage: ({ context }, page: readonly HistoryRow[]) => isLast(context, page),
    isLastOfNone: ({ context }, page: readonly HistoryRow[]) =>
      isLast(context, page) && context.rows.length + wanted(context, page).length === 0,
  },
  delays: {
    /** Growing, and never shorter than the server requires; the actors' file adds the random part. */
    retryPause: ({ context }) => retryDelay(context.attempt, 0, context.failure?.retryAfter),
  },
}).createMachine({
  id: 'historyExport',
  description: 'A file of the records of a history.',
  context: ({ input }) => ({ ...input, ...NOTHING }),
  initial: 'idle',
  states: {
    idle: {
      description: 'No file is being made.',
      entry: assign(NOTHING),
      on: {
        'user.export': {
          target: 'reading',
          actions: assign(({ event: { range, selection, headings, form = 'commas' } }) => ({
            range: range ?? ALL,
            selection,
            headings,
            form,
          })),
        },
      },
    },
    reading: {
      description: 'A page is on its way; the user sees how many records were read.',
      tags: ['busy'],
      invoke: {
        id: 'readPage',
        src: 'readPage',
        input: ({ context: { list, seen, range } }) => ({ list, skip: seen.length, pair: range.pair }),
        onDone: [
          {
            guard: { type: 'isLastOfNone', params: ({ event }) => event.output },
            target: 'idle',
            actions: emit({ type: 'toast', kind: 'info', key: 'history:toast.nothingToExport' }),
          },
          {
            guard: { type: 'isLastPage', params: ({ event }) => event.output },
            target: 'saving',
            actions: { type: 'keepPage', params: ({ event }) => event.output },
          },
          {
            target: 'reading',
            reenter: true,
            actions: { type: 'keepPage', params: ({ event }) => event.output },
          },
        ],
        onError: [
          {
            guard: { type: 'mayRetry', params: ({ event }) => failureOf(event.error) },
            target: 'pausing',
            actions: assign({
              failure: ({ event }) => failureOf(event.error),
              attempt: ({ context }) => context.attempt + 1,
            }),
          },
          { target: 'interrupted', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
        ],
      },
      on: { 'user.cancel': 'idle' },
    },
    pausing: {
      description: 'A page failed in a way that may pass; it is asked for again after a growing pause.',
      tags: ['busy'],
      after: { retryPause: { target: 'reading', actions: assign({ failure: null }) } },
      on: { 'user.cancel': 'idle' },
    },
    interrupted: {
      description: 'A page could not be read. What was read is kept; the user may go on or give up.',
      tags: ['failed'],
      entry: 'announceFailed',
      exit: assign({ failure: null, attempt: 0 }),
      on: { 'user.retry': 'reading', 'user.cancel': 'idle' },
    },
    saving: {
      description: 'The file is being written.',
      tags: ['busy'],
      invoke: {
        id: 'saveFile',
        src: 'saveFile',
        input: ({ context: { list, range, selection, headings, form, rows } }) => ({
          list,
          range,
          selection,
          headings,
          form,
          rows,
        }),
        onDone: {
          target: 'idle',
          actions: emit(({ context }) => ({
            type: 'toast',
            kind: 'success',
            key: 'history:toast.exported',
            values: { count: context.rows.length },
          })),
        },
        onError: { target: 'idle', actions: 'announceFailed' },
      },
    },
  },
});

export type HistoryExportSnapshot = SnapshotFrom<typeof historyExportMachine>;

export const selectStage = (snapshot: HistoryExportSnapshot) => snapshot.value;
/** Also those outside the range. */
export const selectRead = (snapshot: HistoryExportSnapshot): number => snapshot.context.seen.length;
