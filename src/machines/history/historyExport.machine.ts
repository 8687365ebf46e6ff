import { assign, emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { retryDelay } from '../../domain/backoff.ts';
import { type Failure, failureOf } from '../../domain/failure.ts';
import {
  type HistorySelection,
  isInRange,
  isPastRange,
  isSelected,
  rulesOf,
} from '../../domain/history/rules.ts';
import type { HistoryName, HistoryRow, TimeRange } from '../../domain/history/types.ts';
import type { Result } from '../../domain/result.ts';
import type { CsvForm } from './exported.rules.ts';
import { unwired, type Toast } from '../shared/index.ts';

export interface HistoryExportInput {
  readonly list: HistoryName;
}

export interface HistoryExportContext extends HistoryExportInput {
  readonly range: TimeRange;
  readonly selection: HistorySelection;
  /** Of the columns. */
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
  readonly range: TimeRange | null;
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
}

export type ExportPageOutput = Result<readonly HistoryRow[]>;

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

const rowsIn = (answer: ExportPageOutput): readonly HistoryRow[] => (answer.ok ? answer.value : []);
const failureIn = (answer: ExportPageOutput): Failure | null => (answer.ok ? null : answer.failure);

/** A new record moves the others to later pages, so that some come twice. */
function unseen({ list, seen }: HistoryExportContext, answer: ExportPageOutput): readonly HistoryRow[] {
  const known = new Set(seen);
  const { id } = rulesOf(list);
  return rowsIn(answer).filter((row) => !known.has(id(row)));
}

function wanted(context: HistoryExportContext, answer: ExportPageOutput): readonly HistoryRow[] {
  const rules = rulesOf(context.list);
  return unseen(context, answer).filter(
    (row) => isInRange(rules.time(row), context.range) && isSelected(rules, row, context.selection),
  );
}

const isLast = (context: HistoryExportContext, answer: ExportPageOutput): boolean =>
  unseen(context, answer).length === 0 ||
  isPastRange(rowsIn(answer).map(rulesOf(context.list).time), context.range);

/**
 * A file of all records that match the range, filter and search of the screen. Pages are read one after another.
 * After a failure the next try goes on with the page that failed.
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
    readPage: fromPromise<ExportPageOutput, ExportPageInput>(unwired('historyExport.readPage')),
    saveFile: fromPromise<void, ExportFileInput>(unwired('historyExport.saveFile')),
  },
  actions: {
    keepWish: assign({
      range: (_, { range }: ExportWish) => range ?? ALL,
      selection: (_, { selection }) => selection,
      headings: (_, { headings }) => headings,
      form: (_, { form = 'commas' }) => form,
    }),
    keepPage: assign({
      seen: ({ context }, answer: ExportPageOutput) => [
        ...context.seen,
        ...unseen(context, answer).map(rulesOf(context.list).id),
      ],
      rows: ({ context }, answer: ExportPageOutput) => [...context.rows, ...wanted(context, answer)],
      attempt: 0,
    }),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    startOver: assign({ attempt: 0 }),
    keepFailure: assign({ failure: (_, failure: Failure | null) => failure }),
    clearFailure: assign({ failure: null }),
    forget: assign(NOTHING),
    announceSaved: emit(({ context }) => ({
      type: 'toast' as const,
      kind: 'success' as const,
      key: 'history:toast.exported',
      values: { count: context.rows.length },
    })),
    announceNone: emit({ type: 'toast', kind: 'info', key: 'history:toast.nothingToExport' }),
    announceFailed: emit({ type: 'toast', kind: 'error', key: 'history:toast.exportFailed' }),
  },
  guards: {
    isRefused: (_, answer: ExportPageOutput) => !answer.ok,
    mayPass: ({ context }, failure: Failure | null) =>
      failure !== null && failure.retryable && context.attempt < RETRIES,
    isLastPage: ({ context }, answer: ExportPageOutput) => isLast(context, answer),
    isLastOfNone: ({ context }, answer: ExportPageOutput) =>
      isLast(context, answer) && context.rows.length + wanted(context, answer).length === 0,
  },
  delays: {
    /** Growing, and never shorter than the server asked for; the actors' file adds the random part. */
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
      entry: { type: 'forget' },
      on: {
        'user.export': {
          target: 'reading',
          actions: { type: 'keepWish', params: ({ event }) => event },
        },
      },
    },
    reading: {
      description: 'A page is on its way; the user sees how many records were read.',
      tags: ['busy'],
      invoke: {
        id: 'readPage',
        src: 'readPage',
        input: ({ context: { list, seen } }) => ({ list, skip: seen.length }),
        onDone: [
          {
            guard: { type: 'mayPass', params: ({ event }) => failureIn(event.output) },
            target: 'pausing',
            actions: [
              { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
              { type: 'countAttempt' },
            ],
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'interrupted',
            actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          },
          {
            guard: { type: 'isLastOfNone', params: ({ event }) => event.output },
            target: 'idle',
            actions: { type: 'announceNone' },
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
            guard: { type: 'mayPass', params: ({ event }) => failureOf(event.error) },
            target: 'pausing',
            actions: [
              { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
              { type: 'countAttempt' },
            ],
          },
          {
            target: 'interrupted',
            actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
          },
        ],
      },
      on: { 'user.cancel': { target: 'idle' } },
    },
    pausing: {
      description: 'A page failed in a way that may pass; it is asked for again after a growing pause.',
      tags: ['busy'],
      after: { retryPause: { target: 'reading', actions: { type: 'clearFailure' } } },
      on: { 'user.cancel': { target: 'idle' } },
    },
    interrupted: {
      description: 'A page could not be read. What was read is kept; the user may go on or give up.',
      tags: ['failed'],
      entry: { type: 'announceFailed' },
      exit: [{ type: 'clearFailure' }, { type: 'startOver' }],
      on: {
        'user.retry': { target: 'reading' },
        'user.cancel': { target: 'idle' },
      },
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
        onDone: { target: 'idle', actions: { type: 'announceSaved' } },
        onError: { target: 'idle', actions: { type: 'announceFailed' } },
      },
    },
  },
});

export type HistoryExportSnapshot = SnapshotFrom<typeof historyExportMachine>;

export type ExportStage = HistoryExportSnapshot['value'];

export const selectStage = (snapshot: HistoryExportSnapshot): ExportStage => snapshot.value;
/** Also those outside the range. */
export const selectRead = (snapshot: HistoryExportSnapshot): number => snapshot.context.seen.length;
