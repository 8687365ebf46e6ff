import { useSelector } from '@xstate/react';
import { isOver, selectSecondsLeft } from '../../machines/countdown/index.ts';
import { useApp } from './app.tsx';
import { useScreenActor } from './useScreenActor.ts';

export interface Countdown {
  /** Whole seconds, the running one counted; null for the first moment. */
  readonly secondsLeft: number | null;
  readonly isOver: boolean;
}

/** Counts down to an instant, once a second. Give the component the instant as its key. @param until epoch milliseconds. */
export function useCountdown(until: number): Countdown {
  const { logic } = useApp();
  const ref = useScreenActor(logic.countdown, { input: { until } });
  return { secondsLeft: useSelector(ref, selectSecondsLeft), isOver: useSelector(ref, isOver) };
}
