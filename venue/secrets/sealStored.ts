import type { Pool, PoolClient } from 'pg';
import type { VenueConfig } from '../config.ts';
import type { Log } from '../log.ts';
import { transaction } from '../sql/transaction.ts';
import { readSecretKeys } from './keyFile.ts';
import {
  apiKeyPurpose,
  createSecretBox,
  type SecretBox,
  SEED,
  seedPurpose,
  totpPurpose,
} from './secretBox.ts';

const BATCH = 1000;

/** With the keys of the settings, and everything sealed. @throws SecretsError that says what to do. */
export async function openSecrets(
  pool: Pool,
  config: Pick<VenueConfig, 'secretsKeyFile' | 'databaseUrl' | 'dataDir'>,
  log: Log,
): Promise<SecretBox> {
  const box = createSecretBox(readSecretKeys(config));
  const sealed = await sealStored(pool, box);
  if (sealed > 0) log.info('secrets of the database were encrypted', { sealed });
  return box;
}

/**
 * Seals what the database holds in plain, or under an older key (SECRET-03). Runs before a venue starts; a node beside
 * others waits for the one that does it. @returns how many secrets it sealed. @throws SecretsError for another key.
 */
export function sealStored(pool: Pool, box: SecretBox): Promise<number> {
  return transaction(pool, async (client) => {
    await client.query('lock table secrets in share row exclusive mode');
    let sealed = 0;
    const secrets = await client.query<{ name: string; value: Buffer }>(
      'select name, value from secrets where name = $1',
      [SEED],
    );
    // All were sealed together, so somebody else put a plain one beside a sealed seed.
    const isFirstTime = secrets.rows.every(({ value }) => value.length === SEED_BYTES);
    const again = (stored: Buffer, plainBytes: number, purpose: string): Buffer =>
      box.seal(isFirstTime && stored.length === plainBytes ? stored : box.open(stored, purpose), purpose);
    for (const { name, value } of secrets.rows) {
      const purpose = seedPurpose(name);
      if (!box.isOutdated(value)) {
        box.open(value, purpose);
        continue;
      }
      await client.query('update secrets set value = $2 where name = $1', [
        name,
        again(value, SEED_BYTES, purpose),
      ]);
      sealed += 1;
    }
    let last = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const { rows } = await client.query<{ account_id: string; secret: Buffer }>(
        `select account_id, two_factor_secret as secret from users
         where two_factor_secret is not null and account_id > $1 order by account_id limit $2 for update`,
        [last, BATCH],
      );
      for (const { account_id: account, secret } of rows.filter((row) => box.isOutdated(row.secret))) {
        const value = again(secret, TOTP_BYTES, totpPurpose(account));
        await client.query('update users set two_factor_secret = $2 where account_id = $1', [account, value]);
        sealed += 1;
      }
      if (rows.length < BATCH) return sealed + (await sealKeys(client, box));
      last = rows.at(-1)?.account_id ?? last;
    }
  });
}

/** Those of programs were never plain. */
async function sealKeys(client: PoolClient, box: SecretBox): Promise<number> {
  let sealed = 0;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await client.query<{ id: string; secret: Buffer }>(
      'select id, secret from api_keys where id > $1 order by id limit $2 for update',
      [last, BATCH],
    );
    for (const { id, secret } of rows.filter((row) => box.isOutdated(row.secret))) {
      const purpose = apiKeyPurpose(id);
      await client.query('update api_keys set secret = $2 where id = $1', [
        id,
        box.seal(box.open(secret, purpose), purpose),
      ]);
      sealed += 1;
    }
    if (rows.length < BATCH) return sealed;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Lengths of a plain wallet seed and TOTP secret. */
const SEED_BYTES = 32;
const TOTP_BYTES = 20;
