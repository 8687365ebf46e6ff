import { loginMachine } from '../machines/login/index.ts';
import { registrationMachine } from '../machines/registration/index.ts';
import type { SessionRef } from '../machines/session/index.ts';
import type { AppLogic } from '../ui/hooks/app.tsx';
import type { Services } from './services.ts';
import { createLoginWiring } from './wiring/login.ts';
import { createRegistrationWiring } from './wiring/registration.ts';

/** The part of the login and registration screens: their wired charts. */
export function createAccess(
  services: Services,
  session: SessionRef,
): Pick<AppLogic, 'login' | 'registration'> {
  return {
    login: loginMachine.provide(
      createLoginWiring({
        ...services,
        enter: (entered) => session.send({ type: 'login.succeeded', session: entered }),
      }),
    ),
    registration: registrationMachine.provide(createRegistrationWiring(services)),
  };
}
