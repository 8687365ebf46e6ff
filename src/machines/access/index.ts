export { provideLogin, provideRegistration } from './access.actors.ts';
export {
  hasSaidNotice,
  isAwaitingCode,
  isSubmitting,
  isWaiting,
  loginMachine,
  selectRefusal,
  showsNotice,
  type Credentials,
  type LoginContext,
} from './login.machine.ts';
export {
  isRegistering,
  registrationMachine,
  selectRegistrationRefusal,
  type NewAccount,
  type RegistrationContext,
} from './registration.machine.ts';
