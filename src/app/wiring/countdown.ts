import { fromCallback } from 'xstate';
import type { CountdownEvent, TickerInput } from '../../machines/countdown/index.ts';
import type { Clock } from '../../services/clock.ts';
import { isReturn, type Page } from '../../services/page.ts';

export interface CountdownDependencies {
  readonly clock: Clock;
  readonly page: Pick<Page, 'listen'>;
}

/** Effects of the `countdown` machine. */
export function createCountdownWiring({ clock, page }: CountdownDependencies) {
  return {
    actors: {
      ticker: fromCallback<CountdownEvent, TickerInput>(({ input, sendBack }) => {
        let timer: unknown;
        const tick = (): void => {
          clock.clearTimeout(timer);
          const now = clock.now();
          // The seconds left change when a whole number of them is left: later by the rest, or by a whole one.
          timer = clock.setTimeout(tick, (input.until - now) % 1000 || 1000);
          sendBack({ type: 'clock.ticked', now });
        };
        timer = clock.setTimeout(tick, 0);
        // Timers of a hidden tab are late: whoever looks again sees the truth at once.
        const stop = page.listen((fact) => {
          if (isReturn(fact)) tick();
        });
        return () => {
          clock.clearTimeout(timer);
          stop();
        };
      }),
    },
  };
}
