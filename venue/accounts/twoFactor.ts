import type { Pool, PoolClient } from 'pg';
import { isPasskeyCode } from '../../src/domain/passkey.ts';
import { recoveryCodeIn } from '../../src/domain/recoveryCode.ts';
import type { Refusal } from '../exchange.ts';
import { RefusedError } from '../refused.ts';
import { type SecretBox, totpPurpose } from '../secrets/secretBox.ts';
import { transaction } from '../sql/transaction.ts';
import { pausedUntil } from './account.ts';
import { COOLDOWN } from './accounts.ts';
import {
  alreadyEnabled,
  codeExpired,
  forbidden,
  isOff,
  passkeyNeeded,
  tooMany,
  usedUp,
} from './codeRefusals.ts';
import { narrowGrants, revokeKeys } from './sessions.ts';
import { spendPasskeyCode } from './passkeyCodes.ts';
import { DEFAULT_NAME } from '../brand/apply.ts';
import {
  countRecoveryCodes,
  removeRecoveryCodes,
  replaceRecoveryCodes,
  spendRecoveryCode,
} from './recoveryCodes.ts';
import { keyUri, newSecret, secretText, stepOf, untilAfter } from './totp.ts';

/** Wrong codes per session, or at sign-in, in a window; after that even the right code is refused (SESSION-14). */
export const WRONG_CODES = 5;
/** Milliseconds. */
export const WRONG_WINDOW = 900_000;

const AGAIN = 'Invalid code, please try again';

export const AT_SIGN_IN = 'sign-in';
/** Counted separately: knowing only a recovery key must not block sign-ins (FORGOT-05). */
export const AT_RECOVERY = 'recovery';

/**
 * Two-factor authentication (ACCOUNT-05). Every code is accepted once. `triedBy` (a session's key, `AT_SIGN_IN` or
 * `AT_RECOVERY`) separates the counts of wrong codes, so that nobody locks out others.
 */
export interface TwoFactor {
  /** Creates a secret that takes effect once a code is verified. @throws RefusedError 400 when two-factor is on. */
  enable(accountId: string): Promise<{ readonly secret: string; readonly uri: string }>;
  /**
   * @returns recovery codes (RECOVERY-01).
   * @throws RefusedError 400 when it is on, not set up, or the code is wrong; 429 after too many.
   */
  verify(accountId: string, code: string, triedBy: string): Promise<readonly string[]>;
  /**
   * Starts a security cooldown (REAUTH-05). Accepts a recovery code, too.
   * @returns names of the API keys that it revoked, to be announced.
   * @throws RefusedError 400 when off or for a wrong code; 429 after many.
   */
  disable(accountId: string, code: string, triedBy: string): Promise<readonly string[]>;
  /** Accepts an account without a second factor. @throws RefusedError 400 without a right code; 429 after many. */
  check(accountId: string, code: string, triedBy: string): Promise<void>;
  /**
   * Like `check`, but also accepts a recovery code (RECOVERY-03).
   * @returns how many are left after one was used; null where none was.
   */
  checkAtSignIn(accountId: string, code: string, triedBy: string): Promise<number | null>;
  /** Ends the old ones. @throws RefusedError 400 when two-factor is off or for a wrong code; 429 after many. */
  newRecoveryCodes(accountId: string, code: string, triedBy: string): Promise<readonly string[]>;
  countRecoveryCodes(accountId: string): Promise<number>;
  readonly reauthenticate: Reauthenticate;
  confirm(accountId: string, code: string, triedBy: string): Promise<Refusal | null>;
}

export interface CodeAttempt {
  readonly code: string;
  readonly triedBy: string;
  /** For a program, whose key was made with the second factor (APIKEY-07). */
  readonly isOfKey?: boolean;
}

export const NO_CODE: CodeAttempt = { code: '', triedBy: '' };

/**
 * Checks the second factor before a sensitive action (REAUTH-01). Locks the account in the caller's transaction.
 * The caller must commit even when refused, because wrong codes are counted.
 * @returns the refusal (403 or 429); null for a right code, also of a passkey (REAUTH-08), or without a second factor.
 */
export type Reauthenticate = (
  client: Client,
  accountId: string,
  attempt: CodeAttempt,
) => Promise<Refusal | null>;

type Client = Pick<PoolClient, 'query'>;

interface FactorRow {
  login: string;
  two_factor_secret: Uint8Array | null;
  two_factor_on: boolean;
  has_passkeys: boolean;
  // int8 comes as text
  two_factor_step: string;
}

interface Spending extends CodeAttempt {
  readonly accountId: string;
  /** Whether a recovery code may replace one of the app (RECOVERY-03). */
  readonly takesRecovery?: boolean;
  readonly invalid: string;
}

/** @param now epoch milliseconds. @param box seals the secrets (SECRET-01). */
export function createTwoFactor(
  pool: Pool,
  now: () => number,
  box: Pick<SecretBox, 'open' | 'seal'>,
  venueName = DEFAULT_NAME,
): TwoFactor {
  async function lock(client: Client, accountId: string): Promise<FactorRow | undefined> {
    const found = await client.query<FactorRow>(
      `select coalesce(email, username) as login, two_factor_secret, two_factor_on, two_factor_step,
         exists (select from passkeys where passkeys.account_id = $1) as has_passkeys
       from users where account_id = $1 for update`,
      [accountId],
    );
    return found.rows[0];
  }

  /** Returns refusals, because throwing would roll back the count of wrong codes. */
  async function decide(
    accountId: string,
    work: (client: Client, row: FactorRow) => Promise<RefusedError | null>,
  ): Promise<void> {
    const refusal = await transaction(pool, async (client) => {
      const row = await lock(client, accountId);
      if (!row) throw new Error('a signed-in account has no user');
      return work(client, row);
    });
    if (refusal) throw refusal;
  }

  async function spend(
    client: Client,
    row: FactorRow,
    { accountId, code, triedBy, takesRecovery = false, invalid }: Spending,
  ): Promise<RefusedError | null> {
    // Not counted as wrong: it is too long to be guessed.
    if (isPasskeyCode(code)) {
      const isSpent = await spendPasskeyCode(client, { accountId, sessionKey: triedBy }, code, now());
      return isSpent ? null : codeExpired();
    }
    const found = await client.query<{ wrong: number; since: Date }>(
      'select wrong, since from wrong_codes where account_id = $1 and tried_by = $2',
      [accountId, triedBy],
    );
    const since = found.rows[0]?.since.getTime() ?? 0;
    const isCounting = since + WRONG_WINDOW > now();
    const wrong = isCounting ? (found.rows[0]?.wrong ?? 0) : 0;
    if (wrong >= WRONG_CODES) return tooMany(since + WRONG_WINDOW - now());
    const step =
      row.two_factor_secret && stepOf(box.open(row.two_factor_secret, totpPurpose(accountId)), code, now());
    const recovery = takesRecovery ? recoveryCodeIn(code) : null;
    const isNewStep = step !== null && step > Number(row.two_factor_step);
    if (isNewStep || (recovery !== null && (await spendRecoveryCode(client, accountId, recovery)))) {
      if (isNewStep)
        await client.query('update users set two_factor_step = $2 where account_id = $1', [accountId, step]);
      await client.query('delete from wrong_codes where account_id = $1 and tried_by = $2', [
        accountId,
        triedBy,
      ]);
      return null;
    }
    await client.query(
      `insert into wrong_codes (account_id, tried_by, wrong, since) values ($1, $2, $3, $4)
       on conflict (account_id, tried_by) do update set wrong = excluded.wrong, since = excluded.since`,
      [accountId, triedBy, wrong + 1, new Date(isCounting ? since : now())],
    );
    return step === null
      ? new RefusedError(400, 'TWO_FACTOR_INVALID', invalid)
      : usedUp(untilAfter(Number(row.two_factor_step), now()));
  }

  async function pause(client: Client, accountId: string, reason: string): Promise<void> {
    await client.query(`update users set ${pausedUntil('$2', '$3')} where account_id = $1`, [
      accountId,
      new Date(now() + COOLDOWN),
      reason,
    ]);
  }

  async function ask(
    client: Client,
    row: FactorRow,
    attempt: Omit<Spending, 'invalid'>,
  ): Promise<RefusedError | null> {
    // A sign-in, the only caller that accepts a recovery code, has its own answer (PASSKEY-04).
    const isPasskeyAlone = !row.two_factor_on && row.has_passkeys && attempt.takesRecovery !== true;
    if (!row.two_factor_on && !isPasskeyAlone) return null;
    if (isPasskeyAlone && !isPasskeyCode(attempt.code)) return passkeyNeeded();
    // An empty code is not counted as a wrong one.
    if (attempt.code === '') return new RefusedError(400, 'TWO_FACTOR_REQUIRED', '2FA code required');
    return spend(client, row, { ...attempt, invalid: 'Invalid 2FA code' });
  }

  /** The venue's own accounts have no user. */
  const reauthenticate: Reauthenticate = async (client, accountId, attempt) => {
    const row = await lock(client, accountId);
    if (!row || attempt.isOfKey === true) return null;
    const refusal = await ask(client, row, { ...attempt, accountId });
    return refusal && forbidden(refusal);
  };

  return {
    reauthenticate,
    confirm: (accountId, code, triedBy) =>
      transaction(pool, (client) => reauthenticate(client, accountId, { code, triedBy })),

    async enable(accountId) {
      const secret = newSecret();
      let login = '';
      await decide(accountId, async (client, row) => {
        if (row.two_factor_on) return alreadyEnabled();
        ({ login } = row);
        await client.query(
          'update users set two_factor_secret = $2, two_factor_step = 0 where account_id = $1',
          [accountId, box.seal(secret, totpPurpose(accountId))],
        );
        return null;
      });
      return { secret: secretText(secret), uri: keyUri(secret, venueName, login) };
    },

    async verify(accountId, code, triedBy) {
      let codes: readonly string[] = [];
      await decide(accountId, async (client, row) => {
        if (row.two_factor_on) return alreadyEnabled();
        if (!row.two_factor_secret) {
          return new RefusedError(400, 'TWO_FACTOR_NOT_SET_UP', 'Set up two-factor authentication first.');
        }
        // A passkey does not prove that the user's app has the secret.
        if (isPasskeyCode(code)) return new RefusedError(400, 'TWO_FACTOR_INVALID', AGAIN);
        const refusal = await spend(client, row, { accountId, code, triedBy, invalid: AGAIN });
        if (refusal) return refusal;
        await client.query('update users set two_factor_on = true where account_id = $1', [accountId]);
        await narrowGrants(client, accountId, row.has_passkeys);
        // Otherwise anybody who knows the password could withdraw with an app of their own instead of the passkey.
        if (row.has_passkeys)
          await pause(client, accountId, 'Two-factor authentication turned on beside a passkey');
        codes = await replaceRecoveryCodes(client, accountId);
        return null;
      });
      return codes;
    },

    async disable(accountId, code, triedBy) {
      let revoked: readonly string[] = [];
      await decide(accountId, async (client, row) => {
        if (!row.two_factor_on) return isOff();
        const attempt = { accountId, code, triedBy, takesRecovery: true, invalid: AGAIN };
        const refusal = await spend(client, row, attempt);
        if (!refusal) {
          await removeRecoveryCodes(client, accountId);
          await client.query(
            `update users set two_factor_on = false, two_factor_secret = null, two_factor_reset_at = null
             where account_id = $1`,
            [accountId],
          );
          await pause(client, accountId, 'Two-factor authentication turned off');
          revoked = await revokeKeys(client, accountId);
        }
        return refusal;
      });
      return revoked;
    },

    check: (accountId, code, triedBy) =>
      decide(accountId, (client, row) => ask(client, row, { accountId, code, triedBy })),

    async checkAtSignIn(accountId, code, triedBy) {
      let left: number | null = null;
      await decide(accountId, async (client, row) => {
        const refusal = await ask(client, row, { accountId, code, triedBy, takesRecovery: true });
        const isRecovered = refusal === null && row.two_factor_on && recoveryCodeIn(code) !== null;
        if (isRecovered) left = await countRecoveryCodes(client, accountId);
        return refusal;
      });
      return left;
    },

    async newRecoveryCodes(accountId, code, triedBy) {
      let codes: readonly string[] = [];
      await decide(accountId, async (client, row) => {
        if (!row.two_factor_on) return isOff();
        const refusal = await spend(client, row, { accountId, code, triedBy, invalid: AGAIN });
        if (refusal) return refusal;
        await narrowGrants(client, accountId, true);
        codes = await replaceRecoveryCodes(client, accountId);
        return null;
      });
      return codes;
    },

    countRecoveryCodes: (accountId) => countRecoveryCodes(pool, accountId),
  };
}
