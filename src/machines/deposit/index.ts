export { depositsOf, provideSlatepackDeposit } from './deposit.actors.ts';
export { depositMachine } from './deposit.machine.ts';
export {
  depositView,
  isFinding,
  isMaking,
  selectAddress,
  selectCoin,
  selectProblem,
  selectUnmade,
  type DepositView,
} from './deposit.selectors.ts';
export type { DepositContext, DepositProblem, UnmadeAddress } from './deposit.types.ts';
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
