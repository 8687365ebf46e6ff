import type { OutageError } from '../../src/domain/failure.ts';
import {
  type Candle,
  latestWindow,
  newestWindow,
  olderWindow,
  type Interval,
} from '../../src/domain/intervals.ts';
import type { BarsRead, CandleChartContext } from '../../src/machines/candleChart/index.ts';
import { specTable, type Row, type SpecTable } from './tools/spec.ts';
import type { AnyEvent } from './tools/explore.ts';

const NOON = Date.UTC(1970, 1, 20, 12) / 1000;

/** Epoch seconds, so early that the second window of four hour bars begins before 1970. */
export const NOW = Date.UTC(1970, 1, 20, 13) / 1000;

/** Whether a stream brings candles in the world that is walked. */
export const stream = { isThere: false };
const only = (...effects: readonly string[]): readonly string[] => (stream.isThere ? effects : []);

type MachineRow = Row<CandleChartContext>;

const frameOf = ({ interval }: Pick<CandleChartContext, 'interval'>): string =>
  interval === '1' ? 'minute' : 'hour';

function asks(
  { pair, interval }: CandleChartContext,
  { start, stop }: { start: number; stop: number },
): string {
  const frame = frameOf({ interval });
  return `POST /stats/chartx ${JSON.stringify({ frame, pair, start_ts: start, stop_ts: stop })}`;
}
const asksLatest = (context: CandleChartContext): string =>
  asks(context, latestWindow(context.interval, NOW));
const asksNewest = (context: CandleChartContext): string =>
  asks(context, newestWindow(context.interval, context.bars.at(-1)?.time ?? context.readFrom, NOW));
const asksOlder = (context: CandleChartContext): string =>
  asks(context, olderWindow(context.interval, context.readFrom));

const ABORT = 'abort POST /stats/chartx';
const failureIn = (event: AnyEvent) => (event.error as OutageError).failure;
const readIn = (event: AnyEvent) => event.output as BarsRead;

const NEWEST = ['waiting', 'reading', 'sleeping', 'live'] as const;
const OLDER = ['idle', 'reading', 'interrupted', 'exhausted'] as const;
const ready = (newest: string, older: string): string => `ready.newest.${newest} & older.${older}`;
const resting = (context: CandleChartContext): string => (context.isPageVisible ? 'waiting' : 'sleeping');

/** A row for each state of one region, whatever the other one does. */
type RegionRow = Omit<MachineRow, 'in' | 'to'> & {
  readonly to: string | ((context: CandleChartContext, event: AnyEvent) => string);
};
const targetOf = (row: RegionRow, context: CandleChartContext, event: AnyEvent): string =>
  typeof row.to === 'function' ? row.to(context, event) : row.to;
const newestRows = (from: string, row: RegionRow): MachineRow[] =>
  OLDER.map((older) => ({
    ...row,
    in: ready(from, older),
    to: (context, event) => ready(targetOf(row, context, event), older),
  }));
const olderRows = (from: string, row: RegionRow): MachineRow[] =>
  NEWEST.map((newest) => ({
    ...row,
    in: ready(newest, from),
    to: (context, event) => ready(newest, targetOf(row, context, event)),
  }));

function switching(from: string, aborted: number, isReady = false): MachineRow {
  const chosen = (event: AnyEvent): Interval => event.interval as Interval;
  return {
    ref: 'CHART-01, CHART-08',
    in: from,
    on: 'choose *',
    if: (context, event) => context.interval !== chosen(event),
    to: 'loading.reading',
    does: (context, event) => [
      `write chart_interval=${chosen(event)}`,
      ...Array.from({ length: aborted }, () => ABORT),
      ...(isReady ? only('leave') : []),
      asksLatest({ ...context, interval: chosen(event) }),
    ],
    sets: (_, event) => ({
      interval: chosen(event),
      bars: [],
      hasInvalidTime: false,
      retries: 0,
      failure: null,
      newestFailure: null,
      olderFailure: null,
    }),
  };
}

const LASTING = ['readLatest: refused', 'readLatest: unreadable'];
const PASSING = ['too many', 'server down', 'no answer', 'silence'].map((name) => `readLatest: ${name}`);
const HIDDEN = { isPageVisible: false };
const VISIBLE = { isPageVisible: true };

export const candleChartSpec = (): SpecTable<CandleChartContext> =>
  specTable<CandleChartContext>([
    {
      ref: 'CHART-02',
      in: '',
      on: '(start)',
      to: 'loading.reading',
      does: () => [
        'POST /stats/chartx {"frame":"hour","pair":"XMR-BTC","start_ts":1339200,"stop_ts":4366800}',
      ],
    },

    switching('loading.reading', 1),
    switching('loading.pausing', 0),
    switching('failed', 0),
    ...NEWEST.flatMap((newest) =>
      OLDER.map((older) =>
        switching(ready(newest, older), [newest, older].filter((state) => state === 'reading').length, true),
      ),
    ),

    {
      ref: 'CHART-05: Invalid time',
      in: 'loading.reading',
      on: ['readLatest: bars*', 'readLatest: no bars*'],
      to: (context) => ready(resting(context), 'idle'),
      does: (context) => only(`follow candles:XMR-BTC/${frameOf(context)}`, 'distrust'),
      sets: (_, event) => ({
        bars: readIn(event).bars,
        hasInvalidTime: readIn(event).hasInvalidTime,
        readFrom: readIn(event).from,
        failure: null,
        retries: 0,
      }),
    },
    {
      ref: 'CHART-06: market data views, one retry',
      in: 'loading.reading',
      on: PASSING,
      if: ({ retries }) => retries === 0,
      to: 'loading.pausing',
      sets: (_, event) => ({ retries: 1, failure: failureIn(event) }),
    },
    {
      ref: 'LOGIN-10: Retry-After',
      in: 'loading.pausing',
      on: 'after retryPause',
      to: 'loading.reading',
      does: (context) => [asksLatest(context)],
      after: ({ failure }) => (failure?.code === 'tooMany' ? 7000 : 1000),
    },
    {
      ref: 'CHART-06: chart load failure',
      in: 'loading.reading',
      on: [...PASSING, ...LASTING],
      to: 'failed',
      sets: (_, event) => ({ failure: failureIn(event) }),
    },
    {
      ref: 'CHART-06: failed, with retry',
      in: 'failed',
      on: 'retry',
      to: 'loading.reading',
      does: (context) => [asksLatest(context)],
      sets: () => ({ failure: null, retries: 0 }),
    },

    ...newestRows('waiting', {
      ref: 'CALL-15: a hidden tab rests',
      on: 'hide',
      to: 'sleeping',
      sets: () => HIDDEN,
    }),
    ...newestRows('sleeping', {
      ref: 'CALL-15: a hidden tab rests',
      on: 'show',
      to: 'reading',
      does: (context) => [asksNewest(context)],
      sets: () => VISIBLE,
    }),
    { ref: 'CALL-15: a hidden tab rests', in: '*', on: 'hide', sets: () => HIDDEN },
    { ref: 'CALL-15: a hidden tab rests', in: '*', on: 'show', sets: () => VISIBLE },

    ...newestRows('waiting', {
      ref: 'CHART-03: live polling',
      on: 'after pollPause',
      to: 'reading',
      does: (context) => [asksNewest(context)],
      after: ({ interval }) => (interval === '1' ? 15_000 : 300_000),
    }),
    ...newestRows('reading', {
      ref: 'CHART-03: live polling',
      on: ['readNewest: grown bar', 'readNewest: first bar', 'readNewest: bar without a time'],
      to: resting,
      does: () => only('distrust'),
      sets: ({ bars, hasInvalidTime }, event) => {
        const fresh = readIn(event).bars;
        const known = bars.filter(({ time }) => time < (fresh[0]?.time ?? Infinity));
        const isInvalid = hasInvalidTime || readIn(event).hasInvalidTime;
        return { bars: [...known, ...fresh], hasInvalidTime: isInvalid, newestFailure: null };
      },
    }),
    ...newestRows('reading', {
      ref: 'CALL-02',
      on: 'readNewest: server down',
      to: resting,
      sets: ({ bars }, event) => ({ bars, newestFailure: failureIn(event) }),
    }),

    ...(['waiting', 'reading', 'live'] as const).flatMap((from) =>
      newestRows(from, {
        ref: 'LIVE-07: a stream takes the place of reading',
        on: 'pushed next',
        if: ({ bars }) => (bars.at(-1)?.time ?? 0) >= NOON,
        to: 'live',
        does: () => (from === 'reading' ? [ABORT] : []),
        sets: ({ bars }, event) => {
          const pushed = event.bars as readonly Candle[];
          const last = bars.at(-1)?.time ?? 0;
          return {
            bars: [...bars.filter(({ time }) => time < last), ...pushed.filter(({ time }) => time >= last)],
            newestFailure: null,
          };
        },
      }),
    ),
    ...(['waiting', 'live'] as const).flatMap((from) =>
      newestRows(from, {
        ref: 'LIVE-07: bars between what is known and the stream are read',
        on: 'pushed far',
        to: 'reading',
        does: (context) => [asksNewest(context)],
      }),
    ),
    ...newestRows('live', {
      ref: 'LIVE-07: reads are the fallback',
      on: 'stream lost',
      to: ({ isPageVisible }) => (isPageVisible ? 'reading' : 'sleeping'),
      does: (context) => (context.isPageVisible ? [asksNewest(context)] : []),
    }),

    ...newestRows('waiting', {
      ref: 'CHART-06: failed, with retry',
      on: 'refresh',
      if: ({ newestFailure }) => newestFailure !== null,
      to: 'reading',
      does: (context) => [asksNewest(context)],
    }),

    ...olderRows('idle', {
      ref: 'CHART-02: windows',
      on: 'scroll back',
      to: 'reading',
      does: (context) => [asksOlder(context)],
    }),
    ...olderRows('reading', {
      ref: 'CHART-02: windows',
      on: ['readOlder: bars*', 'readOlder: nothing*'],
      to: ({ emptyWindows }, event) => {
        const { bars, from } = readIn(event);
        return from === 0 || (bars.length === 0 && emptyWindows === 2) ? 'exhausted' : 'idle';
      },
      sets: ({ bars, hasInvalidTime, emptyWindows }, event) => {
        const older = readIn(event);
        return {
          bars: [...older.bars, ...bars],
          hasInvalidTime: hasInvalidTime || older.hasInvalidTime,
          readFrom: older.from,
          emptyWindows: older.bars.length === 0 ? emptyWindows + 1 : 0,
        };
      },
    }),
    ...olderRows('reading', {
      ref: 'CHART-06: Failed to load historical data',
      on: 'readOlder: refused',
      to: 'interrupted',
      sets: ({ bars }, event) => ({ bars, olderFailure: failureIn(event) }),
    }),
    ...olderRows('interrupted', {
      ref: 'CHART-06: failed, with retry',
      on: 'retry',
      to: 'reading',
      does: (context) => [asksOlder(context)],
      sets: () => ({ olderFailure: null }),
    }),
  ]);
