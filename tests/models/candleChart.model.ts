import { type Candle, latestWindow, olderWindow, type Interval } from '../../src/domain/intervals.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import { createFollowBars } from '../../src/machines/candleChart/live.actors.ts';
import { candleChartImplementations } from '../../src/machines/candleChart/candleChart.actors.ts';
import {
  type BarsRead,
  candleChartMachine,
  type CandleChartSnapshot,
} from '../../src/machines/candleChart/index.ts';
import type { LiveChannels, LiveNews } from '../../src/machines/socket/index.ts';
import type { PageFact } from '../../src/services/page.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { World } from './tools/walk.ts';
import { candleChartSpec, NOW, stream } from './candleChart.spec.ts';
import { candleChartPhrases } from './candleChart.phrases.ts';

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
  {
    name: 'bars',
    reply: json(LATEST_RAW),
    done: read([EIGHT, NOON], FOUR_HOURS_FROM),
    when: during('240'),
  },
  {
    name: 'no bars',
    reply: json({ candles: [] }),
    done: read([], FOUR_HOURS_FROM),
    when: during('240'),
  },
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

/** What the stream of hours brings: bars that follow those that are known, and one far after them. */
export const PUSHED = {
  next: [EIGHT, NOON_PUSHED].map(rowOf),
  far: [{ ...NOON, time: NOON.time + 14_400 }].map(rowOf),
};

/** Two networks, because a read that ends now and an older one may both be open. */
function world(isStreamed = false): World<Machine> {
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
        // What is older than the last read is not told.
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
  { name: 'choose 1m', event: { type: 'interval.chosen', interval: '1' } },
  { name: 'choose 4h', event: { type: 'interval.chosen', interval: '240' } },
  { name: 'scroll back', event: { type: 'history.wanted' } },
  { name: 'retry', event: { type: 'user.retry' } },
  { name: 'refresh', event: { type: 'user.refresh' } },
  { name: 'hide', event: { type: 'page.hidden' } },
  { name: 'show', event: { type: 'page.visible' } },
];

const STREAM_EVENTS = new Set(['choose 1m', 'scroll back', 'retry', 'refresh', 'hide', 'show']);
const isReady = (snapshot: CandleChartSnapshot): boolean =>
  snapshot.matches('ready') && during('240')(snapshot);
const streamed: readonly EventCase<Machine>[] = [
  { name: 'pushed next', event: { type: 'channel.bars', bars: [EIGHT, NOON_PUSHED] }, when: isReady },
  {
    name: 'pushed far',
    event: { type: 'channel.bars', bars: [{ ...NOON, time: NOON.time + 14_400 }] },
    when: isReady,
  },
  { name: 'stream lost', event: { type: 'channel.lost' }, when: isReady },
];

export const candleChartModel: MachineModel<Machine> = {
  name: 'candleChart',
  phrases: candleChartPhrases,
  machine: candleChartMachine,
  variants: [
    {
      name: 'four hours, and minutes',
      input: { pair: 'XMR-BTC', interval: '240' },
      events,
      outcomes: { readLatest, readNewest, readOlder },
      world: () => world(),
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
      world: () => world(true),
    },
  ],
  spec: candleChartSpec,
};
