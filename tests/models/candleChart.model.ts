import { OutageError, type Failure } from '../../src/domain/failure.ts';
import {
  type Candle,
  latestWindow,
  newestWindow,
  olderWindow,
  type Interval,
} from '../../src/domain/intervals.ts';
import {
  type BarsRead,
  type CandleChartContext,
  candleChartMachine,
  type CandleChartSnapshot,
} from '../../src/machines/candleChart/candleChart.machine.ts';
import {
  candleChartImplementations,
  createFollowBars,
} from '../../src/machines/candleChart/candleChart.actors.ts';
import type { LiveChannels, LiveNews } from '../../src/machines/socket/socket.rules.ts';
import type { PageFact } from '../../src/services/page.ts';
import * as selectors from '../../src/machines/candleChart/candleChart.machine.ts';
import type { Row } from './tools/spec.ts';
import type { AnyEvent, EventCase, Outcome } from './tools/explore.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Sut } from './tools/walk.ts';

const NOON_SECONDS = Date.UTC(1970, 1, 20, 12) / 1000;

/** Epoch seconds, so early that the second window of four hour bars begins before 1970. */
export const NOW = Date.UTC(1970, 1, 20, 13) / 1000;

/** Whether a stream brings candles in the sut that is walked. */
const stream = { isThere: false };
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

const requirements: readonly Row<CandleChartContext>[] = [
  {
    ref: 'CHART-02',
    in: '',
    on: '(start)',
    to: 'loading.reading',
    does: () => ['POST /stats/chartx {"frame":"hour","pair":"XMR-BTC","start_ts":1339200,"stop_ts":4366800}'],
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
    says: 'the pause before the next try is over',
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
    says: 'the next bar is due',
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
      if: ({ bars }) => (bars.at(-1)?.time ?? 0) >= NOON_SECONDS,
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
];

type Machine = typeof candleChartMachine;

const at = (text: string): number => Date.parse(`${text}Z`) / 1000;

type Raw = readonly [time: number, high: string, low: string, volume: string, open: string, close: string];

/** Out of order, with a repeat and a close of 0, as the contract allows: two bars of four hours. */
const LATEST_RAW: readonly Raw[] = [
  [at('1970-02-20T12:00'), '0.0041', '0.0040', '3', '0.0040', '0.0041'],
  [at('1970-02-20T08:00'), '9', '9', '9', '9', '9'],
  [at('1970-02-20T08:00'), '0.0039', '0.0037', '1.5', '0.0038', '0.0039'],
  [at('1970-02-20T10:00'), '9', '0', '9', '9', '0'],
  [at('1970-02-20T09:00'), '0.0042', '0.0038', '0.25', '0.0039', '0.0040'],
];
const EIGHT: Candle = {
  time: at('1970-02-20T08:00'),
  open: '0.0038',
  high: '0.0042',
  low: '0.0037',
  close: '0.004',
  volume: '1.75',
};
const NOON: Candle = {
  time: at('1970-02-20T12:00'),
  open: '0.004',
  high: '0.0041',
  low: '0.004',
  close: '0.0041',
  volume: '3',
};
const UNTIMED = ['1970-13-01T00:00', '9', '9', '9', '9', '9'] as const;
const NEWEST_RAW: readonly Raw[] = [
  [at('1970-02-20T12:00'), '0.0043', '0.0040', '4', '0.0040', '0.0043'],
  // Half of a bar that is already known whole.
  [at('1970-02-20T11:00'), '9', '9', '9', '9', '9'],
];
const NOON_LATER: Candle = { ...NOON, high: '0.0043', close: '0.0043', volume: '4' };

const NOON_PUSHED: Candle = { ...NOON_LATER, close: '0.0042', volume: '5' };

const flatRaw = (time: number): Raw => [time, '0.003', '0.003', '1', '0.003', '0.003'];
const flat = (time: number): Candle => ({
  time,
  open: '0.003',
  high: '0.003',
  low: '0.003',
  close: '0.003',
  volume: '1',
});

type Ending = Outcome<CandleChartSnapshot>;

const read = (bars: readonly Candle[], from = 0, hasInvalidTime = false): BarsRead => ({
  bars,
  from,
  hasInvalidTime,
});
const json = (body: unknown): Reply => ({ status: 200, body });
const fails = (name: string, reply: Reply, failure: Failure): Ending => ({
  name,
  reply,
  error: new OutageError(failure),
});

const REFUSED = fails(
  'refused',
  { status: 404, body: { message: 'No such pair', code: 'PAIR_NOT_FOUND' } },
  { status: 404, text: 'No such pair', serverCode: 'PAIR_NOT_FOUND', code: 'refused', retryable: false },
);
const UNREADABLE = fails('unreadable', json('<html>'), {
  status: 200,
  code: 'unreadable',
  retryable: false,
  cause: 'candles 200',
});
const TOO_MANY = fails(
  'too many',
  { status: 429, body: { error: 'Slow down' }, retryAfter: 7 },
  { status: 429, text: 'Slow down', retryAfter: 7, code: 'tooMany', retryable: true },
);
const SERVER_DOWN = fails(
  'server down',
  { status: 503, body: undefined },
  { status: 503, code: 'server', retryable: true, cause: 'candles 503' },
);
const NO_ANSWER = fails('no answer', 'noAnswer', {
  code: 'unreachable',
  retryable: true,
  cause: 'TypeError',
});
const SILENCE = fails('silence', 'silence', { code: 'timeout', retryable: true, cause: 'AbortError' });

const during =
  (interval: Interval) =>
  ({ context }: CandleChartSnapshot): boolean =>
    context.interval === interval;

const FOUR_HOURS_FROM = latestWindow('240', NOW).start;

const readLatest: readonly Ending[] = [
  { name: 'bars', reply: json(LATEST_RAW), done: read([EIGHT, NOON], FOUR_HOURS_FROM), when: during('240') },
  { name: 'no bars', reply: json({ candles: [] }), done: read([], FOUR_HOURS_FROM), when: during('240') },
  {
    name: 'bars, one without a time',
    reply: json([...LATEST_RAW, UNTIMED]),
    done: read([EIGHT, NOON], FOUR_HOURS_FROM, true),
    when: during('240'),
  },
  {
    name: 'no bars but one without a time',
    reply: json([UNTIMED]),
    done: read([], FOUR_HOURS_FROM, true),
    when: during('240'),
  },
  {
    name: 'bars of minutes',
    reply: json({ data: [flatRaw(NOW - 60)] }),
    done: read([flat(NOW - 60)], latestWindow('1', NOW).start),
    when: during('1'),
  },
  ...[REFUSED, UNREADABLE, TOO_MANY, SERVER_DOWN, NO_ANSWER, SILENCE].map((ending) => ({
    ...ending,
    when: during('240'),
  })),
];

const isEmpty = ({ context }: CandleChartSnapshot): boolean => context.bars.length === 0;

const readNewest: readonly Ending[] = [
  {
    name: 'grown bar',
    reply: json(NEWEST_RAW),
    done: read([NOON_LATER], NOON.time),
    when: (snapshot) => during('240')(snapshot) && snapshot.context.bars.at(-1)?.time === NOON.time,
  },
  {
    name: 'first bar',
    reply: json(NEWEST_RAW.slice(0, 1)),
    done: read([NOON_LATER], FOUR_HOURS_FROM),
    when: (snapshot) => during('240')(snapshot) && isEmpty(snapshot),
  },
  {
    name: 'bar without a time',
    reply: json([UNTIMED]),
    done: read([], NOON.time, true),
    when: (snapshot) => during('240')(snapshot) && snapshot.context.bars.at(-1)?.time === NOON.time,
  },
  { ...SERVER_DOWN, when: during('240') },
];

/** Starts of the minute windows that scrolling back reads, newest first. */
const LEVELS = [latestWindow('1', NOW).start];
for (let level = 0; level < 4; level += 1) LEVELS.push(olderWindow('1', LEVELS[level] ?? 0).start);

const readOlder: readonly Ending[] = [
  {
    name: 'bars from the first second on',
    reply: json([flatRaw(0), flatRaw(FOUR_HOURS_FROM)]),
    done: read([flat(0)], 0),
    when: during('240'),
  },
  ...LEVELS.slice(0, 4).map((start, level): Ending => ({
    name: `nothing in window ${level + 1}`,
    reply: json([]),
    done: read([], LEVELS[level + 1]),
    when: (snapshot) => during('1')(snapshot) && snapshot.context.readFrom === start,
  })),
  {
    name: 'bars in window 1, one without a time',
    reply: json([flatRaw(LEVELS[1] ?? 0), UNTIMED]),
    done: read([flat(LEVELS[1] ?? 0)], LEVELS[1], true),
    when: (snapshot) => during('1')(snapshot) && snapshot.context.readFrom === LEVELS[0],
  },
  {
    name: 'bars in window 1',
    reply: json([flatRaw(LEVELS[1] ?? 0)]),
    done: read([flat(LEVELS[1] ?? 0)], LEVELS[1]),
    when: (snapshot) => during('1')(snapshot) && snapshot.context.readFrom === LEVELS[0],
  },
  {
    name: 'bars in window 3',
    reply: json([flatRaw(LEVELS[3] ?? 0)]),
    done: read([flat(LEVELS[3] ?? 0)], LEVELS[3]),
    when: (snapshot) => during('1')(snapshot) && snapshot.context.readFrom === LEVELS[2],
  },
  { ...REFUSED, when: during('240') },
];

/** As a stream writes it: the chart builds bars from it. */
const rowOf = ({ time, high, low, volume, open, close }: Candle): Raw => [
  time,
  high,
  low,
  volume,
  open,
  close,
];

/** Data of the stream of hours: bars that follow the known ones, and one far after them. */
export const PUSHED = {
  next: [EIGHT, NOON_PUSHED].map(rowOf),
  far: [{ ...NOON, time: NOON.time + 14_400 }].map(rowOf),
};

/** Two networks, because a read that ends now and an older one may both be open. */
function sut(isStreamed = false): Sut<Machine> {
  stream.isThere = isStreamed;
  const effects: string[] = [];
  const current = scriptedNetwork(effects);
  const past = scriptedNetwork(effects);
  const listeners = new Set<(fact: PageFact) => void>();
  let tell: ((news: LiveNews) => void) | null = null;
  const channels: LiveChannels = {
    follow(topic, hear) {
      effects.push(`follow ${topic}`);
      tell = hear;
      return {
        distrust: () => effects.push('distrust'),
        end: () => {
          effects.push('leave');
          tell = null;
        },
      };
    },
  };
  const implementations = candleChartImplementations({
    useBars: isStreamed ? (work) => work(createFollowBars(channels)) : null,
    http: {
      send: ((call: never, input: { body: { stop_ts: number } }, options: never) =>
        (input.body.stop_ts === NOW ? current : past).http.send(call, input as never, options)) as never,
    },
    clock: { now: () => NOW * 1000 },
    page: {
      isVisible: () => true,
      listen: (hear) => {
        listeners.add(hear);
        return () => listeners.delete(hear);
      },
    },
    storage: { write: (key, value) => effects.push(`write ${key}=${value}`) },
    random: () => 0,
  });
  const say = (fact: PageFact) => (): void => {
    for (const hear of listeners) hear(fact);
  };
  return {
    machine: candleChartMachine.provide(implementations),
    clock: new TestClock(),
    settle: (invokeId, outcome) => (invokeId === 'readOlder' ? past : current).reply(outcome.reply as Reply),
    drive: {
      'page.hidden': say('hidden'),
      'page.visible': say('visible'),
      'channel.bars': ({ bars }) => {
        // Bars older than the last read are not reported.
        tell?.({ type: 'data', data: [], isConfirmed: false });
        tell?.({ type: 'data', data: (bars as readonly Candle[]).map(rowOf), isConfirmed: true });
      },
      'channel.lost': () => tell?.({ type: 'lost' }),
    },
    drain: () => effects.splice(0),
    leaks: () => [
      ...current.open(),
      ...past.open(),
      ...(listeners.size > 0 ? ['page listener'] : []),
      ...(tell ? ['a followed stream'] : []),
    ],
  };
}

const events: readonly EventCase<Machine>[] = [
  {
    name: 'choose 1m',
    says: 'the user chooses bars of a minute',
    event: { type: 'interval.chosen', interval: '1' },
  },
  {
    name: 'choose 4h',
    says: 'the user chooses bars of four hours',
    event: { type: 'interval.chosen', interval: '240' },
  },
  { name: 'scroll back', says: 'the user scrolls back', event: { type: 'history.wanted' } },
  { name: 'retry', says: 'the user presses "Retry"', event: { type: 'user.retry' } },
  { name: 'refresh', says: 'the user refreshes', event: { type: 'user.refresh' } },
  { name: 'hide', says: 'the page goes to the back', event: { type: 'page.hidden' } },
  { name: 'show', says: 'the page becomes visible', event: { type: 'page.visible' } },
];

const STREAM_EVENTS = new Set(['choose 1m', 'scroll back', 'retry', 'refresh', 'hide', 'show']);
const isReady = (snapshot: CandleChartSnapshot): boolean =>
  snapshot.matches('ready') && during('240')(snapshot);
const streamed: readonly EventCase<Machine>[] = [
  {
    name: 'pushed next',
    says: 'the stream brings the next bar',
    event: { type: 'channel.bars', bars: [EIGHT, NOON_PUSHED] },
    when: isReady,
  },
  {
    name: 'pushed far',
    says: 'the stream brings a bar with a gap before it',
    event: { type: 'channel.bars', bars: [{ ...NOON, time: NOON.time + 14_400 }] },
    when: isReady,
  },
  { name: 'stream lost', says: 'the stream is lost', event: { type: 'channel.lost' }, when: isReady },
];

export const candleChartModel: MachineModel<Machine> = {
  name: 'candleChart',
  machine: candleChartMachine,
  states: {
    'loading.reading': 'the chart is being read',
    'loading.pausing': 'the next try to read the chart waits',
    failed: 'the page says that the chart could not be read',
    'ready.newest.waiting': 'the chart is shown',
    'ready.newest.reading': 'the chart is shown, and the newest bars are being read',
    'ready.newest.sleeping': 'the chart is not read while the page is hidden',
    'ready.newest.live': 'the chart is shown as the stream brings it',
    'older.idle': 'nothing older is asked for',
    'older.reading': 'older bars are being read',
    'older.exhausted': 'there is nothing older',
    'older.interrupted': 'the page says that older bars could not be read',
  },
  services: {
    readLatest: 'reading the chart',
    readNewest: 'reading the newest bars',
    readOlder: 'reading older bars',
  },
  endings: {
    bars: 'brings bars',
    'bars of minutes': 'brings bars of minutes',
    'bars, one without a time': 'brings bars, one of them without a time',
    'no bars': 'brings no bars',
    'no bars but one without a time': 'brings only a bar without a time',
    'bar without a time': 'brings a bar without a time',
    'first bar': 'brings a first bar',
    'grown bar': 'brings the last bar, grown',
    'bars from the first second on': 'brings bars back to the very first',
    'bars in window 1': 'brings bars of the first window',
    'bars in window 1, one without a time': 'brings bars of the first window, one of them without a time',
    'bars in window 3': 'brings bars of the third window',
    'nothing in window 1': 'brings nothing in the first window',
    'nothing in window 2': 'brings nothing in the second window',
    'nothing in window 3': 'brings nothing in the third window',
    'nothing in window 4': 'brings nothing in the fourth window',
  },
  variants: [
    {
      name: 'four hours, and minutes',
      input: { pair: 'XMR-BTC', interval: '240' },
      events,
      outcomes: { readLatest, readNewest, readOlder },
      sut: () => sut(),
    },
    {
      name: 'brought by a stream',
      input: { pair: 'XMR-BTC', interval: '240' },
      events: [...events.filter(({ name }) => STREAM_EVENTS.has(name)), ...streamed],
      outcomes: {
        readLatest: readLatest.filter(({ name }) => name === 'bars' || name === 'bars of minutes'),
        readNewest: readNewest.filter(({ name }) => name === 'grown bar' || name === 'server down'),
        readOlder: readOlder.filter(
          ({ name }) => name === 'bars from the first second on' || name === 'refused',
        ),
      },
      sut: () => sut(true),
    },
  ],
  requirements,
  selectors: {
    from: selectors,
    rules: {
      hasInvalidTime: { context: 'hasInvalidTime' },
      selectFailure: { context: 'failure' },
      hasMoreHistory: /older\.(idle|reading|interrupted)/,
    },
  },
  tags: { busy: /^loading/, failed: /^failed|older\.interrupted/ },
};
