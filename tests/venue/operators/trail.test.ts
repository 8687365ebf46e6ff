import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../../venue/ledger/audit.ts';
import { sealEntries } from '../../../venue/ledger/seals.ts';
import { addOperator } from '../../../venue/operators/operators.ts';
import { newPrivateKey, publicTextOf } from '../../../venue/operators/signing.ts';
import { readOperations, recordOperation } from '../../../venue/operators/trail.ts';
import { endSessions } from '../../../venue/operators/users.ts';
import { RefusedError } from '../../../venue/refused.ts';
import { transaction } from '../../../venue/sql/transaction.ts';
import { type Harness, startCore } from '../core/harness.ts';
import { databases } from '../databases.ts';

const AT = new Date('2026-11-25T12:00:00Z');
const SEALED = { operator: 'ann', action: 'refuse', subject: 'w1', reason: 'A thief' };

describe.each(databases)('the trail of the operators, on $name', (kind) => {
  let core: Harness;
  const query = (sql: string) => core.store.pool.query(sql);
  const findings = async () =>
    (await auditLedger(core.store.audits)).map((finding) => finding.split(':')[0] ?? '');

  beforeAll(async () => {
    core = await startCore(kind);
    await recordOperation(core.store.pool, SEALED, AT);
    await sealEntries(core.store.pool);
  });
  afterAll(() => core.remove());

  /** A forger with the owner's rights. Forgeries are reverted. */
  async function forged(sql: string): Promise<string[]> {
    await query('create table kept as select * from operations');
    await query('alter table operations disable trigger append_only');
    try {
      await query(sql);
      await query('delete from unsealed');
      return await findings();
    } finally {
      await query('delete from operations');
      await query('insert into operations overriding system value select * from kept');
      await query('delete from unsealed');
      await query('drop table kept');
      await query('alter table operations enable trigger append_only');
    }
  }

  it('is sealed with the journal, and cannot be changed or removed (OPERATOR-02)', async () => {
    expect(await findings()).toEqual([]);
    expect(await readOperations(core.store.pool, 5)).toEqual([{ ...SEALED, at: AT }]);
    for (const sql of ['delete from operations', `update operations set reason = ''`, 'truncate operations'])
      await expect(query(sql)).rejects.toThrow('append-only');
  });

  it('a line that was changed, removed or added is found (OPERATOR-02)', async () => {
    expect(await forged(`update operations set operator = 'ben'`)).toContain(
      'an entry is not what was sealed',
    );
    expect(await forged('delete from operations')).toContain('a sealed entry is missing');
    expect(
      await forged(
        `insert into operations (id, at, operator, action, subject, reason)
         values (gen_random_uuid(), now(), 'ben', 'release', 'w2', '')`,
      ),
    ).toContain('an entry has no seal and waits for none');
    expect(await findings()).toEqual([]);
  });

  it('of many concurrent first operators only one adds himself (OPERATOR-01)', async () => {
    const names = ['ann', 'ben', 'cat', 'dan', 'eve'];
    const added = await Promise.all(
      names.map((name) => {
        const key = publicTextOf(newPrivateKey());
        return transaction(core.store.pool, (client) => addOperator(client, key, { name, key }, AT)).then(
          () => 'added',
          (error: unknown) => {
            if (error instanceof RefusedError) return error.code;
            throw error;
          },
        );
      }),
    );
    expect(added.filter((one) => one === 'added')).toHaveLength(1);
    expect(added.filter((one) => one === 'NO_OPERATOR')).toHaveLength(4);
  });

  it('ending sessions also ends keys, remembered browsers and a running reset (OPERATOR-08)', async () => {
    const { pool } = core.store;
    const { rows } = await pool.query<{ id: string }>(
      `with made as (insert into accounts (id) values (gen_random_uuid()) returning id)
       insert into users (account_id, email, username, password_hash, two_factor_reset_at)
       select id, 'robbed@example.org', 'robbed', 'none', now() from made returning account_id as id`,
    );
    const id = rows[0]?.id;
    await pool.query(`insert into known_devices (token_hash, account_id, used_at) values ($1, $2, now())`, [
      Buffer.alloc(32),
      id,
    ]);
    await pool.query(
      `insert into api_keys (id, account_id, label, secret, addresses, made_at, can_read, can_trade, can_withdraw)
       values (gen_random_uuid(), $1, 'Bot', $2, '{}', now(), true, false, true)`,
      [id, Buffer.alloc(64)],
    );
    const act = { operator: 'ann', subject: 'everybody', reason: 'A leak' };
    const ended = await transaction(pool, (client) => endSessions(client, act, AT));
    expect(ended).toEqual([expect.stringMatching(/^api-key\//)]);
    const left = await pool.query(
      `select (select count(*)::int from known_devices) + (select count(*)::int from api_keys)
         + (select count(two_factor_reset_at)::int from users) as left`,
    );
    expect(left.rows).toEqual([{ left: 0 }]);
  });
});
