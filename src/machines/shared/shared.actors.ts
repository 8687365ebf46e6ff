import { fromCallback, fromPromise } from 'xstate';
import type { Clipboard } from '../../services/clipboard.ts';
import type { Clock } from '../../services/clock.ts';
import { isReturn, type Page } from '../../services/page.ts';
import { type CountdownEvent, type TickerInput, countdownMachine } from './countdown.machine.ts';
import { type CopyInput, flashMachine } from './flash.machine.ts';
import { cooldownMachine } from './cooldown.machine.ts';

export interface CountdownDependencies {
  readonly clock: Clock;
  readonly page: Pick<Page, 'listen'>;
}

export function countdownImplementations({ clock, page }: CountdownDependencies) {
  return {
    actors: {
      ticker: fromCallback<CountdownEvent, TickerInput>(({ input, sendBack }) => {
        let timer: unknown;
        const tick = (): void => {
          clock.clearTimeout(timer);
          const now = clock.now();
          // Waits until the next whole second.
          timer = clock.setTimeout(tick, (input.until - now) % 1000 || 1000);
          sendBack({ type: 'clock.ticked', now });
        };
        timer = clock.setTimeout(tick, 0);
        // Timers of a hidden tab are late.
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

export function flashImplementations({ clipboard }: { readonly clipboard: Clipboard }) {
  return {
    actors: { copy: fromPromise<boolean, CopyInput>(({ input }) => clipboard.write(input.privateText)) },
  };
}

interface WithServices {
  readonly services: CountdownDependencies & { readonly clipboard: Clipboard };
}

export const provideCountdown = ({ services }: WithServices) =>
  countdownMachine.provide(countdownImplementations(services));

export const provideFlash = ({ services }: WithServices) =>
  flashMachine.provide(flashImplementations(services));

export const provideCooldown = (): typeof cooldownMachine => cooldownMachine;
