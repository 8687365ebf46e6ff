export { depositsOf, provideSlatepackDeposit } from './deposit.actors.ts';
export {
  depositMachine,
  depositView,
  isFinding,
  isMaking,
  selectAddress,
  selectCoin,
  selectProblem,
  selectUnmade,
  type DepositContext,
  type DepositProblem,
  type DepositView,
  type UnmadeAddress,
} from './deposit.machine.ts';
export {
  isResumed,
  selectAnswer,
  selectMistake,
  selectOpenDeposit,
  selectSigned,
  selectProgress,
  slatepackDepositMachine,
  slatepackDepositPhase,
  type SignedSlatepack,
  type SlatepackDepositContext,
  type SlatepackDepositPhase,
} from './slatepackDeposit.machine.ts';
