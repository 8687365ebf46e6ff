export { passwordChangeMachine } from './passwordChange.machine.ts';
export * from './selectors.ts';
export type {
  PasswordChange,
  PasswordChangeContext,
  PasswordChangeEvent,
  PasswordChangeField,
  PasswordChangeOutput,
} from './types.ts';
