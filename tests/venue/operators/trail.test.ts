import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../../venue/ledger/audit.ts';
import { sealEntries } from '../../../venue/ledger/seals.ts';
import { addOperator } from '../../../venue/operators/operators.ts';
import { readOperations, recordOperation } from '../../../venue/operators/trail.ts';
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

  /** A forger with the rights of the owner. What was forged is put back. */
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

  it('is sealed with the journal, and takes no change and no removal (OPERATOR-02)', async () => {
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

  it('of many first operators at once only two are added without a key (OPERATOR-01)', async () => {
    const names = ['ann', 'ben', 'cat', 'dan', 'eve'];
    const added = await Promise.all(
      names.map((name) =>
        transaction(core.store.pool, (client) => addOperator(client, null, name, AT)).then(
          () => 'added',
          (error: unknown) => {
            if (error instanceof RefusedError) return error.code;
            throw error;
          },
        ),
      ),
    );
    expect(added.filter((one) => one === 'added')).toHaveLength(2);
    expect(added.filter((one) => one === 'NO_OPERATOR')).toHaveLength(3);
  });
});
