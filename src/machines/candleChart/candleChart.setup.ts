import { assign, fromCallback, fromPromise, sendTo, setup } from 'xstate';
import { retryDelay } from '../../domain/backoff.ts';
import { isNextTo, mergeBars, withNewest } from './candleChart.rules.ts';
import type { Failure } from '../../domain/failure.ts';
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
export const onPushed = {
  guard: { type: 'isNext', params: pushed },
  target: '#candleChart.ready.newest.live',
  actions: { type: 'keepPushed', params: pushed },
} as const;

export const candleChartSetup = setup({
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
});
