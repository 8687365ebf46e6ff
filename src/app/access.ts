import { countdownMachine } from '../machines/countdown/index.ts';
import { loginMachine } from '../machines/login/index.ts';
import { registrationMachine } from '../machines/registration/index.ts';
import type { SessionRef } from '../machines/session/index.ts';
import type { AppLogic } from '../ui/hooks/app.tsx';
import type { Services } from './services.ts';
import { createCountdownWiring } from './wiring/countdown.ts';
import { createLoginWiring } from './wiring/login.ts';
import { createRegistrationWiring } from './wiring/registration.ts';

/** The part of the login and registration screens: their wired machines. */
export function createAccess(
  services: Services,
  session: SessionRef,
): Pick<AppLogic, 'countdown' | 'login' | 'registration'> {
  return {
    countdown: countdownMachine.provide(createCountdownWiring(services)),
    login: loginMachine.provide(
      createLoginWiring({
        ...services,
        enter: (entered) => session.send({ type: 'login.succeeded', session: entered }),
      }),
    ),
    registration: registrationMachine.provide(createRegistrationWiring(services)),
  };
}
