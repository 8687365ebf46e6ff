import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { sessionMachine } from './session.machine.ts';

export type SessionRef = ActorRefFrom<typeof sessionMachine>;
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

/** Whether it is not known yet who is here; protected screens wait. */
export const isDeciding = (snapshot: SessionSnapshot): boolean => snapshot.matches('checking');
export const isSignedIn = (snapshot: SessionSnapshot): boolean => snapshot.matches('signedIn');
export const isSigningOut = (snapshot: SessionSnapshot): boolean => snapshot.matches('signingOut');
export const isExpiring = (snapshot: SessionSnapshot): boolean => snapshot.matches({ signedIn: 'expiring' });
/** Whether the page slept and the session is not confirmed since: nothing of the account is shown. */
export const isLocked = (snapshot: SessionSnapshot): boolean => snapshot.matches({ signedIn: 'locked' });
/** Whether the server was asked about a page that slept, and gave no answer. */
export const isUnconfirmed = (snapshot: SessionSnapshot): boolean =>
  snapshot.matches({ signedIn: { locked: 'unanswered' } });

/** Null for a visitor, and while it is not known. */
export const selectUser = (snapshot: SessionSnapshot) =>
  isDeciding(snapshot) ? null : (snapshot.context.session?.user ?? null);
/** Id of the user for whom private data may be read. */
export const selectUserId = (snapshot: SessionSnapshot): string | null =>
  isSignedIn(snapshot) ? (snapshot.context.session?.user.id ?? null) : null;
