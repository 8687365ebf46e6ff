import { createHash, randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';
import { PASSKEY_CODE_LENGTH, PASSKEY_CODE_LETTERS, PASSKEY_CODE_PREFIX } from '../../src/domain/passkey.ts';

/** Milliseconds for which a code is valid (REAUTH-08). */
export const CODE_LIFETIME = 120_000;

type Client = Pick<PoolClient, 'query'>;

/** Only this session can use the code. */
interface Holder {
  readonly accountId: string;
  readonly sessionKey: string;
}

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/**
 * A code that replaces one of an app, after a passkey has signed (REAUTH-08). It is stored beside the challenges, which
 * end in the same way.
 * @param now epoch milliseconds.
 */
export async function newPasskeyCode(client: Client, holder: Holder, now: number): Promise<string> {
  const letter = (): string => PASSKEY_CODE_LETTERS.charAt(randomInt(PASSKEY_CODE_LETTERS.length));
  const code = PASSKEY_CODE_PREFIX + Array.from({ length: PASSKEY_CODE_LENGTH }, letter).join('');
  await client.query(
    `insert into passkey_challenges (challenge_hash, purpose, account_id, session_hash, expires_at)
     values ($1, 'code', $2, $3, $4)`,
    [hashOf(code), holder.accountId, holder.sessionKey, new Date(now + CODE_LIFETIME)],
  );
  return code;
}

/** @returns whether the code was this session's, unused and in time. It is then used up. */
export async function spendPasskeyCode(
  client: Client,
  holder: Holder,
  code: string,
  now: number,
): Promise<boolean> {
  const spent = await client.query(
    `delete from passkey_challenges where challenge_hash = $1 and purpose = 'code' and expires_at > $2
       and account_id = $3 and session_hash = $4`,
    [hashOf(code), new Date(now), holder.accountId, holder.sessionKey],
  );
  return spent.rowCount === 1;
}
