export { depositsOf, provideSlatepackDeposit } from './deposit.actors.ts';
export {
  depositMachine,
  depositView,
  selectAddress,
  selectCoin,
  selectProblem,
  type DepositContext,
  type DepositProblem,
  type DepositView,
} from './deposit.machine.ts';
export {
  selectAnswer,
  selectMistake,
  selectSigned,
  slatepackDepositMachine,
  slatepackDepositPhase,
  type SignedSlatepack,
  type SlatepackDepositContext,
  type SlatepackDepositPhase,
} from './slatepackDeposit.machine.ts';
