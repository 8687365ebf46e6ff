import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { isOver } from '../../machines/shared/countdown.machine.ts';
import { provideCountdown } from '../../machines/shared/shared.actors.ts';
import { useApp } from './app.tsx';
import { useScreenActor } from './useScreenActor.ts';

export interface Countdown {
  /** Rounded up; null at first. */
  readonly secondsLeft: number | null;
  readonly isOver: boolean;
}

/** Counts down once a second. Give the component the instant as its key. @param until epoch milliseconds. */
export function useCountdown(until: number): Countdown {
  const ref = useScreenActor(provideCountdown, { input: { until } });
  return {
    secondsLeft: useSelector(ref, ({ context }) => context.secondsLeft),
    isOver: useSelector(ref, isOver),
  };
}

/** The time in epoch milliseconds, updated every `period` milliseconds while the page is visible. */
export function useNow(period: number): number {
  const { now } = useApp();
  const [time, setTime] = useState(now);
  // A clock of the browser.
  useEffect(() => {
    const look = (): void => {
      if (!document.hidden) setTime(now());
    };
    const timer = setInterval(look, period);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [now, period]);
  return time;
}
