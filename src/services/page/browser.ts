import type { Clock } from '../clock/port.ts';
import type { Page, PageFact } from './port.ts';
import { createSleepDetector } from './sleepDetector.ts';

/** The page as the browser tells of it. */
export function createPage(window: Window, clock: Clock): Page {
  const { document, navigator, performance } = window;
  const detectSleep = createSleepDetector(clock, () => performance.now());
  const isVisible = (): boolean => document.visibilityState === 'visible';
  return {
    isOnline: () => navigator.onLine,
    isVisible,
    listen(hear) {
      const saying = (fact: PageFact) => (): void => hear(fact);
      const shown = (event: PageTransitionEvent): void => {
        if (event.persisted) hear('restored');
      };
      const stop = new AbortController();
      const { signal } = stop;
      window.addEventListener('online', saying('online'), { signal });
      window.addEventListener('offline', saying('offline'), { signal });
      window.addEventListener('pageshow', shown, { signal });
      window.addEventListener('pagehide', saying('leaving'), { signal });
      document.addEventListener('visibilitychange', () => hear(isVisible() ? 'visible' : 'hidden'), {
        signal,
      });
      const stopDetecting = detectSleep(saying('woke'));
      return () => {
        stop.abort();
        stopDetecting();
      };
    },
  };
}
