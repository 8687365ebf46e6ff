import { useActorRef, useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { Candle, Interval } from '../../domain/intervals.ts';
import type { Failure } from '../../domain/failure.ts';
import { hasInvalidTime, hasMoreHistory } from '../../machines/candleChart/candleChart.machine.ts';
import { chosenInterval, provideCandleChart } from '../../machines/candleChart/candleChart.actors.ts';
import { useApp } from '../kit/app.tsx';
import { useProvided } from '../kit/useScreenActor.ts';
import { selectFailure } from '../../machines/shared/common.ts';

export interface CandleChartActor {
  readonly interval: Interval;
  /** Oldest first. */
  readonly bars: readonly Candle[];
  readonly hasInvalidTime: boolean;
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  readonly isLoadingOlder: boolean;
  readonly hasMoreHistory: boolean;
  readonly failure: Failure | null;
  /** Why the bars may be out of date. */
  readonly newestFailure: Failure | null;
  readonly olderFailure: Failure | null;
  readonly chooseInterval: (interval: Interval) => void;
  readonly wantHistory: () => void;
  readonly retry: () => void;
  readonly refresh: () => void;
}

/** Give the component the pair as its key: the machine lives as long as the component. */
export function useCandleChart(pair: string): CandleChartActor {
  const app = useApp();
  const ref = useActorRef(useProvided(provideCandleChart), {
    input: { pair, interval: chosenInterval(app) },
  });
  return {
    interval: useSelector(ref, ({ context }) => context.interval),
    bars: useSelector(ref, ({ context }) => context.bars),
    hasInvalidTime: useSelector(ref, hasInvalidTime),
    isLoading: useSelector(ref, (snapshot) => snapshot.matches('loading')),
    isFailed: useSelector(ref, (snapshot) => snapshot.matches('failed')),
    isLoadingOlder: useSelector(ref, (snapshot) => snapshot.matches({ ready: { older: 'reading' } })),
    hasMoreHistory: useSelector(ref, hasMoreHistory),
    failure: useSelector(ref, selectFailure),
    newestFailure: useSelector(ref, ({ context }) => context.newestFailure),
    olderFailure: useSelector(ref, ({ context }) => context.olderFailure),
    chooseInterval: useCallback((interval) => ref.send({ type: 'interval.chosen', interval }), [ref]),
    wantHistory: useCallback(() => ref.send({ type: 'history.wanted' }), [ref]),
    retry: useCallback(() => ref.send({ type: 'user.retry' }), [ref]),
    refresh: useCallback(() => ref.send({ type: 'user.refresh' }), [ref]),
  };
}
