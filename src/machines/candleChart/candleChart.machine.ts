import { assign, fromCallback, fromPromise, sendTo, setup, type SnapshotFrom } from 'xstate';
import { retryDelay } from '../../domain/backoff.ts';
import { isNextTo, mergeBars, withNewest } from './candleChart.rules.ts';
import { failureOf, type Failure } from '../../domain/failure.ts';
import { intervalRules, type Candle, type Interval } from '../../domain/intervals.ts';
import { unwired, unwiredAction } from '../shared/index.ts';
import type {
  BarsRead,
  CandleChartContext,
  CandleChartEvent,
  CandleChartInput,
  DistrustChannel,
  LatestInput,
  NewestInput,
  OlderInput,
} from './candleChart.types.ts';

/** CHART-06. */
const MOST_RETRIES = 1;
/** A pair without trades has empty windows; after so many in a row its history is taken to begin here. */
const MOST_EMPTY_WINDOWS = 3;

interface Pushed {
  readonly bars: readonly Candle[];
}

const pushed = ({ event }: { event: Pushed }): Pushed => ({ bars: event.bars });

/** The stream goes on where the known bars end (LIVE-07). */
const onPushed = {
  guard: { type: 'isNext', params: pushed },
  target: '#candleChart.ready.newest.live',
  actions: { type: 'keepPushed', params: pushed },
} as const;

/**
 * The candle chart of one pair (CHART-01, CHART-02): a first window, older ones as the user scrolls back, and the
 * newest bars by polling while the page is visible. The view draws.
 */
export const candleChartMachine = setup({
  types: {
    context: {} as CandleChartContext,
    events: {} as CandleChartEvent,
    input: {} as CandleChartInput,
  },
  actors: {
    readLatest: fromPromise<BarsRead, LatestInput>(unwired('candleChart.readLatest')),
    readNewest: fromPromise<BarsRead, NewestInput>(unwired('candleChart.readNewest')),
    readOlder: fromPromise<BarsRead, OlderInput>(unwired('candleChart.readOlder')),
    page: fromCallback<CandleChartEvent>(unwired('candleChart.page')),
    /** Sends `channel.bars` and `channel.lost` where a stream of the socket brings candles. */
    channel: fromCallback<DistrustChannel, LatestInput>(unwired('candleChart.channel')),
  },
  actions: {
    rememberInterval: unwiredAction<{ interval: Interval }>('candleChart.rememberInterval'),
    takeInterval: assign({
      interval: (_, { interval }: { interval: Interval }) => interval,
      bars: [],
      hasInvalidTime: false,
      readFrom: 0,
      emptyWindows: 0,
    }),
    forgetFailures: assign({ retries: 0, failure: null, newestFailure: null, olderFailure: null }),
    countRetry: assign({ retries: ({ context }) => context.retries + 1 }),
    keepFailure: assign({ failure: (_, failure: Failure) => failure }),
    keepNewestFailure: assign({ newestFailure: (_, failure: Failure) => failure }),
    keepOlderFailure: assign({ olderFailure: (_, failure: Failure) => failure }),
    forgetOlderFailure: assign({ olderFailure: null }),
    keepLatest: assign({
      bars: (_, { bars }: BarsRead) => bars,
      hasInvalidTime: (_, { hasInvalidTime }: BarsRead) => hasInvalidTime,
      readFrom: (_, { from }: BarsRead) => from,
      retries: 0,
      failure: null,
    }),
    keepNewest: assign({
      bars: ({ context }, { bars }: BarsRead) => mergeBars(context.bars, bars),
      hasInvalidTime: ({ context }, read: BarsRead) => context.hasInvalidTime || read.hasInvalidTime,
      newestFailure: null,
    }),
    keepPushed: assign({
      bars: ({ context }, { bars }: Pushed) => withNewest(context.bars, bars),
      newestFailure: null,
    }),
    distrustChannel: sendTo('channel', { type: 'distrust' }),
    keepOlder: assign({
      bars: ({ context }, { bars }: BarsRead) => mergeBars(bars, context.bars),
      hasInvalidTime: ({ context }, read: BarsRead) => context.hasInvalidTime || read.hasInvalidTime,
      readFrom: (_, { from }: BarsRead) => from,
      emptyWindows: ({ context }, { bars }: BarsRead) => (bars.length > 0 ? 0 : context.emptyWindows + 1),
    }),
    noteHidden: assign({ isPageVisible: false }),
    noteVisible: assign({ isPageVisible: true }),
  },
  guards: {
    isAnotherInterval: ({ context }, { interval }: { interval: Interval }) => interval !== context.interval,
    isHidden: ({ context }) => !context.isPageVisible,
    isVisible: ({ context }) => context.isPageVisible,
    isNext: ({ context }, { bars }: Pushed) => isNextTo(context.bars, bars),
    isBehind: ({ context }) => context.newestFailure !== null,
    mayRetry: ({ context }, failure: Failure) => failure.retryable && context.retries < MOST_RETRIES,
    isBeginning: ({ context }, { bars, from }: BarsRead) =>
      from <= 0 || (bars.length === 0 && context.emptyWindows + 1 >= MOST_EMPTY_WINDOWS),
  },
  delays: {
    /** Never shorter than the server asked for (LOGIN-10). The actors' file adds the random part. */
    retryPause: ({ context }) => retryDelay(context.retries, 0, context.failure?.retryAfter),
    pollPause: ({ context }) => intervalRules(context.interval).polling,
  },
}).createMachine({
  id: 'candleChart',
  context: ({ input }) => ({
    pair: input.pair,
    interval: input.interval,
    bars: [],
    hasInvalidTime: false,
    readFrom: 0,
    emptyWindows: 0,
    retries: 0,
    failure: null,
    newestFailure: null,
    olderFailure: null,
    isPageVisible: true,
  }),
  description: 'The candle chart of one pair.',
  // Without the page's events polling goes on.
  invoke: { id: 'page', src: 'page', onError: {} },
  initial: 'loading',
  on: {
    'interval.chosen': {
      guard: { type: 'isAnotherInterval', params: ({ event }) => ({ interval: event.interval }) },
      target: '.loading',
      actions: [
        { type: 'takeInterval', params: ({ event }) => ({ interval: event.interval }) },
        { type: 'rememberInterval', params: ({ event }) => ({ interval: event.interval }) },
        { type: 'forgetFailures' },
      ],
    },
    'page.hidden': { actions: { type: 'noteHidden' } },
    'page.visible': { actions: { type: 'noteVisible' } },
  },
  states: {
    loading: {
      description: 'The newest window of the chosen interval is being read; there is nothing to draw yet.',
      tags: ['busy'],
      initial: 'reading',
      states: {
        reading: {
          description: 'The request is on its way.',
          invoke: {
            id: 'readLatest',
            src: 'readLatest',
            input: ({ context }) => ({ pair: context.pair, interval: context.interval }),
            onDone: {
              target: '#candleChart.ready',
              actions: { type: 'keepLatest', params: ({ event }) => event.output },
            },
            onError: [
              {
                guard: { type: 'mayRetry', params: ({ event }) => failureOf(event.error) },
                target: 'pausing',
                actions: [
                  { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
                  { type: 'countRetry' },
                ],
              },
              {
                target: '#candleChart.failed',
                actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
              },
            ],
          },
        },
        pausing: {
          description: 'The request failed in a way that may pass; it is sent once more after a moment.',
          after: { retryPause: { target: 'reading' } },
        },
      },
    },
    failed: {
      description: 'The window could not be read; the user may try again or choose another interval.',
      tags: ['failed'],
      on: { 'user.retry': { target: 'loading', actions: { type: 'forgetFailures' } } },
    },
    ready: {
      description: 'There are bars to look at, or the window held no trade.',
      type: 'parallel',
      // Without the stream the bars are read.
      invoke: {
        id: 'channel',
        src: 'channel',
        input: ({ context }) => ({ pair: context.pair, interval: context.interval }),
        onError: {},
      },
      states: {
        newest: {
          description: 'Keeps the growing bar and its successors current.',
          initial: 'waiting',
          states: {
            waiting: {
              description: 'The bars are as new as the interval asks; the next read is due later.',
              always: { guard: 'isHidden', target: 'sleeping' },
              after: { pollPause: { target: 'reading' } },
              on: {
                'user.refresh': { guard: 'isBehind', target: 'reading' },
                'channel.bars': [onPushed, { target: 'reading' }],
              },
            },
            reading: {
              description: 'The bars since the last known one are being read.',
              invoke: {
                id: 'readNewest',
                src: 'readNewest',
                input: ({ context }) => ({
                  pair: context.pair,
                  interval: context.interval,
                  since: context.bars.at(-1)?.time ?? context.readFrom,
                }),
                onDone: {
                  target: 'waiting',
                  actions: [
                    { type: 'keepNewest', params: ({ event }) => event.output },
                    { type: 'distrustChannel' },
                  ],
                },
                onError: {
                  target: 'waiting',
                  actions: { type: 'keepNewestFailure', params: ({ event }) => failureOf(event.error) },
                },
              },
              on: { 'channel.bars': onPushed },
            },
            live: {
              description: 'A stream of the socket brings each change of the bars; nothing is read.',
              on: {
                'channel.bars': [onPushed, { target: 'reading' }],
                'channel.lost': [{ guard: 'isHidden', target: 'sleeping' }, { target: 'reading' }],
              },
            },
            sleeping: {
              description: 'The page is hidden; nothing is read until it is looked at again.',
              always: { guard: 'isVisible', target: 'reading' },
            },
          },
        },
        older: {
          description: 'History before the oldest known bar, window by window, when the user scrolls back.',
          initial: 'idle',
          states: {
            idle: {
              description: 'What is known covers what is looked at.',
              on: { 'history.wanted': { target: 'reading' } },
            },
            reading: {
              description: 'The window before the oldest known bar is being read.',
              invoke: {
                id: 'readOlder',
                src: 'readOlder',
                input: ({ context }) => ({
                  pair: context.pair,
                  interval: context.interval,
                  before: context.readFrom,
                }),
                onDone: [
                  {
                    guard: { type: 'isBeginning', params: ({ event }) => event.output },
                    target: 'exhausted',
                    actions: { type: 'keepOlder', params: ({ event }) => event.output },
                  },
                  {
                    target: 'idle',
                    actions: { type: 'keepOlder', params: ({ event }) => event.output },
                  },
                ],
                onError: {
                  target: 'interrupted',
                  actions: { type: 'keepOlderFailure', params: ({ event }) => failureOf(event.error) },
                },
              },
            },
            interrupted: {
              description: 'Older bars could not be read. Scrolling alone asks no more: the user has to.',
              tags: ['failed'],
              on: { 'user.retry': { target: 'reading', actions: { type: 'forgetOlderFailure' } } },
            },
            exhausted: {
              description: 'There is no older history.',
            },
          },
        },
      },
    },
  },
});

export type CandleChartSnapshot = SnapshotFrom<typeof candleChartMachine>;

export const selectInterval = (snapshot: CandleChartSnapshot) => snapshot.context.interval;
export const selectBars = (snapshot: CandleChartSnapshot) => snapshot.context.bars;
export const hasInvalidTime = (snapshot: CandleChartSnapshot) => snapshot.context.hasInvalidTime;
export const selectNewestFailure = (snapshot: CandleChartSnapshot) => snapshot.context.newestFailure;
export const selectOlderFailure = (snapshot: CandleChartSnapshot) => snapshot.context.olderFailure;

export const isLoading = (snapshot: CandleChartSnapshot): boolean => snapshot.matches('loading');
export const isFailed = (snapshot: CandleChartSnapshot): boolean => snapshot.matches('failed');
export const isLoadingOlder = (snapshot: CandleChartSnapshot): boolean =>
  snapshot.matches({ ready: { older: 'reading' } });
/** Whether more history may exist before the oldest bar. */
export const hasMoreHistory = (snapshot: CandleChartSnapshot): boolean =>
  snapshot.matches('ready') && !snapshot.matches({ ready: { older: 'exhausted' } });
