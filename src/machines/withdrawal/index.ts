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
  StandingAnswer,
  WithdrawalContext,
  WithdrawalEmitted,
  WithdrawalEvent,
  WithdrawalFacts,
  WithdrawalInput,
} from './types.ts';
