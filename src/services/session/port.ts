import type { User } from '../../domain/account.ts';

/** What the browser keeps of a login (SESSION-09). */
export interface KeptSession {
  readonly user: User;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface SessionStore {
  /** The session that is kept, when it is whole; it may be over. Changes nothing: another tab may be writing one. */
  peek(): KeptSession | null;
  /**
   * The same at the start of the page: what is not whole, or over, is removed (SESSION-01).
   * @param now epoch milliseconds.
   */
  recall(now: number): KeptSession | null;
  write(session: KeptSession): void;
  /** Bearer token of servers that issue one, written beside the next session; null removes it. */
  writeToken(token: string | null): void;
  readToken(): string | null;
  /** Removes user and expiry at once, by the same rule as `clear`; the logout itself still needs the token. */
  clearUser(session: KeptSession | null): void;
  /** Removes user, expiry and token, unless another tab has put a newer session there meanwhile. */
  clear(session: KeptSession | null): void;
  /** Removes the display preferences of one user, which the next must not see (SESSION-04). */
  clearPreferences(): void;
}
