import { useEffect, useState } from 'react';
import { useApp } from './app.tsx';

/** The wall clock, looked at once per `period` milliseconds while the page can be seen. @returns epoch milliseconds. */
export function useNow(period: number): number {
  const { now } = useApp();
  const [time, setTime] = useState(now);
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
