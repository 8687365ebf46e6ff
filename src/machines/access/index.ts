export { newAccountOf, provideLogin, provideLostFactor, provideRegistration } from './access.actors.ts';
export {
  hasSaidNotice,
  isAwaitingCode,
  isFactorMissing,
  isSubmitting,
  isUsingPasskey,
  isWaiting,
  isWorking,
  loginMachine,
  selectRefusal,
  showsNotice,
  type Credentials,
  type LoginContext,
} from './login.machine.ts';
export {
  isAskingReset,
  isLostFactorOpen,
  isOfferingReset,
  lostFactorMachine,
  selectResetFailure,
  selectResetTime,
  type LostFactorContext,
} from './lostFactor.machine.ts';
export {
  isRegistering,
  isWorkingOff,
  registrationMachine,
  selectRegistrationRefusal,
  type NewAccount,
  type RegistrationContext,
} from './registration.machine.ts';
