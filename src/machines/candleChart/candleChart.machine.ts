import { assertEvent, assign, sendTo, setup, type SnapshotFrom } from 'xstate';
import { retryDelay } from '../../domain/retryDelay.ts';
import { type Failure, failureOf } from '../../domain/failure.ts';
import { type Candle, type Interval, intervalRules } from '../../domain/intervals.ts';
import { callback, effect, promise } from '../shared/common.ts';
import { isNextTo, mergeBars, withNewest } from './candleChart.rules.ts';

export interface CandleChartInput {
  /** BASE-QUOTE. */
  readonly pair: string;
  readonly interval: Interval;
}

export interface CandleChartContext extends CandleChartInput {
  /** Oldest first, one per bar of the interval. */
  readonly bars: readonly Candle[];
  /** Epoch second where the loaded history starts. */
  readonly readFrom: number;
  /** Some candles had a time that is no date, and cannot be drawn. */
  readonly hasInvalidTime: boolean;
  /** The last windows, going back, that had no candle. */
  readonly emptyWindows: number;
  /** Automatic retries of the first load. */
  readonly retries: number;
  readonly failure: Failure | null;
  /** Why the newest bars could not be read. */
  readonly newestFailure: Failure | null;
  readonly olderFailure: Failure | null;
  readonly isPageVisible: boolean;
}

export type CandleChartEvent =
  | { readonly type: 'interval.chosen'; readonly interval: Interval }
  /** The user scrolled to the oldest bar, or asked for more. */
  | { readonly type: 'history.wanted' }
  | { readonly type: 'user.retry' }
  | { readonly type: 'user.refresh' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.visible' }
  /** The newest bars, whole ones. */
  | { readonly type: 'channel.bars'; readonly bars: readonly Candle[] }
  | { readonly type: 'channel.lost' };

/** The next bars of the stream must be newer than this moment. */
export interface DistrustChannel {
  readonly type: 'distrust';
}

export interface BarsRead {
  readonly bars: readonly Candle[];
  /** Epoch second. */
  readonly from: number;
  readonly hasInvalidTime: boolean;
}

export interface NewestInput extends CandleChartInput {
  /** Epoch second of the last known bar, or of the start of an empty window. */
  readonly since: number;
}

export interface OlderInput extends CandleChartInput {
  /** Epoch second. */
  readonly before: number;
}

/** CHART-06. */
const MAX_RETRIES = 1;
/** A pair without trades has empty windows; after this many in a row its history counts as starting here. */
const MAX_EMPTY_WINDOWS = 3;

/** Known of an interval before its first window was read. */
const NOTHING = {
  bars: [],
  hasInvalidTime: false,
  readFrom: 0,
  emptyWindows: 0,
  retries: 0,
  failure: null,
  newestFailure: null,
  olderFailure: null,
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
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    readLatest: promise<BarsRead, CandleChartInput>(),
    readNewest: promise<BarsRead, NewestInput>(),
    readOlder: promise<BarsRead, OlderInput>(),
    page: callback<CandleChartEvent>(),
    /** Sends `channel.bars` and `channel.lost` where a stream of the socket brings candles. */
    channel: callback<DistrustChannel, CandleChartInput>(),
  },
  actions: {
    /** For the next visit. */
    rememberInterval: effect(),
    keepPushed: assign(({ context, event }) => {
      assertEvent(event, 'channel.bars');
      return { bars: withNewest(context.bars, event.bars), newestFailure: null };
    }),
    keepOlder: assign(({ context }, { bars, hasInvalidTime, from }: BarsRead) => ({
      bars: mergeBars(bars, context.bars),
      hasInvalidTime: context.hasInvalidTime || hasInvalidTime,
      readFrom: from,
      emptyWindows: bars.length > 0 ? 0 : context.emptyWindows + 1,
    })),
    distrustChannel: sendTo('channel', { type: 'distrust' }),
  },
  guards: {
    isAnotherInterval: ({ context }, interval: Interval) => interval !== context.interval,
    isHidden: ({ context }) => !context.isPageVisible,
    isVisible: ({ context }) => context.isPageVisible,
    /** The stream continues where the known bars end (LIVE-07). */
    isNext: ({ context, event }) => event.type === 'channel.bars' && isNextTo(context.bars, event.bars),
    isBehind: ({ context }) => context.newestFailure !== null,
    mayRetry: ({ context }, failure: Failure) => failure.retryable && context.retries < MAX_RETRIES,
    isBeginning: ({ context }, { bars, from }: BarsRead) =>
      from <= 0 || (bars.length === 0 && context.emptyWindows + 1 >= MAX_EMPTY_WINDOWS),
  },
  delays: {
    /** Never shorter than the server requires (LOGIN-10). The actors' file adds the random part. */
    retryPause: ({ context }) => retryDelay(context.retries, 0, context.failure?.retryAfter),
    pollPause: ({ context }) => intervalRules(context.interval).polling,
  },
}).createMachine({
  id: 'candleChart',
  context: ({ input }) => ({ ...input, ...NOTHING, isPageVisible: true }),
  description: 'The candle chart of one pair.',
  // Without the page's events polling continues.
  invoke: { id: 'page', src: 'page', onError: {} },
  initial: 'loading',
  on: {
    'interval.chosen': {
      guard: { type: 'isAnotherInterval', params: ({ event }) => event.interval },
      target: '.loading',
      actions: [assign({ ...NOTHING, interval: ({ event }) => event.interval }), 'rememberInterval'],
    },
    'page.hidden': { actions: assign({ isPageVisible: false }) },
    'page.visible': { actions: assign({ isPageVisible: true }) },
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
              actions: assign(({ event: { output } }) => ({
                bars: output.bars,
                hasInvalidTime: output.hasInvalidTime,
                readFrom: output.from,
                retries: 0,
                failure: null,
              })),
            },
            onError: [
              {
                guard: { type: 'mayRetry', params: ({ event }) => failureOf(event.error) },
                target: 'pausing',
                actions: assign({
                  failure: ({ event }) => failureOf(event.error),
                  retries: ({ context }) => context.retries + 1,
                }),
              },
              {
                target: '#candleChart.failed',
                actions: assign({ failure: ({ event }) => failureOf(event.error) }),
              },
            ],
          },
        },
        pausing: {
          description: 'The request failed in a way that may pass; it is sent once more after a moment.',
          after: { retryPause: 'reading' },
        },
      },
    },
    failed: {
      description: 'The window could not be read; the user may try again or choose another interval.',
      tags: ['failed'],
      on: { 'user.retry': { target: 'loading', actions: assign({ retries: 0, failure: null }) } },
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
              after: { pollPause: 'reading' },
              on: {
                'user.refresh': { guard: 'isBehind', target: 'reading' },
                'channel.bars': [
                  { guard: 'isNext', target: 'live', actions: 'keepPushed' },
                  { target: 'reading' },
                ],
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
                    assign(({ context, event: { output } }) => ({
                      bars: mergeBars(context.bars, output.bars),
                      hasInvalidTime: context.hasInvalidTime || output.hasInvalidTime,
                      newestFailure: null,
                    })),
                    'distrustChannel',
                  ],
                },
                onError: {
                  target: 'waiting',
                  actions: assign({ newestFailure: ({ event }) => failureOf(event.error) }),
                },
              },
              on: { 'channel.bars': { guard: 'isNext', target: 'live', actions: 'keepPushed' } },
            },
            live: {
              description: 'A stream of the socket brings each change of the bars; nothing is read.',
              on: {
                'channel.bars': [
                  { guard: 'isNext', target: 'live', actions: 'keepPushed' },
                  { target: 'reading' },
                ],
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
              on: { 'history.wanted': 'reading' },
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
                  { target: 'idle', actions: { type: 'keepOlder', params: ({ event }) => event.output } },
                ],
                onError: {
                  target: 'interrupted',
                  actions: assign({ olderFailure: ({ event }) => failureOf(event.error) }),
                },
              },
            },
            interrupted: {
              description: 'Older bars could not be read. Scrolling alone asks no more: the user has to.',
              tags: ['failed'],
              on: { 'user.retry': { target: 'reading', actions: assign({ olderFailure: null }) } },
            },
            exhausted: { description: 'There is no older history.' },
          },
        },
      },
    },
  },
});

export type CandleChartSnapshot = SnapshotFrom<typeof candleChartMachine>;

export const hasInvalidTime = (snapshot: CandleChartSnapshot) => snapshot.context.hasInvalidTime;

/** Whether more history may exist before the oldest bar. */
export const hasMoreHistory = (snapshot: CandleChartSnapshot): boolean =>
  snapshot.matches('ready') && !snapshot.matches({ ready: { older: 'exhausted' } });
