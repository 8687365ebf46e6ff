import { fromCallback, fromPromise } from 'xstate';
import { retryDelay } from '../../domain/retryDelay.ts';
import { aggregateCandles, tidyCandles } from './candleChart.rules.ts';
import { valueOrThrow } from '../../domain/result.ts';
import {
  type Candle,
  intervalRules,
  latestWindow,
  newestWindow,
  olderWindow,
  type CandleWindow,
  type Interval,
  readInterval,
} from '../../domain/intervals.ts';
import type { Clock } from '../../services/clock.ts';
import { tradingCalls } from '../../services/contract/calls/trading.ts';
import type { Http } from '../../services/http/port.ts';
import type { Page } from '../../services/page.ts';
import type { Storage } from '../../services/storage.ts';
import type { App } from '../app/app.ts';
import type { Follower, LiveChannels } from '../socket/socket.rules.ts';
import {
  type BarsRead,
  type CandleChartContext,
  type CandleChartEvent,
  type CandleChartInput,
  candleChartMachine,
  type DistrustChannel,
  type NewestInput,
  type OlderInput,
} from './candleChart.machine.ts';

/** CHART-01. */
export const CHART_INTERVAL_KEY = 'chart_interval';

/** Sends a chart the data of its candle stream. */
export type FollowBars = (input: CandleChartInput, say: (event: CandleChartEvent) => void) => Follower;

/** Bars from the stream of candles that they are built from (LIVE-03, LIVE-07). */
export function createFollowBars(channels: LiveChannels): FollowBars {
  return ({ pair, interval }, say) => {
    const follower = channels.follow(`candles:${pair}/${intervalRules(interval).frame}`, (news) => {
      if (news.type === 'lost') return say({ type: 'channel.lost' });
      const read = tradingCalls.candles.decode(news.data);
      if (!read.ok || !news.isConfirmed) return undefined;
      return say({ type: 'channel.bars', bars: wholeBars(read.value.candles, interval) });
    });
    // Bars were read before.
    follower.distrust();
    return follower;
  };
}

/** The first bar may miss some of its candles. @param candles oldest first. */
function wholeBars(candles: readonly Candle[], interval: Interval): readonly Candle[] {
  const bars = aggregateCandles(tidyCandles(candles), interval);
  return bars[0]?.time === candles[0]?.time ? bars : bars.slice(1);
}

export interface CandleChartDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly page: Pick<Page, 'isVisible' | 'listen'>;
  readonly storage: Pick<Storage, 'write'>;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Null where the server has no stream of candles. */
  readonly useBars: ((work: (follow: FollowBars) => void) => void) | null;
}

export function candleChartImplementations({
  http,
  clock,
  page,
  storage,
  random,
  useBars,
}: CandleChartDependencies) {
  const now = (): number => Math.floor(clock.now() / 1000);

  /** @throws OutageError also for a refusal: either way there is no chart. */
  async function read(input: CandleChartInput, window: CandleWindow, signal: AbortSignal): Promise<BarsRead> {
    const { pair, interval } = input;
    const body = { frame: intervalRules(interval).frame, pair, start_ts: window.start, stop_ts: window.stop };
    const { candles, hasInvalidTime } = valueOrThrow(
      await http.send(tradingCalls.candles, { body }, { signal }),
    );
    // Outside the window a bar may miss some of its candles.
    const inside = candles.filter(({ time }) => time >= window.start && time <= window.stop);
    return { bars: aggregateCandles(tidyCandles(inside), interval), from: window.start, hasInvalidTime };
  }

  return {
    actors: {
      readLatest: fromPromise<BarsRead, CandleChartInput>(({ input, signal }) =>
        read(input, latestWindow(input.interval, now()), signal),
      ),
      readNewest: fromPromise<BarsRead, NewestInput>(({ input, signal }) =>
        read(input, newestWindow(input.interval, input.since, now()), signal),
      ),
      readOlder: fromPromise<BarsRead, OlderInput>(({ input, signal }) =>
        read(input, olderWindow(input.interval, input.before), signal),
      ),
      channel: fromCallback<DistrustChannel, CandleChartInput>(({ input, sendBack, receive }) => {
        let follower: Follower | null = null;
        let isOver = false;
        receive(() => follower?.distrust());
        useBars?.((follow) => {
          if (!isOver) follower = follow(input, sendBack);
        });
        return () => {
          isOver = true;
          follower?.end();
        };
      }),
      page: fromCallback<CandleChartEvent>(({ sendBack }) => {
        if (!page.isVisible()) sendBack({ type: 'page.hidden' });
        return page.listen((fact) => {
          if (fact === 'hidden' || fact === 'visible') sendBack({ type: `page.${fact}` });
          // Makes the chart read the newest bars at once.
          if ((fact === 'woke' || fact === 'clockSet') && page.isVisible()) {
            sendBack({ type: 'page.hidden' });
            sendBack({ type: 'page.visible' });
          }
        });
      }),
    },
    actions: {
      rememberInterval: ({ context }: { context: CandleChartContext }) =>
        storage.write(CHART_INTERVAL_KEY, context.interval),
    },
    delays: {
      retryPause: ({ context }: { context: CandleChartContext }) =>
        retryDelay(context.retries, random(), context.failure?.retryAfter),
    },
  };
}

export const provideCandleChart = ({ services, useChannels, config }: App) => {
  const useBars = (work: (follow: FollowBars) => void): void =>
    useChannels((channels) => work(createFollowBars(channels)));
  return candleChartMachine.provide(
    candleChartImplementations({ ...services, useBars: config.capabilities.liveCandles ? useBars : null }),
  );
};

export const chosenInterval = ({ services }: App): Interval =>
  readInterval(services.storage.read(CHART_INTERVAL_KEY));
