import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiKeys } from '../../../venue/accounts/apiKeys.ts';
import { createSessions } from '../../../venue/accounts/sessions.ts';
import { createTwoFactor, NO_CODE } from '../../../venue/accounts/twoFactor.ts';
import { openKeys } from '../../../venue/coins/keys.ts';
import { readSecretKeys } from '../../../venue/secrets/keyFile.ts';
import {
  createSecretBox,
  type SecretBox,
  seedPurpose,
  totpPurpose,
} from '../../../venue/secrets/secretBox.ts';
import { valueOf } from '../../../venue/refused.ts';
import { sealStored } from '../../../venue/secrets/sealStored.ts';
import { codeOf } from '../accounts/codes.ts';
import { type Harness, startCore } from '../core/harness.ts';
import { addUser } from '../coins/harness.ts';
import { databases } from '../databases.ts';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const WRONG = /encrypted with another key.*SECRETS_KEY_FILE/s;
const CHANGED = /was changed, or moved to another row/;

describe('a sealed secret', () => {
  const box = createSecretBox([OLD]);
  const secret = randomBytes(20);

  it('opens only for its own row, and never looks the same twice (SECRET-01)', () => {
    const sealed = box.seal(secret, 'totp/1');
    expect(box.open(sealed, 'totp/1')).toEqual(secret);
    expect(sealed.includes(secret)).toBe(false);
    expect(box.seal(secret, 'totp/1')).not.toEqual(sealed);
    expect(() => box.open(sealed, 'totp/2')).toThrow(CHANGED);
  });

  it('every changed byte is detected (SECRET-01)', () => {
    const sealed = box.seal(secret, 'totp/1');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => box.open(changed, 'totp/1'), `byte ${at}`).toThrow(/encrypted|was changed/);
    }
    expect(() => box.open(sealed.subarray(0, 20), 'totp/1')).toThrow('is not encrypted');
  });

  it('another key says what to do, and an older one still opens (SECRET-02, SECRET-04)', () => {
    const sealed = box.seal(secret, 'totp/1');
    expect(() => createSecretBox([NEW]).open(sealed, 'totp/1')).toThrow(WRONG);
    const both = createSecretBox([NEW, OLD]);
    expect(both.open(sealed, 'totp/1')).toEqual(secret);
    expect([
      both.isOutdated(sealed),
      both.isOutdated(both.seal(secret, 'x')),
      both.isOutdated(secret),
    ]).toEqual([true, false, true]);
  });
});

describe('the file of the keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qb-keys-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const none = { secretsKeyFile: null, databaseUrl: null, dataDir: null };

  it('a sandbox creates one that only its user can read, and keeps it (SECRET-02)', () => {
    const [made] = readSecretKeys({ ...none, dataDir: folder });
    expect(made).toHaveLength(32);
    expect(statSync(join(folder, 'secrets.key')).mode & 0o777).toBe(0o600);
    expect(readSecretKeys({ ...none, dataDir: folder })).toEqual([made]);
    const kept = readFileSync(join(folder, 'secrets.key'), 'utf8');
    expect(kept).toBe(`${Buffer.from(made).toString('hex')}\n`);
    // In memory a new one each time, and for a sandbox on a server a public one.
    expect(readSecretKeys(none)).not.toEqual(readSecretKeys(none));
    const onServer = { ...none, databaseUrl: 'postgres://x/y' };
    expect(readSecretKeys(onServer)).toEqual(readSecretKeys(onServer));
  });

  it('contains the key in use and older ones; an invalid key is refused (SECRET-02, SECRET-04)', () => {
    const file = join(folder, 'keys');
    const read = (text: string) => {
      writeFileSync(file, text);
      return readSecretKeys({ ...none, secretsKeyFile: file });
    };
    expect(read(`${NEW.toString('hex')}\n${OLD.toString('hex').toUpperCase()}\n`)).toEqual([NEW, OLD]);
    expect(() => read('')).toThrow('64 hexadecimal digits');
    expect(() => read(`${NEW.toString('hex')}\nxyz`)).toThrow('64 hexadecimal digits');
    expect(() => readSecretKeys({ ...none, secretsKeyFile: join(folder, 'absent') })).toThrow('ENOENT');
  });
});

describe.each(databases)('secrets in the database, on $name', (kind) => {
  let core: Harness;
  let account: string;
  let other: string;
  const clock = Date.UTC(2026, 10, 21);
  const box = createSecretBox([OLD]);
  const query = <T extends object>(sql: string, values: unknown[] = []) =>
    core.store.pool.query<T>(sql, values);
  const totpOf = async (id: string): Promise<Buffer> => {
    const { rows } = await query<{ secret: Buffer }>(
      'select two_factor_secret as secret from users where account_id = $1',
      [id],
    );
    return rows[0]?.secret ?? Buffer.of();
  };

  beforeAll(async () => {
    core = await startCore(kind);
  });
  afterAll(() => core.remove());
  beforeEach(async () => {
    await query('delete from secrets');
    await query('update users set two_factor_on = false, two_factor_secret = null');
    [account, other] = [await core.account(), await core.account()];
    await addUser(core, account);
    await addUser(core, other);
  });

  /** Everything stored, as a dump writes it. */
  async function dump(): Promise<string> {
    const tables = await query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    const parts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await query<{ row: string }>(`select t::text as row from ${name} t`);
      parts.push(...rows.map(({ row }) => row));
    }
    return parts.join('\n');
  }

  it('a dump contains neither the seed nor a TOTP secret (SECRET-01)', async () => {
    const plain = randomBytes(32);
    await query(`insert into secrets (name, value) values ('wallet seed', $1)`, [plain]);
    expect(await dump()).toContain(plain.toString('hex'));
    expect(await sealStored(core.store.pool, box)).toBe(1);
    const keys = await openKeys(core.store.pool, box);
    const factor = createTwoFactor(core.store.pool, () => clock, box);
    const { secret } = await factor.enable(account);
    await factor.verify(account, codeOf(secret, clock), 'session');
    const text = await dump();
    expect(text).not.toContain(plain.toString('hex'));
    const bytes = box.open(await totpOf(account), totpPurpose(account));
    expect(bytes).toHaveLength(20);
    expect(text).not.toContain(bytes.toString('hex'));
    expect(text).not.toContain(secret);
    expect(keys.addressOf('BTC', 1n)).toMatch(/^bc1/);
  });

  it('plain secrets are sealed when the venue starts, and work as before (SECRET-03)', async () => {
    const plain = createTwoFactor(core.store.pool, () => clock, {
      seal: (secret) => Buffer.from(secret),
      open: (stored) => Buffer.from(stored),
    });
    const { secret } = await plain.enable(account);
    await query(`insert into secrets (name, value) values ('wallet seed', $1)`, [randomBytes(32)]);
    expect(await sealStored(core.store.pool, box)).toBe(2);
    expect(await sealStored(core.store.pool, box)).toBe(0);
    const factor = createTwoFactor(core.store.pool, () => clock, box);
    await factor.verify(account, codeOf(secret, clock), 'session');
  });

  it('a seed is made once, and the wallets stay the same (SECRET-03)', async () => {
    const first = await openKeys(core.store.pool, box);
    const again = await openKeys(core.store.pool, box);
    expect(again.addressOf('XMR', 7n)).toBe(first.addressOf('XMR', 7n));
  });

  it('swapped secrets are refused, and so is a plain one put in their place (SECRET-01)', async () => {
    const factor = createTwoFactor(core.store.pool, () => clock, box);
    const { secret } = await factor.enable(account);
    await factor.enable(other);
    await query(
      `update users u set two_factor_secret = (select two_factor_secret from users where account_id = $1)
       where u.account_id = $2`,
      [account, other],
    );
    await expect(factor.verify(other, codeOf(secret, clock), 'session')).rejects.toThrow(CHANGED);
    await openKeys(core.store.pool, box);
    await query('update users set two_factor_secret = $2 where account_id = $1', [other, randomBytes(20)]);
    await expect(sealStored(core.store.pool, box)).rejects.toThrow('is not encrypted');
    await query('update users set two_factor_secret = null where account_id = $1', [other]);
    await query('update secrets set value = $1', [box.seal(randomBytes(32), totpPurpose(account))]);
    await expect(sealStored(core.store.pool, box)).rejects.toThrow(CHANGED);
  });

  it('with another key it does not start, and nothing is changed (SECRET-02)', async () => {
    await openKeys(core.store.pool, box);
    const before = await dump();
    await expect(sealStored(core.store.pool, createSecretBox([NEW]))).rejects.toThrow(WRONG);
    await expect(openKeys(core.store.pool, createSecretBox([NEW]))).rejects.toThrow(WRONG);
    expect(await dump()).toBe(before);
  });

  it('the secret of an API key is sealed for its own row only, and sealed again with a new key (SECRET-01, SECRET-04)', async () => {
    const sessions = createSessions(core.store.pool, () => clock);
    const session = await sessions.find(await sessions.begin(account));
    if (!session) throw new Error('no session');
    const parts = { pool: core.store.pool, now: () => clock, sessions, reauthenticate: async () => null };
    const wish = { label: 'Bot', permissions: ['read'], addresses: [], attempt: NO_CODE } as const;
    const keys = createApiKeys({ ...parts, box });
    const made = [valueOf(await keys.create(session, wish)), valueOf(await keys.create(session, wish))];
    const text = await dump();
    for (const { secret } of made) expect(text).not.toContain(secret);
    const use = async (by: SecretBox, index: number): Promise<string> => {
      const one = made[index];
      if (!one) throw new Error('no key');
      const [stamp, nonce] = [String(clock), randomBytes(8).toString('hex')];
      const signature = createHmac('sha256', one.secret)
        .update(`${stamp}\n${nonce}\nGET\n/x\n`)
        .digest('hex');
      const headers: Record<string, string> = {
        'X-API-Key': one.key.id,
        'X-API-Timestamp': stamp,
        'X-API-Nonce': nonce,
        'X-API-Signature': signature,
      };
      const request = {
        header: (name: string) => headers[name],
        method: 'GET',
        target: '/x',
        body: Buffer.of(),
      };
      return (await createApiKeys({ ...parts, box: by }).authenticate({ ...request, address: null })).account
        .id;
    };
    expect(await use(box, 0)).toBe(account);
    expect(await sealStored(core.store.pool, createSecretBox([NEW, OLD]))).toBe(made.length);
    expect(await use(createSecretBox([NEW]), 0)).toBe(account);
    await expect(use(box, 1)).rejects.toThrow(WRONG);
    await query('update api_keys set secret = (select secret from api_keys where id = $1)', [
      made[1]?.key.id,
    ]);
    await expect(use(createSecretBox([NEW]), 0)).rejects.toThrow(CHANGED);
    await query('delete from api_keys');
  });

  it('a new key above the old one seals everything again, and the old one is no longer needed (SECRET-04)', async () => {
    const first = await openKeys(core.store.pool, box);
    const factor = createTwoFactor(core.store.pool, () => clock, box);
    const { secret } = await factor.enable(account);
    const rotated = createSecretBox([NEW, OLD]);
    expect(await sealStored(core.store.pool, rotated)).toBe(2);
    const alone = createSecretBox([NEW]);
    expect(await sealStored(core.store.pool, alone)).toBe(0);
    expect((await openKeys(core.store.pool, alone)).addressOf('BTC', 1n)).toBe(first.addressOf('BTC', 1n));
    await createTwoFactor(core.store.pool, () => clock, alone).verify(
      account,
      codeOf(secret, clock),
      'session',
    );
    const { rows } = await query<{ value: Buffer }>('select value from secrets');
    expect(alone.open(rows[0]?.value ?? Buffer.of(), seedPurpose('wallet seed'))).toHaveLength(32);
  });
});
