import { historyExportImplementations } from '../../src/machines/history/history.actors.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import type { TimeRange } from '../../src/domain/history/types.ts';
import type { Execution } from '../../src/domain/order.ts';
import {
  historyExportMachine,
  type HistoryExportContext,
  type HistoryExportSnapshot,
} from '../../src/machines/history/historyExport.machine.ts';
import { parseCsv } from '../csv.ts';
import * as selectors from '../../src/machines/history/historyExport.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { AnyEvent, EventCase, Outcome } from './tools/explore.ts';
import { recordEmitted, scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof historyExportMachine;
type Context = HistoryExportContext;
type Ending = Outcome<HistoryExportSnapshot>;

const day = (number: number): number => Date.UTC(2026, 0, number, 12);
const HEADINGS = [
  'time',
  'zone',
  'id',
  'pair',
  'type',
  'side',
  'kind',
  'price',
  'amount',
  'total',
  'fee',
  'coin',
];
const ALL: TimeRange = { from: null, to: null };
const EVERY = { filter: 'all', search: '' };
const SALES = { filter: 'sell', search: '' };
const SOME: TimeRange = { from: Date.UTC(2026, 0, 4), to: Date.UTC(2026, 0, 6) - 1 };

const read = (skip: number): string => `GET /order/orders/history/executions?skip=${skip}&limit=100`;

const FULL = new DOMException('no room', 'QuotaExceededError');

interface Saving {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'));
  let saving: Saving | undefined;
  return {
    machine: historyExportMachine.provide(
      historyExportImplementations({
        http: network.http,
        files: {
          save: (name, type, text) => {
            const [headings, ...rows] = parseCsv(text);
            const ids = rows.map((row) => row[2]).join();
            effects.push(`save ${name} as ${type}, ${headings?.join('|')}, of ${ids}`);
            return new Promise((resolve, reject) => {
              saving = { resolve, reject };
            });
          },
        },
        clock: { now: () => day(9) },
        random: () => 0.5,
        zone: () => 'Europe/Berlin',
      }),
    ),
    clock: new TestClock(),
    settle: (id, outcome) => {
      if (id === 'readPage') network.reply(outcome.reply as Reply);
      else if (outcome.error instanceof Error) saving?.reject(outcome.error);
      else saving?.resolve();
    },
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => network.open(),
  };
}

const wire = (number: number): object => ({
  id: `t${number}`,
  pair_symbol: 'XMR-BTC',
  operation: number === 6 ? 'SELL' : 'BUY',
  executed_price: '0.003',
  executed_quantity: '2',
  created_at: new Date(day(number)).toISOString(),
});
const trade = (number: number): Execution => ({
  id: `t${number}`,
  orderId: null,
  pair: 'XMR-BTC',
  side: number === 6 ? 'sell' : 'buy',
  kind: 'limit',
  price: '0.003',
  quantity: '2',
  value: null,
  fee: null,
  feeCurrency: null,
  feeRate: null,
  isMaker: null,
  createdAt: day(number),
});
const page = (days: readonly number[]): Ending => ({
  name: days.length === 0 ? 'nothing' : days.join(),
  reply: { status: 200, body: days.map(wire) },
  done: days.map(trade),
});
/** A failure at a later page shows nothing new. */
const isEarly = ({ context }: HistoryExportSnapshot): boolean => context.seen.length <= 2;
const lost = (name: string, reply: Reply, failure: Failure): Ending => ({
  name,
  reply,
  error: new OutageError(failure),
  when: isEarly,
});
const readPage: readonly Ending[] = [
  page([7, 6]),
  page([6, 5]),
  page([3]),
  page([]),
  lost('401', { status: 401, body: {} }, { code: 'unauthorized', status: 401, retryable: false }),
  lost(
    '429',
    { status: 429, body: {}, retryAfter: 7 },
    { code: 'tooMany', status: 429, retryAfter: 7, retryable: true },
  ),
  lost(
    '503',
    { status: 503, body: {} },
    { code: 'server', status: 503, retryable: true, cause: 'executions 503' },
  ),
  lost('no answer', 'noAnswer', { code: 'unreachable', retryable: true, cause: 'TypeError' }),
  lost(
    'no list',
    { status: 200, body: { no: 'list' } },
    { code: 'unreadable', status: 200, retryable: false, cause: 'executions 200' },
  ),
];
const saveFile: readonly Ending[] = [
  { name: 'taken', says: 'the browser has taken the file', done: undefined },
  { name: 'no room', says: 'there is no room for the file', error: FULL },
];

const events: readonly EventCase<Machine>[] = [
  {
    name: 'export',
    says: 'the user asks for a file',
    event: { type: 'user.export', range: null, selection: EVERY, headings: HEADINGS },
  },
  {
    name: 'export some days',
    says: 'the user asks for a file of some days',
    event: { type: 'user.export', range: SOME, selection: EVERY, headings: HEADINGS },
  },
  {
    name: 'export sales',
    says: 'the user asks for a file of the sales',
    event: { type: 'user.export', range: null, selection: SALES, headings: HEADINGS },
  },
  { name: 'cancel', says: 'the user cancels', event: { type: 'user.cancel' } },
  { name: 'retry', says: 'the user presses "Retry"', event: { type: 'user.retry' } },
];

const NOTHING = {
  range: ALL,
  selection: EVERY,
  headings: [],
  form: 'commas',
  seen: [],
  rows: [],
  attempt: 0,
  failure: null,
};
const answered = (event: AnyEvent): readonly Execution[] =>
  (event as unknown as { output: readonly Execution[] }).output;
const failureIn = (event: AnyEvent): Failure => (event.error as OutageError).failure;
const fresh = ({ seen }: Context, event: AnyEvent): readonly Execution[] =>
  answered(event).filter(({ id }) => !seen.includes(id));
const within = ({ range, selection }: Context, { createdAt, side }: Execution): boolean =>
  (range.from === null || (createdAt ?? 0) >= range.from) &&
  (range.to === null || (createdAt ?? 0) <= range.to) &&
  (selection.filter === 'all' || side === selection.filter);
const isLast = (context: Context, event: AnyEvent): boolean =>
  fresh(context, event).length === 0 ||
  (context.range.from !== null && (answered(event).at(-1)?.createdAt ?? Infinity) < context.range.from);
const kept = (context: Context, event: AnyEvent) => ({
  seen: [...context.seen, ...fresh(context, event).map(({ id }) => id)],
  rows: [...context.rows, ...fresh(context, event).filter((row) => within(context, row))],
  attempt: 0,
});
const PAGES = ['readPage: 7,6', 'readPage: 6,5', 'readPage: 3', 'readPage: nothing'];
const nameOf = ({ range, selection }: Context): string => {
  if (selection.filter === 'sell') return 'trading-history_sell_2026-01-09.csv';
  return range.from === null ? 'trading-history_2026-01-09.csv' : 'trading-history_2026-01-04_2026-01-05.csv';
};
const toast = (kind: string, key: string, values = ''): string =>
  `toast {"key":"history:toast.${key}","kind":"${kind}"${values}}`;

const rows: readonly Row<Context>[] = [
  { ref: 'HISTORY-12', in: '', on: '(start)', to: 'idle', sets: () => NOTHING },
  {
    ref: 'HISTORY-12: all pages',
    in: 'idle',
    on: 'export',
    to: 'reading',
    does: () => [read(0)],
    sets: () => ({ ...NOTHING, headings: HEADINGS }),
  },
  {
    ref: 'HISTORY-12: date range',
    in: 'idle',
    on: 'export some days',
    to: 'reading',
    does: () => [read(0)],
    sets: () => ({ ...NOTHING, headings: HEADINGS, range: SOME }),
  },
  {
    ref: 'HISTORY-12: filters are applied',
    in: 'idle',
    on: 'export sales',
    to: 'reading',
    does: () => [read(0)],
    sets: () => ({ ...NOTHING, headings: HEADINGS, selection: SALES }),
  },
  {
    ref: 'HISTORY-12: progress; a page begins where the one before ended',
    in: 'reading',
    on: PAGES,
    if: (context, event) => !isLast(context, event),
    does: (context, event) => [read(kept(context, event).seen.length)],
    sets: kept,
  },
  {
    ref: 'HISTORY-12: there is nothing to export',
    in: 'reading',
    on: PAGES,
    if: (context, event) => kept(context, event).rows.length === 0,
    to: 'idle',
    does: () => [toast('info', 'nothingToExport')],
    sets: () => NOTHING,
  },
  {
    ref: 'HISTORY-12: exact decimal text, formula-safe cells',
    in: 'reading',
    on: PAGES,
    to: 'saving',
    does: (context, event) => [
      `save ${nameOf(context)} as text/csv;charset=utf-8, ${HEADINGS.join('|')}, of ${kept(context, event)
        .rows.map(({ id }) => id)
        .join()}`,
    ],
    sets: kept,
  },
  {
    ref: 'LOST-06: three retries, reads only',
    in: 'reading',
    on: ['readPage: 429', 'readPage: 503', 'readPage: no answer'],
    if: ({ attempt }) => attempt < 3,
    to: 'pausing',
    sets: ({ attempt }, event) => ({ attempt: attempt + 1, failure: failureIn(event) }),
  },
  {
    ref: 'SESSION-02: a 401 ends the session',
    in: 'reading',
    on: 'readPage: 401',
    to: 'interrupted',
    does: () => ['session over', toast('error', 'exportFailed')],
    sets: (_context, event) => ({ failure: failureIn(event) }),
  },
  {
    ref: 'HISTORY-12: what was read is kept',
    in: 'reading',
    on: 'readPage: *',
    to: 'interrupted',
    does: () => [toast('error', 'exportFailed')],
    sets: ({ seen, rows: known }, event) => ({ failure: failureIn(event), seen, rows: known }),
  },
  {
    ref: 'LOST-06: growing delays with jitter; Retry-After is respected',
    in: 'pausing',
    on: 'after retryPause',
    says: 'the pause before the next try is over',
    after: ({ attempt, failure }) =>
      Math.max([1125, 2250, 4500][attempt - 1] ?? Number.NaN, (failure?.retryAfter ?? 0) * 1000),
    to: 'reading',
    does: ({ seen }) => [read(seen.length)],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'HISTORY-12: cancel',
    in: 'reading',
    on: 'cancel',
    to: 'idle',
    does: ({ seen }) => [`abort ${read(seen.length)}`],
    sets: () => NOTHING,
  },
  {
    ref: 'HISTORY-12: cancel',
    in: ['pausing', 'interrupted'],
    on: 'cancel',
    to: 'idle',
    sets: () => NOTHING,
  },
  {
    ref: 'HISTORY-12: the next try goes on where the last one stopped',
    in: 'interrupted',
    on: 'retry',
    to: 'reading',
    does: ({ seen }) => [read(seen.length)],
    sets: ({ seen, rows: known }) => ({ seen, rows: known, attempt: 0, failure: null }),
  },
  {
    ref: 'HISTORY-12: CSV export that works',
    in: 'saving',
    on: 'saveFile: taken',
    to: 'idle',
    does: ({ rows: known }) => [toast('success', 'exported', `,"values":{"count":${known.length}}`)],
    sets: () => NOTHING,
  },
  {
    ref: 'HISTORY-12: nothing left after',
    in: 'saving',
    on: 'saveFile: no room',
    to: 'idle',
    does: () => [toast('error', 'exportFailed')],
    sets: () => NOTHING,
  },
];

export const historyExportModel: MachineModel<Machine> = {
  name: 'historyExport',
  machine: historyExportMachine,
  states: {
    idle: 'no file is being made',
    reading: 'a page is being read',
    pausing: 'the next try to read the page waits',
    interrupted: 'the page says that it was interrupted, and offers to go on',
    saving: 'the file is being written',
  },
  services: { readPage: 'reading a page' },
  endings: {
    '3': 'brings the record 3',
    '6,5': 'brings the records 6 and 5',
    '7,6': 'brings the records 7 and 6',
    nothing: 'brings nothing',
    'no list': 'brings no list',
  },
  variants: [{ name: 'trades', input: { list: 'trades' }, events, outcomes: { readPage, saveFile }, sut }],
  key: ({ value, context: { range, selection, seen, attempt, failure } }) => ({
    value,
    range,
    filter: selection.filter,
    seen,
    attempt,
    retryAfter: failure?.retryAfter ?? 0,
  }),
  requirements: rows,
  invariant: ({ context: { seen, rows: known, failure }, value }) => {
    if (value === 'interrupted' && failure === null) return 'does not say why it stopped';
    return new Set(seen).size === seen.length && known.length <= seen.length ? undefined : 'a record twice';
  },
  selectors: {
    from: selectors,
    rules: {
      selectStage: [
        [/^idle$/, 'idle'],
        [/^reading$/, 'reading'],
        [/^interrupted$/, 'interrupted'],
        [/^pausing$/, 'pausing'],
        [/^saving$/, 'saving'],
      ],
      selectRead: ({ seen }: { seen: readonly unknown[] }) => seen.length,
      selectFailure: { context: 'failure' },
    },
  },
  tags: { busy: /^(reading|pausing|saving)/, failed: /^interrupted/ },
};
