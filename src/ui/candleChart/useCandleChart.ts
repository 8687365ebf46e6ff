import { useActorRef, useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import {
  type candleChartMachine,
  hasInvalidTime,
  hasMoreHistory,
} from '../../machines/candleChart/candleChart.machine.ts';
import { chosenInterval, provideCandleChart } from '../../machines/candleChart/candleChart.actors.ts';
import { useApp } from '../kit/app.tsx';
import { useProvided } from '../kit/useScreenActor.ts';
import { selectFailure } from '../../machines/shared/common.ts';

/** Give the component the pair as its key: the machine lives as long as the component. */
export function useCandleChart(pair: string) {
  const app = useApp();
  const ref: ActorRefFrom<typeof candleChartMachine> = useActorRef(useProvided(provideCandleChart), {
    input: { pair, interval: chosenInterval(app) },
  });
  return {
    interval: useSelector(ref, ({ context }) => context.interval),
    /** Oldest first. */
    bars: useSelector(ref, ({ context }) => context.bars),
    hasInvalidTime: useSelector(ref, hasInvalidTime),
    isLoading: useSelector(ref, (snapshot) => snapshot.matches('loading')),
    isFailed: useSelector(ref, (snapshot) => snapshot.matches('failed')),
    isLoadingOlder: useSelector(ref, (snapshot) => snapshot.matches({ ready: { older: 'reading' } })),
    hasMoreHistory: useSelector(ref, hasMoreHistory),
    failure: useSelector(ref, selectFailure),
    /** Why the bars may be out of date. */
    newestFailure: useSelector(ref, ({ context }) => context.newestFailure),
    olderFailure: useSelector(ref, ({ context }) => context.olderFailure),
    send: ref.send,
  };
}

export type CandleChartActor = ReturnType<typeof useCandleChart>;
