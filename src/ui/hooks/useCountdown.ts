import { useSelector } from '@xstate/react';
import { isOver, selectSecondsLeft, provideCountdown } from '../../machines/shared/index.ts';
import { useScreenActor } from './useScreenActor.ts';

export interface Countdown {
  /** Whole seconds, the running one counted; null for the first moment. */
  readonly secondsLeft: number | null;
  readonly isOver: boolean;
}

/** Counts down to an instant, once a second. Give the component the instant as its key. @param until epoch milliseconds. */
export function useCountdown(until: number): Countdown {
  const ref = useScreenActor(provideCountdown, { input: { until } });
  return { secondsLeft: useSelector(ref, selectSecondsLeft), isOver: useSelector(ref, isOver) };
}
