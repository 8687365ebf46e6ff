export { loginMachine } from './login.machine.ts';
export * from './selectors.ts';
export type {
  Credentials,
  LoginContext,
  LoginEmitted,
  LoginEvent,
  LoginInput,
  SignInOutput,
} from './types.ts';
