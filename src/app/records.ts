import { cooldownMachine } from '../machines/cooldown/index.ts';
import { flashMachine } from '../machines/flash/index.ts';
import type { AppLogic } from '../ui/hooks/app.tsx';
import type { Services } from './services.ts';
import { createFlashWiring } from './wiring/flash.ts';

export interface Records {
  readonly logic: Pick<AppLogic, 'cooldown' | 'flash'>;
}

/** The part of the histories and of support: their wired charts. */
export function createRecords(services: Services): Records {
  return {
    logic: {
      cooldown: cooldownMachine,
      flash: flashMachine.provide(createFlashWiring(services)),
    },
  };
}
