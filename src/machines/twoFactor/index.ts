export { twoFactorMachine } from './twoFactor.machine.ts';
export * from './selectors.ts';
export type {
  CodeInput,
  CodeOutput,
  EnableOutput,
  SentCode,
  TwoFactorContext,
  TwoFactorEvent,
  TwoFactorInput,
} from './types.ts';
