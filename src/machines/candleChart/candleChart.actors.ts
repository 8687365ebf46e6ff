import { fromCallback, fromPromise } from 'xstate';
import { retryDelay } from '../../domain/backoff.ts';
import { aggregateCandles, tidyCandles } from './candleChart.rules.ts';
import { OutageError } from '../../domain/failure.ts';
import {
  intervalRules,
  latestWindow,
  newestWindow,
  olderWindow,
  type CandleWindow,
  type Interval,
  readInterval,
} from '../../domain/intervals.ts';
import type {
  BarsRead,
  CandleChartContext,
  CandleChartEvent,
  DistrustChannel,
  FollowBars,
  LatestInput,
  NewestInput,
  OlderInput,
} from './candleChart.types.ts';
import type { Clock } from '../../services/clock.ts';
import { tradingCalls } from '../../services/contract/calls/trading.ts';
import type { Http } from '../../services/http/port.ts';
import type { Page } from '../../services/page.ts';
import type { Storage } from '../../services/storage.ts';
import type { App } from '../app/index.ts';
import { createFollowBars } from './live.actors.ts';
import type { Follower } from '../socket/index.ts';
import { perApp } from '../shared/index.ts';
import { candleChartMachine } from './candleChart.machine.ts';

/** CHART-01. */
export const CHART_INTERVAL_KEY = 'chart_interval';

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
  async function read(input: LatestInput, window: CandleWindow, signal: AbortSignal): Promise<BarsRead> {
    const { pair, interval } = input;
    const body = {
      frame: intervalRules(interval).frame,
      pair,
      start_ts: window.start,
      stop_ts: window.stop,
    };
    const answer = await http.send(tradingCalls.candles, { body }, { signal });
    if (!answer.ok) throw new OutageError(answer.failure);
    // Outside the window a bar may miss some of its candles.
    const inside = answer.value.candles.filter(({ time }) => time >= window.start && time <= window.stop);
    return {
      bars: aggregateCandles(tidyCandles(inside), interval),
      from: window.start,
      hasInvalidTime: answer.value.hasInvalidTime,
    };
  }

  return {
    actors: {
      readLatest: fromPromise<BarsRead, LatestInput>(({ input, signal }) =>
        read(input, latestWindow(input.interval, now()), signal),
      ),
      readNewest: fromPromise<BarsRead, NewestInput>(({ input, signal }) =>
        read(input, newestWindow(input.interval, input.since, now()), signal),
      ),
      readOlder: fromPromise<BarsRead, OlderInput>(({ input, signal }) =>
        read(input, olderWindow(input.interval, input.before), signal),
      ),
      channel: fromCallback<DistrustChannel, LatestInput>(({ input, sendBack, receive }) => {
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
      rememberInterval: (_: unknown, { interval }: { interval: Interval }) =>
        storage.write(CHART_INTERVAL_KEY, interval),
    },
    delays: {
      retryPause: ({ context }: { context: CandleChartContext }) =>
        retryDelay(context.retries, random(), context.failure?.retryAfter),
    },
  };
}

export const provideCandleChart = perApp(({ services, useChannels, config }: App) => {
  const useBars = (work: (follow: FollowBars) => void): void =>
    useChannels((channels) => work(createFollowBars(channels)));
  return candleChartMachine.provide(
    candleChartImplementations({ ...services, useBars: config.capabilities.liveCandles ? useBars : null }),
  );
});

export const chosenInterval = ({ services }: App): Interval =>
  readInterval(services.storage.read(CHART_INTERVAL_KEY));
