export { sessionImplementations } from './session.actors.ts';
export {
  hasLeft,
  isDeciding,
  isExpiring,
  isLocked,
  isSignedIn,
  isSigningOut,
  isUnconfirmed,
  isUnexplained,
  selectFarewell,
  selectUser,
  selectUserId,
  sessionMachine,
  type SessionRef,
} from './session.machine.ts';
export type { SessionContext, SessionEvent, SessionInput, StoredSession } from './session.setup.ts';
