export { withdrawalMachine } from './withdrawal.machine.ts';
export * from './selectors.ts';
export type {
  AskFactsAgain,
  BeforeAnswer,
  CreateAnswer,
  CreateInput,
  FinalizeAnswer,
  FinalizeInput,
  FoundAnswer,
  ReplyPress,
  SendingWithdrawal,
  GrinStatusAnswer,
  WithdrawalContext,
  WithdrawalEmitted,
  WithdrawalEvent,
  WithdrawalFacts,
  WithdrawalInput,
} from './types.ts';
