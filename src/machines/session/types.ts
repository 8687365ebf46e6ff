import type { User } from '../../domain/account.ts';
import type { Result } from '../../domain/result.ts';

/** What the browser keeps of a login (SESSION-09). A bearer token, where there is one, never enters a machine. */
export interface StoredSession {
  readonly user: User;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface SessionInput {
  /** What was found in the browser at the start; null when nothing valid was. */
  readonly stored: StoredSession | null;
}

export interface SessionContext {
  /** Null for a visitor. */
  readonly session: StoredSession | null;
}

export type SessionEvent =
  /** A login of this tab; it is kept already for the others. */
  | { readonly type: 'login.succeeded'; readonly session: StoredSession }
  | { readonly type: 'user.signOut' }
  /** A protected screen opened. */
  | { readonly type: 'guard.entered' }
  /** A 401 that ends the session: of any call but login and change-password (SESSION-02). */
  | { readonly type: 'server.unauthorized' }
  /** The network came back: the session may be over or another one. */
  | { readonly type: 'session.doubted' }
  /** The page slept, or was put away, and is back: nobody knows who sits before it. */
  | { readonly type: 'session.slept' }
  /** Ask again at once whether the session holds. */
  | { readonly type: 'user.retry' }
  | { readonly type: 'session.endsSoon' }
  | { readonly type: 'session.ended' }
  /** Another tab of this browser signed in, as the same user or another one; or out. */
  | { readonly type: 'tab.signedIn'; readonly session: StoredSession }
  | { readonly type: 'tab.signedOut' }
  /** The session is gone from the browser, and nobody said that its user left. */
  | { readonly type: 'tab.sessionEnded' };

export interface ValidateInput {
  readonly session: StoredSession | null;
}

/** The session with the user as the server knows them now. Refused: neither confirmed nor denied. */
export type Validation = Result<StoredSession>;
