export { provideLogin, provideRegistration } from './access.actors.ts';
export {
  hasSaidNotice,
  isAwaitingCode,
  isSubmitting,
  isWaiting,
  isWorking,
  loginMachine,
  selectRefusal,
  showsNotice,
  type Credentials,
  type LoginContext,
} from './login.machine.ts';
export {
  isRegistering,
  isWorkingOff,
  registrationMachine,
  selectRegistrationRefusal,
  type NewAccount,
  type RegistrationContext,
} from './registration.machine.ts';
