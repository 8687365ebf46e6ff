export interface Account {
  readonly id: string;
  /** Null: it signs in with its username (LOGIN-27). */
  readonly email: string | null;
  readonly username: string;
  readonly role: string;
  readonly hasTwoFactor: boolean;
  readonly hasPasskeys: boolean;
  readonly lastLogin: Date | null;
  readonly cooldownUntil: Date | null;
  readonly cooldownReason: string | null;
  /** When the password alone will take off the second factor; null where nobody has asked (RESET-01). */
  readonly resetAt: Date | null;
  /** When the recovery key was made; null where there is none (FORGOT-02). */
  readonly recoveryKeyAt: Date | null;
  /** First hexadecimal digits of its hash, by which a browser recognises the key that it made. */
  readonly recoveryKeyMark: string | null;
}

export interface UserRow {
  account_id: string;
  email: string | null;
  username: string;
  role: string;
  two_factor_on: boolean;
  has_passkeys: boolean;
  last_login: Date | null;
  security_cooldown_until: Date | null;
  security_cooldown_reason: string | null;
  two_factor_reset_at: Date | null;
  recovery_key_at: Date | null;
  recovery_key_mark: string | null;
}

/** What a user signs in with, as its index has it. */
export const LOGIN = 'lower(coalesce(users.email, users.username))';

/** What a user signs in with (LOGIN-27). */
export const loginOf = ({ email, username }: Pick<UserRow, 'email' | 'username'>): string =>
  email ?? username;

export const userColumns = `users.account_id, users.email, users.username, users.role, users.two_factor_on,
  exists (select from passkeys where passkeys.account_id = users.account_id) as has_passkeys,
  users.last_login, users.security_cooldown_until, users.security_cooldown_reason, users.two_factor_reset_at,
  users.recovery_key_at, encode(substr(users.recovery_key_hash, 1, 4), 'hex') as recovery_key_mark`;

/**
 * Withdrawals wait until then. A longer pause that is already running stays, with its reason.
 * @param until placeholder of a time. @param reason of a text.
 */
export const pausedUntil = (until: string, reason: string): string =>
  `security_cooldown_until = greatest(security_cooldown_until, ${until}), security_cooldown_reason =
     case when security_cooldown_until > ${until} then security_cooldown_reason else ${reason} end`;

export function toAccount(row: UserRow): Account {
  return {
    id: row.account_id,
    email: row.email,
    username: row.username,
    role: row.role,
    hasTwoFactor: row.two_factor_on,
    hasPasskeys: row.has_passkeys,
    lastLogin: row.last_login,
    cooldownUntil: row.security_cooldown_until,
    cooldownReason: row.security_cooldown_reason,
    resetAt: row.two_factor_reset_at,
    recoveryKeyAt: row.recovery_key_at,
    recoveryKeyMark: row.recovery_key_mark,
  };
}
