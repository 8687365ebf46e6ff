import type { User } from '../domain/account.ts';
import { CHOICE_NAMES } from '../domain/screenChoices.ts';
import { accountCalls } from './contract/calls/account.ts';
import { PALETTE_KEY } from './palette.ts';
import type { Storage } from './storage.ts';

/** Stored data of a login (SESSION-09). */
export interface KeptSession {
  readonly user: User;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface SessionStore {
  /**
   * Null for an incomplete session, and one with a token that no request can carry (SESSION-09); it may have expired.
   * Removes nothing, because another tab may be writing.
   */
  peek(): KeptSession | null;
  /** Like `peek`, but removes an incomplete session. The server decides whether it has expired (SESSION-01). */
  recall(): KeptSession | null;
  write(session: KeptSession): void;
  /** Bearer token of servers that issue one; null removes it. */
  writeToken(token: string | null): void;
  readToken(): string | null;
  /** Like `clear`, but keeps the token, which the logout needs. */
  clearUser(session: KeptSession | null): void;
  /** Removes user, expiry and token, unless another tab has stored a newer session. */
  clear(session: KeptSession | null): void;
  /** Removes what the next user must not see (SESSION-04). */
  clearPreferences(): void;
  /** Removes session and preferences of a user who deleted the account (PRIVACY-05). */
  clearEverything(): void;
}

/** SESSION-09. */
export const SESSION_KEYS = { user: 'user', expiresAt: 'expires_at', token: 'access_token' } as const;
/** Prices that a user waits for (ALERT-04). */
export const ALERTS = 'alerts';
const PREFERENCES = [
  'hideZeroBalances',
  'showBalances',
  ALERTS,
  'alertSound',
  'fillSound',
  'transferSound',
  'replySound',
  'hiddenNotices',
  'lastPair',
];
/**
 * Lists that stay when somebody logs out: pairs that are marked (MARKET-12), pairs whose prices are shown in satoshi
 * (FORMAT-11), and what differs in the chart: its parts (CHART-10) and the lengths of its indicators (CHART-21).
 */
export const LISTS = ['favourites', 'satoshi_pairs', 'chart_parts', 'chart_lengths'] as const;
export type ListName = (typeof LISTS)[number];
const LASTING_PREFERENCES = ['keyShortcuts', ...CHOICE_NAMES, ...LISTS, 'chart_interval'];
/** Of the preferences that there are one of for each coin (ORDER-17). */
export const ASK_ABOVE = 'askAbove ';
/** Of the steps of the order book, one for each pair. */
export const GROUPING = 'book_grouping:';
/** What was drawn in the chart, one for each pair (DRAW-04). */
export const SKETCHES = 'chart_drawings:';
const OF_ONE = [ASK_ABOVE, GROUPING, SKETCHES];

/** Whether a header can carry it, and a server will read it: with anything else no request would leave. */
export const isSendable = (text: string): boolean => /^[\x21-\x7e]{1,4096}$/.test(text);

export function createSessionStore(storage: Storage): SessionStore {
  const removeUser = (): void => {
    // The user first: without it, other tabs treat the rest as gone.
    for (const key of [SESSION_KEYS.user, SESSION_KEYS.expiresAt]) storage.remove(key);
  };
  const remove = (): void => {
    removeUser();
    storage.remove(SESSION_KEYS.token);
  };
  const holds = (session: KeptSession | null): boolean => {
    const kept = storage.read(SESSION_KEYS.expiresAt);
    return session === null || kept === null || kept === String(session.expiresAt);
  };
  const peek: SessionStore['peek'] = () => {
    const token = storage.read(SESSION_KEYS.token);
    if (token !== null && !isSendable(token)) return null;
    const user = parseUser(storage.read(SESSION_KEYS.user));
    const expiresAt = Number(storage.read(SESSION_KEYS.expiresAt) ?? Number.NaN);
    return user && Number.isFinite(expiresAt) ? { user, expiresAt } : null;
  };
  return {
    peek,
    recall() {
      const session = peek();
      if (!session) remove();
      return session;
    },
    write({ user, expiresAt }) {
      // The expiry first: a session is valid once both are there.
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
    clearEverything() {
      remove();
      const ofOne = storage.keys().filter((key) => OF_ONE.some((start) => key.startsWith(start)));
      for (const key of [...PREFERENCES, ...LASTING_PREFERENCES, PALETTE_KEY, ...ofOne]) storage.remove(key);
    },
  };
}

/** As the login sent it, without `expires_in` (SESSION-09). */
function wireUser(user: User): Record<string, unknown> {
  const time = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
  return {
    user_id: user.id,
    username: user.username,
    role: user.role,
    email: user.email,
    two_factor_enabled: user.twoFactorEnabled,
    ...(user.hasPasskeys === true ? { has_passkeys: true } : {}),
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
    return null;
  }
}
