import type { User } from '../domain/account.ts';
import { accountCalls } from './contract/calls/account.ts';
import type { Storage } from './storage.ts';

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

/** Keys of the browser's storage (SESSION-09). */
export const SESSION_KEYS = { user: 'user', expiresAt: 'expires_at', token: 'access_token' } as const;
const PREFERENCES = ['hideZeroBalances', 'showBalances'];

export function createSessionStore(storage: Storage): SessionStore {
  const removeUser = (): void => {
    // The user first: who sees only that gone takes the rest for gone as well.
    for (const key of [SESSION_KEYS.user, SESSION_KEYS.expiresAt]) storage.remove(key);
  };
  const remove = (): void => {
    removeUser();
    storage.remove(SESSION_KEYS.token);
  };
  /** Another tab may have put a newer session there meanwhile. */
  const holds = (session: KeptSession | null): boolean => {
    const kept = storage.read(SESSION_KEYS.expiresAt);
    return session === null || kept === null || kept === String(session.expiresAt);
  };
  const peek: SessionStore['peek'] = () => {
    const user = parseUser(storage.read(SESSION_KEYS.user));
    const expiresAt = Number(storage.read(SESSION_KEYS.expiresAt) ?? Number.NaN);
    return user && Number.isFinite(expiresAt) ? { user, expiresAt } : null;
  };
  return {
    peek,
    recall(now) {
      const session = peek();
      if (session && session.expiresAt > now) return session;
      remove();
      return null;
    },
    write({ user, expiresAt }) {
      // The expiry first: a session counts from the moment both are there.
      storage.write(SESSION_KEYS.expiresAt, String(expiresAt));
      storage.write(SESSION_KEYS.user, JSON.stringify(wireUser(user)));
    },
    writeToken(token) {
      if (token === null) storage.remove(SESSION_KEYS.token);
      else storage.write(SESSION_KEYS.token, token);
    },
    readToken: () => storage.read(SESSION_KEYS.token),
    clearUser(session) {
      if (holds(session)) removeUser();
    },
    clear(session) {
      if (holds(session)) remove();
    },
    clearPreferences() {
      for (const key of PREFERENCES) storage.remove(key);
    },
  };
}

/** As the login answered it, without `expires_in` (SESSION-09). */
function wireUser(user: User): Record<string, unknown> {
  const time = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
  return {
    user_id: user.id,
    username: user.username,
    role: user.role,
    email: user.email,
    two_factor_enabled: user.twoFactorEnabled,
    last_login: time(user.lastLogin),
    security_risk: user.securityRisk,
    security_cooldown_until: time(user.securityCooldownUntil),
    security_risk_reason: user.securityRiskReason,
  };
}

function parseUser(text: string | null): User | null {
  if (text === null) return null;
  try {
    const decoded = accountCalls.me.decode(JSON.parse(text));
    return decoded.ok ? decoded.value : null;
  } catch {
    // Not JSON: nothing that this product wrote.
    return null;
  }
}
