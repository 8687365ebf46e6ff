import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { asRead } from '../../src/domain/credentials.ts';
import { RefusedError } from '../refused.ts';
import { transaction } from '../sql/transaction.ts';
import { type Account, toAccount, userColumns, type UserRow } from './account.ts';
import type { Asking, Passwords } from './passwords.ts';
import { checkNewPassword, checkRegistration, isEmail, type Registration } from './rules.ts';
import { type Renewed, sessionRenewed } from './sessions.ts';

/** Milliseconds without withdrawals after a new password or the end of two-factor (WITHDRAW-17). */
export const COOLDOWN = 86_400_000;

export interface Authenticated {
  readonly account: Account;
  readonly passwordHash: string;
}

export interface Accounts {
  /**
   * @param isPublic of the sandbox: anybody may know its password, so it need not be a good one.
   * @returns null where the email has an account, in about the same time (LOGIN-18).
   * @throws RefusedError 422 for a broken rule, 409 for a taken username.
   */
  register(registration: Registration, isPublic?: boolean): Promise<Account | null>;
  /** Null for a wrong password or unknown email, in about the same time. */
  authenticate(email: string, password: string, who?: Asking): Promise<Authenticated | null>;
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
  /** Asks for the password again (REAUTH-06). @throws RefusedError 403: a 401 would mean that the session is over. */
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
  async function refuseTaken(username: string): Promise<void> {
    const taken = await pool.query(
      `select from users where lower(username) = lower($1)
       union all select from taken_usernames where name_hash = ${NAME_HASH}`,
      [username],
    );
    if (taken.rows.length > 0) throw usernameTaken();
  }

  /** A second question for the name is then answered as if an account had been made with it (LOGIN-18). */
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
      // A few signs become a space and another one, which no address has.
      const email = [asRead(registration.email), registration.email].find(isEmail) ?? registration.email;
      const { password } = registration;
      // Checked first for every email, so that a taken username does not reveal whether the email is known.
      await refuseTaken(username);
      const hash = await passwords.hash(password);
      if (reserved.includes(email.toLowerCase())) {
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
      // As it was typed at the registration, or as it is read; accounts of before may have either.
      const emails = [...new Set([typed, asRead(typed)])].filter(isEmail);
      // Text columns refuse some characters, so an invalid address is not queried.
      const found =
        emails.length > 0
          ? await pool.query<UserRow & { password_hash: string }>(
              `select ${userColumns}, password_hash from users where lower(email) = any (select lower(unnest($1::text[])))`,
              [emails],
            )
          : { rows: [] };
      // Some databases fold letters that JavaScript does not (U+0130), which would bypass the limit per account.
      const sameBy = (read: (text: string) => string): (UserRow & { password_hash: string }) | undefined =>
        found.rows.find((user) => read(user.email).toLowerCase() === read(typed).toLowerCase());
      const row = sameBy((text) => text) ?? sameBy(asRead);
      const isRight = await passwords.verify(row?.password_hash, password, who);
      return row && isRight ? { account: toAccount(row), passwordHash: row.password_hash } : null;
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
      const found = await pool.query<{ password_hash: string; email: string; username: string }>(
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
          `update users set password_hash = $3, security_cooldown_until = $4, security_cooldown_reason = $5,
             two_factor_reset_at = null
           where account_id = $1 and password_hash = $2`,
          [accountId, old, hash, new Date(now() + COOLDOWN), 'Password changed'],
        );
        if (changed.rowCount !== 1) {
          throw new RefusedError(
            409,
            'PASSWORD_CHANGED_ELSEWHERE',
            'The password was changed elsewhere at the same time.',
          );
        }
        const renewed = await renew(client);
        if (!renewed) throw sessionRenewed(409);
        return renewed;
      });
    },

    async confirmPassword(accountId, password) {
      if (await passwords.verify(await hashOf(accountId), password, 'known')) return;
      throw new RefusedError(403, 'WRONG_PASSWORD', 'The password is incorrect.');
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

/** Of the first parameter, as `lower` folds it. */
const NAME_HASH = `sha256(convert_to(lower($1::text), 'UTF8'))`;

const usernameTaken = (): RefusedError =>
  new RefusedError(409, 'USERNAME_TAKEN', 'This username is taken. Choose another one.');
