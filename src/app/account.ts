import { countdownMachine } from '../machines/countdown/index.ts';
import { flashMachine } from '../machines/flash/index.ts';
import { passwordChangeMachine } from '../machines/passwordChange/index.ts';
import type { SessionRef } from '../machines/session/index.ts';
import { twoFactorMachine } from '../machines/twoFactor/index.ts';
import type { AppLogic } from '../ui/hooks/app.tsx';
import type { Services } from './services.ts';
import { createCountdownWiring } from './wiring/countdown.ts';
import { createFlashWiring } from './wiring/flash.ts';
import { createPasswordChangeWiring } from './wiring/passwordChange.ts';
import { createTwoFactorWiring } from './wiring/twoFactor.ts';

/** The part of the account screens: their wired machines. */
export function createAccount(
  services: Services,
  session: SessionRef,
): Pick<AppLogic, 'countdown' | 'flash' | 'passwordChange' | 'twoFactor'> {
  /** What the account is now is asked of the server again. */
  const outdateAccount = (): void => session.send({ type: 'session.doubted' });
  return {
    countdown: countdownMachine.provide(createCountdownWiring(services)),
    flash: flashMachine.provide(createFlashWiring(services)),
    passwordChange: passwordChangeMachine.provide(
      createPasswordChangeWiring({ ...services, outdateAccount }),
    ),
    twoFactor: twoFactorMachine.provide(createTwoFactorWiring({ ...services, outdateAccount })),
  };
}
