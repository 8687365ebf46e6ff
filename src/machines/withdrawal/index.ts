export { provideWithdrawal, recallForm, recallWithdrawal, withdrawalOffers } from './withdrawal.actors.ts';
export { QUOTE_MINUTES } from './withdrawal.setup.ts';
export { withdrawalMachine } from './withdrawal.machine.ts';
export {
  canCancel,
  canResume,
  canSendAgain,
  hasMaximum,
  isAnotherRunning,
  isGrinRunning,
  isOtherThanConfirmed,
  isOutcomeUnknown,
  isPastWindow,
  selectBroadcast,
  selectConfirmed,
  selectConfirmedFee,
  selectConfirmFaults,
  selectDraft,
  selectFacts,
  selectFactsFailure,
  selectFaults,
  selectLostStatus,
  selectReceipt,
  selectReplyFault,
  selectShownFee,
  selectStep,
  selectTyped,
  selectView,
  type WithdrawalSnapshot,
  type WithdrawalView,
} from './withdrawal.selectors.ts';
export type {
  BeforeAnswer,
  SendingWithdrawal,
  WithdrawalContext,
  WithdrawalEvent,
  WithdrawalFacts,
  WithdrawalInput,
} from './withdrawal.types.ts';
export {
  amountFaultNow,
  maxAmount,
  stepAmount,
  totalOf,
  type AmountFault,
  type DraftFaults,
  type TypedWithdrawal,
  type WithdrawalDraft,
} from './withdrawalDraft.rules.ts';
export { choosableCoins } from './withdrawalGate.rules.ts';
