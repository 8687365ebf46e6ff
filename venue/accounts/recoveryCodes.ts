import { createHash, randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import {
  RECOVERY_ALPHABET,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
  shownRecoveryCode,
} from '../../src/domain/recoveryCode.ts';

type Client = Pick<PoolClient, 'query'>;

/** Bytes are evenly spread over the 32 letters. */
const newCode = (): string =>
  [...randomBytes(RECOVERY_LENGTH)].map((byte) => RECOVERY_ALPHABET[byte % 32]).join('');

const hashOf = (accountId: string, code: string): Buffer =>
  createHash('sha256').update(`${accountId} ${code}`).digest();

/** Makes new codes and ends the old ones (RECOVERY-04). @returns them as they are shown, once. */
export async function replaceRecoveryCodes(client: Client, accountId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await removeRecoveryCodes(client, accountId);
  await client.query(
    'insert into recovery_codes (account_id, code_hash) select $1, unnest($2::bytea[]) on conflict do nothing',
    [accountId, codes.map((code) => hashOf(accountId, code))],
  );
  return codes.map(shownRecoveryCode);
}

/** Each works once (RECOVERY-03). @param code as `recoveryCodeIn` gives it. @returns whether it was one. */
export async function spendRecoveryCode(client: Client, accountId: string, code: string): Promise<boolean> {
  const spent = await client.query('delete from recovery_codes where account_id = $1 and code_hash = $2', [
    accountId,
    hashOf(accountId, code),
  ]);
  return spent.rowCount === 1;
}

export async function removeRecoveryCodes(client: Client, accountId: string): Promise<void> {
  await client.query('delete from recovery_codes where account_id = $1', [accountId]);
}

export async function countRecoveryCodes(client: Client | Pool, accountId: string): Promise<number> {
  const { rows } = await client.query<{ left: number }>(
    'select count(*)::int as left from recovery_codes where account_id = $1',
    [accountId],
  );
  return rows[0]?.left ?? 0;
}
