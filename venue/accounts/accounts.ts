import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { asRead } from '../../src/domain/credentials.ts';
import { RefusedError } from '../refused.ts';
import { transaction } from '../sql/transaction.ts';
import {
  type Account,
  LOGIN,
  loginOf,
  pausedUntil,
  toAccount,
  userColumns,
  type UserRow,
} from './account.ts';
import type { Asking, Passwords } from './passwords.ts';
import { checkNewPassword, checkRegistration, isEmail, isLogin, type Registration } from './rules.ts';
import { type Renewed, sessionRenewed } from './sessions.ts';

/** Milliseconds without withdrawals after the password changes or two-factor is switched off (WITHDRAW-17). */
export const COOLDOWN = 86_400_000;

export interface Authenticated {
  readonly account: Account;
  readonly passwordHash: string;
}

export interface Accounts {
  /**
   * @param isPublic of the sandbox: its password is public, so it need not be strong.
   * @returns null where the email has an account, in about the same time (LOGIN-18).
   * @throws RefusedError 422 for a broken rule, 409 for a taken username.
   */
  register(registration: Registration, isPublic?: boolean): Promise<Account | null>;
  /** Null for a wrong password or unknown email, in about the same time. */
  authenticate(email: string, password: string, who?: Asking): Promise<Authenticated | null>;
  /** By a recovery key. @throws RefusedError 401 for a wrong one or an unknown email, alike. */
  authenticateByKey(email: string, key: string): Promise<Authenticated>;
  /** Of a user whose passkey was checked. */
  authenticateById(accountId: string): Promise<Authenticated | null>;
  /** Begins a session. Null when the password or second factor has changed since it was checked. */
  signIn<T>(
    authenticated: Authenticated,
    begin: (client: PoolClient) => Promise<T>,
  ): Promise<{ readonly account: Account; readonly begun: T } | null>;
  /**
   * Changes the password and renews the session in one transaction (SESSION-12).
   * @throws RefusedError 401 for a wrong old password, 409 when the new one is already set, 422 for a broken rule.
   * @param confirm checks the second factor last; throws to stop the change.
   * @param renew null stops the change; otherwise its result is returned.
   */
  changePassword(
    accountId: string,
    change: { old: string; new: string; confirmation: string },
    confirm: () => Promise<void>,
    renew: (client: PoolClient) => Promise<Renewed | null>,
  ): Promise<Renewed>;
  /**
   * Stores the hash of a new recovery key in place of the old one (FORGOT-02).
   * @throws RefusedError 403 for a wrong password, 409 when it is changed at the same time.
   * @param confirm checks the second factor last; throws to stop it.
   */
  keepRecoveryKey(
    accountId: string,
    key: { readonly password: string; readonly hash: string },
    confirm: () => Promise<void>,
  ): Promise<Date>;
  /**
   * Sets a new password for a recovery key, which is used up (FORGOT-04).
   * @throws RefusedError 401 for a wrong key or unknown email, alike; 422 for a broken rule.
   * @param confirm checks the second factor last; throws to stop it.
   * @param end in the same transaction, with the row of the user locked: ends whatever had access.
   */
  recover<T>(
    wish: { email: string; key: string; password: string; confirmation: string },
    confirm: (account: Account) => Promise<void>,
    end: (client: PoolClient, accountId: string) => Promise<T>,
  ): Promise<{ readonly accountId: string; readonly ended: T }>;
  /** Asks for the password again (REAUTH-06). @throws RefusedError 403: a 401 would mean that the session has ended. */
  confirmPassword(accountId: string, password: string): Promise<void>;
  byEmail(email: string): Promise<Account | null>;
}

/** @param now epoch milliseconds. @param reserved emails that nobody may register. */
export function createAccounts(
  pool: Pool,
  passwords: Passwords,
  now: () => number,
  reserved: readonly string[] = [],
): Accounts {
  async function findUser(typed: string): Promise<FoundUser | undefined> {
    // As typed at registration, or normalised; older accounts may have either.
    const logins = [...new Set([typed, asRead(typed)])].filter(isLogin);
    // Text columns refuse some characters, so an invalid address is not queried.
    const found =
      logins.length > 0
        ? await pool.query<FoundUser>(
            `select ${userColumns}, password_hash, recovery_key_hash from users
             where ${LOGIN} = any (select lower(unnest($1::text[])))`,
            [logins],
          )
        : { rows: [] };
    // Some databases fold letters that JavaScript does not (U+0130), which would bypass the limit per account.
    const sameBy = (read: (text: string) => string): FoundUser | undefined =>
      found.rows.find((user) => read(loginOf(user)).toLowerCase() === read(typed).toLowerCase());
    return sameBy((text) => text) ?? sameBy(asRead);
  }

  async function findByKey(email: string, key: string) {
    const user = await findUser(email);
    const hash = createHash('sha256').update(Buffer.from(key, 'hex')).digest();
    // An unknown email and an account without a key take the same time.
    const isRight = timingSafeEqual(hash, user?.recovery_key_hash ?? NO_KEY);
    if (!user || !isRight) throw wrongKey();
    return { user, hash };
  }

  async function refuseTaken(username: string): Promise<void> {
    const taken = await pool.query(
      `select from users where lower(username) = lower($1)
       union all select from taken_usernames where name_hash = ${NAME_HASH}`,
      [username],
    );
    if (taken.rows.length > 0) throw usernameTaken();
  }

  /** A second request for the name is then answered as if an account had been made with it (LOGIN-18). */
  async function takeName(username: string): Promise<void> {
    const { rowCount } = await pool.query(
      `insert into taken_usernames (name_hash) values (${NAME_HASH}) on conflict do nothing`,
      [username],
    );
    if (rowCount !== 1) throw usernameTaken();
  }

  const hashOf = async (accountId: string): Promise<string | undefined> => {
    const found = await pool.query<{ password_hash: string }>(
      'select password_hash from users where account_id = $1',
      [accountId],
    );
    return found.rows[0]?.password_hash;
  };

  return {
    async register(registration, isPublic = false) {
      if (!isPublic) checkRegistration(registration);
      const username = asRead(registration.username);
      // Some characters become a space and another one, which no address has.
      const typed = registration.email ?? '';
      const email = [asRead(typed), typed].find(isEmail) ?? null;
      const { password } = registration;
      // Checked first for every email, so that a taken username does not reveal whether the email is known.
      await refuseTaken(username);
      const hash = await passwords.hash(password);
      if (email !== null && reserved.includes(email.toLowerCase())) {
        await takeName(username);
        return null;
      }
      // A violated index would write the e-mail address into the log of the database.
      const { rows } = await pool.query<UserRow>(
        `with users as (
           insert into users (account_id, email, username, password_hash) values ($1, $2, $3, $4)
           on conflict do nothing returning *
         ), made as (insert into accounts (id) select account_id from users)
         select ${userColumns} from users`,
        [randomUUID(), email, username, hash],
      );
      if (rows[0]) return toAccount(rows[0]);
      // Another registration may have taken it after the check.
      await refuseTaken(username);
      await takeName(username);
      return null;
    },

    async authenticate(typed, password, who) {
      const row = await findUser(typed);
      const isRight = await passwords.verify(row?.password_hash, password, who);
      return row && isRight ? { account: toAccount(row), passwordHash: row.password_hash } : null;
    },

    async authenticateByKey(email, key) {
      const { user } = await findByKey(email, key);
      return { account: toAccount(user), passwordHash: user.password_hash };
    },

    async authenticateById(accountId) {
      const { rows } = await pool.query<UserRow & { password_hash: string }>(
        `select ${userColumns}, password_hash from users where account_id = $1`,
        [accountId],
      );
      return rows[0] ? { account: toAccount(rows[0]), passwordHash: rows[0].password_hash } : null;
    },

    signIn: ({ account, passwordHash }, begin) =>
      transaction(pool, async (client) => {
        const at = new Date(now());
        // The row lock makes a concurrent password change end this session too.
        const noted = await client.query(
          'update users set last_login = $4 where account_id = $1 and password_hash = $2 and two_factor_on = $3',
          [account.id, passwordHash, account.hasTwoFactor, at],
        );
        return noted.rowCount === 1
          ? { account: { ...account, lastLogin: at }, begun: await begin(client) }
          : null;
      }),

    async changePassword(accountId, change, confirm, renew) {
      const found = await pool.query<{ password_hash: string; email: string | null; username: string }>(
        'select password_hash, email, username from users where account_id = $1',
        [accountId],
      );
      const [user] = found.rows;
      if (!user) throw new Error('a signed-in account has no user');
      const old = user.password_hash;
      if (!(await passwords.verify(old, change.old, 'known'))) {
        // A browser may repeat a request after a broken connection; it must not report a wrong password.
        if (await passwords.verify(old, change.new, 'known')) {
          throw new RefusedError(409, 'PASSWORD_SET_ALREADY', 'The new password is already your password.');
        }
        throw new RefusedError(401, 'WRONG_PASSWORD', 'The current password is incorrect.');
      }
      checkNewPassword(change.new, change.confirmation, user);
      if (asRead(change.new) === asRead(change.old)) {
        throw new RefusedError(
          422,
          'PASSWORD_UNCHANGED',
          'The new password must differ from the current one.',
        );
      }
      const hash = await passwords.hash(change.new, 'known');
      await confirm();
      return transaction(pool, async (client) => {
        // Of two concurrent changes only one succeeds.
        const changed = await client.query(
          `update users set password_hash = $3, ${pausedUntil('$4', '$5')}, two_factor_reset_at = null
           where account_id = $1 and password_hash = $2`,
          [accountId, old, hash, new Date(now() + COOLDOWN), 'Password changed'],
        );
        if (changed.rowCount !== 1) throw changedElsewhere();
        // Somebody who knew the old password may have made it; with a second factor most keys need it too (FORGOT-02).
        await client.query(
          `update users set recovery_key_hash = null, recovery_key_at = null
           where account_id = $1 and not two_factor_on
             and not exists (select from passkeys where passkeys.account_id = $1)`,
          [accountId],
        );
        const renewed = await renew(client);
        if (!renewed) throw sessionRenewed(409);
        return renewed;
      });
    },

    async keepRecoveryKey(accountId, { password, hash }, confirm) {
      const passwordHash = await hashOf(accountId);
      if (!(await passwords.verify(passwordHash, password, 'known'))) throw wrongPassword();
      await confirm();
      const at = new Date(now());
      const kept = await pool.query(
        `update users set recovery_key_hash = decode($3, 'hex'), recovery_key_at = $4
         where account_id = $1 and password_hash = $2`,
        [accountId, passwordHash, hash, at],
      );
      if (kept.rowCount !== 1) throw changedElsewhere();
      return at;
    },

    async recover({ email, key, password, confirmation }, confirm, end) {
      const { user, hash } = await findByKey(email, key);
      const { account_id: accountId } = user;
      checkNewPassword(password, confirmation, user);
      const passwordHash = await passwords.hash(password);
      await confirm(toAccount(user));
      return transaction(pool, async (client) => {
        // Locked first, so that `end` sees a sign-in with the old password that is in progress. The key works once, and
        // not after another one was made in the meantime.
        const locked = await client.query(
          'select from users where account_id = $1 and recovery_key_hash = $2 for update',
          [accountId, hash],
        );
        if (locked.rowCount !== 1) throw wrongKey();
        const ended = await end(client, accountId);
        await client.query(
          `update users set password_hash = $2, recovery_key_hash = null, recovery_key_at = null,
             ${pausedUntil('$3', '$4')}, two_factor_reset_at = null
           where account_id = $1`,
          [accountId, passwordHash, new Date(now() + COOLDOWN), 'Password set with the recovery key'],
        );
        return { accountId, ended };
      });
    },

    async confirmPassword(accountId, password) {
      if (await passwords.verify(await hashOf(accountId), password, 'known')) return;
      throw wrongPassword();
    },

    async byEmail(email) {
      const found = await pool.query<UserRow>(
        `select ${userColumns} from users where lower(email) = lower($1)`,
        [email],
      );
      return found.rows[0] ? toAccount(found.rows[0]) : null;
    },
  };
}

type FoundUser = UserRow & { password_hash: string; recovery_key_hash: Uint8Array | null };

/** Compared where an account has no key: nothing hashes to this. */
const NO_KEY = randomBytes(32);

const wrongPassword = (): RefusedError =>
  new RefusedError(403, 'WRONG_PASSWORD', 'The password is incorrect.');

const wrongKey = (): RefusedError =>
  new RefusedError(401, 'RECOVERY_KEY_WRONG', 'No account has this email with this recovery key.');

const changedElsewhere = (): RefusedError =>
  new RefusedError(409, 'PASSWORD_CHANGED_ELSEWHERE', 'The password was changed elsewhere at the same time.');

/** Of the first parameter, as `lower` folds it. */
const NAME_HASH = `sha256(convert_to(lower($1::text), 'UTF8'))`;

const usernameTaken = (): RefusedError =>
  new RefusedError(409, 'USERNAME_TAKEN', 'This username is taken. Choose another one.');
