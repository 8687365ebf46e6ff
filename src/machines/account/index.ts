export {
  provideAccountDeletion,
  providePasskeys,
  providePasswordChange,
  provideResetStop,
  provideSessionList,
  provideTwoFactor,
} from './account.actors.ts';
export {
  accountDeletionMachine,
  accountDeletionView,
  isDeletionBusy,
  isDeletionChecking,
  selectLostDeletion,
  selectRemains,
  type AccountDeletionContext,
  type AccountDeletionView,
  type DeletionInput,
} from './accountDeletion.machine.ts';
export {
  isChangingPasskeys,
  passkeysMachine,
  selectNotMade,
  type PasskeyChange,
  type PasskeyProof,
  type PasskeysContext,
} from './passkeys.machine.ts';
export {
  isChanged,
  isChanging,
  isOutcomeUnknown,
  passwordChangeMachine,
  selectAnswer,
  selectFailedField,
  type PasswordChange,
  type PasswordChangeContext,
  type PasswordChangeOutput,
} from './passwordChange.machine.ts';
export {
  isStoppingReset,
  resetStopMachine,
  selectLostStop,
  type ResetStopContext,
} from './resetStop.machine.ts';
export {
  isChangingSessions,
  selectLostChange,
  sessionListMachine,
  type SessionListContext,
} from './sessionList.machine.ts';
export {
  isBusy,
  areCodesUnseen,
  isChecking,
  selectEnrolment,
  selectLost,
  selectRecoveryCodes,
  selectView,
  twoFactorMachine,
  type CodeInput,
  type TwoFactorContext,
  type TwoFactorView,
} from './twoFactor.machine.ts';
