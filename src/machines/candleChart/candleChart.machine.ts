import type { SnapshotFrom } from 'xstate';
import { failureOf } from '../../domain/failure.ts';
import { candleChartSetup, onPushed } from './candleChart.setup.ts';

/**
 * The candle chart of one pair (CHART-01, CHART-02): a first window, older ones as the user scrolls back, and the
 * newest bars by polling while the page is visible. The view draws.
 */
export const candleChartMachine = candleChartSetup.createMachine({
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
