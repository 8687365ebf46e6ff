export * from './selectors.ts';
export { sessionMachine } from './session.machine.ts';
export type {
  SessionContext,
  SessionEvent,
  SessionInput,
  StoredSession,
  ValidateInput,
  Validation,
} from './types.ts';
