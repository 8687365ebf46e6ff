export { provideLogin, provideRegistration } from './access.actors.ts';
export {
  hasSaidNotice,
  isAwaitingCode,
  isSubmitting,
  isUsingPasskey,
  isWaiting,
  isWorking,
  loginMachine,
  selectRefusal,
  showsNotice,
} from './login.machine.ts';
export {
  isRegistering,
  isWorkingOff,
  registrationMachine,
  selectRegistrationRefusal,
  type NewAccount,
  type RegistrationContext,
} from './registration.machine.ts';
export type { Credentials, LoginContext } from './login.types.ts';
