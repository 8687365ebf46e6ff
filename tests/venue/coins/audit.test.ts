import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUSE, post } from '../../../venue/coins/post.ts';
import { auditLedger } from '../../../venue/ledger/audit.ts';
import { Lines } from '../../../venue/ledger/lines.ts';
import { databases } from '../databases.ts';
import { accepted, type CoinsHarness, startCoins, withdrawBtc } from './harness.ts';

/** A fault, planted by hand, and what the audit must report. `$1` is the account that everything belongs to. */
interface Fault {
  readonly name: string;
  readonly plant: string;
  readonly repair: string;
  readonly says: RegExp;
}

const faults: readonly Fault[] = [
  {
    name: 'a deposit that nobody paid',
    plant: `update payments p set amount = p.amount - 1 from deposits d
      where d.account_id = $1 and d.stage = 'credited' and p.coin = d.coin and p.tx_hash = d.tx_hash`,
    repair: `update payments p set amount = p.amount + 1 from deposits d
      where d.account_id = $1 and d.stage = 'credited' and p.coin = d.coin and p.tx_hash = d.tx_hash`,
    says: /credited or kept apart and its chain does not confirm it: deposit [0-9a-f-]{36}, BTC: 0\.5 instead of 0\.49999999/,
  },
  {
    name: 'a credited deposit with too few blocks on it',
    plant: `update chains set height = height - 6 where coin = 'BTC' and $1::uuid is not null`,
    repair: `update chains set height = height + 6 where coin = 'BTC' and $1::uuid is not null`,
    says: /credited or kept apart and its chain does not confirm it: deposit [0-9a-f-]{36}, BTC: 0\.5 instead of 0/,
  },
  {
    name: 'a deposit that counts and was never posted',
    plant: `update deposits set stage = 'credited', confirmed_at = now() where account_id = $1 and stage = 'confirming'`,
    repair: `update deposits set stage = 'confirming', confirmed_at = null where account_id = $1 and amount = 25000000`,
    says: /a deposit has not moved what it should: deposit [0-9a-f-]{36}, BTC: 0 instead of 0\.25/,
  },
  {
    name: 'a deposit in the name of another',
    plant: `update deposits set account_id = (select id from accounts where id <> $1 limit 1) where account_id = $1 and stage = 'credited'`,
    repair: `update deposits set account_id = $1 where stage = 'credited'`,
    says: /a deposit has not moved what it should[\s\S]*a deposit has not moved what it should/,
  },
  {
    name: 'what is covered and was no loss',
    plant: `update deposits set covered = 5 where account_id = $1 and stage = 'confirming'`,
    repair: `update deposits set covered = 0 where account_id = $1 and stage = 'confirming'`,
    says: /what the venue covers is not what deposits that were undone have cost it: house losses, BTC: 0 instead of -0\.00000005/,
  },
  {
    name: 'a deposit fee from nowhere',
    plant: `update deposits set fee = 7 where account_id = $1 and stage = 'credited'`,
    repair: `update deposits set fee = 0 where account_id = $1 and stage = 'credited'`,
    says: /the deposit fees kept are not those of the credited deposits: house deposit-fees, BTC: 0 instead of 0\.00000007/,
  },
  {
    name: 'a withdrawal of more than was locked',
    plant: `update withdrawals set amount = amount + 3 where account_id = $1 and stage = 'created'`,
    repair: `update withdrawals set amount = amount - 3 where account_id = $1 and stage = 'created'`,
    says: /what is locked for withdrawals is not what waits to leave: house withdrawals, BTC: 0\.1001 instead of 0\.10010003/,
  },
  {
    name: 'a withdrawal that is said to have failed, and whose coins never came back',
    plant: `update withdrawals set stage = 'failed' where account_id = $1 and stage = 'created'`,
    repair: `update withdrawals set stage = 'created' where account_id = $1 and stage = 'failed'`,
    says: /a withdrawal has not moved what it should: withdrawal [0-9a-f-]{36}, BTC: -0\.1001 instead of 0/,
  },
  {
    name: 'a failed withdrawal that was paid all the same',
    plant: `update withdrawals set stage = 'failed', confirmed_at = null where account_id = $1 and stage = 'completed'`,
    repair: `update withdrawals set stage = 'completed', confirmed_at = now() where account_id = $1 and stage = 'failed'`,
    says: /a withdrawal has failed and its payment is still on the chain: withdrawal [0-9a-f-]{36}, BTC: 0\.2 instead of 0/,
  },
  {
    name: 'a payment to another address than was asked for',
    plant: `update payments p set address = 'elsewhere' from withdrawals w
      where w.account_id = $1 and w.stage = 'completed' and p.coin = w.coin and p.tx_hash = w.tx_hash`,
    repair: `update payments p set address = w.address from withdrawals w
      where w.account_id = $1 and w.stage = 'completed' and p.coin = w.coin and p.tx_hash = w.tx_hash`,
    says: /its payment is not on the chain as it was asked for: withdrawal [0-9a-f-]{36}, BTC: 0\.2 instead of 0/,
  },
  {
    name: 'a withdrawal that counts as done before its chain says so',
    plant: `update payments p set height = p.height + 5 from withdrawals w
      where w.account_id = $1 and w.stage = 'completed' and p.coin = w.coin and p.tx_hash = w.tx_hash`,
    repair: `update payments p set height = p.height - 5 from withdrawals w
      where w.account_id = $1 and w.stage = 'completed' and p.coin = w.coin and p.tx_hash = w.tx_hash`,
    says: /its payment is not on the chain as it was asked for/,
  },
  {
    name: 'coins that left without a withdrawal',
    plant: `update house_balances set amount = amount + 9 where name = 'chain' and currency = 'BTC' and $1::uuid is not null`,
    repair: `update house_balances set amount = amount - 9 where name = 'chain' and currency = 'BTC' and $1::uuid is not null`,
    says: /what went out and came in is not what withdrawals and deposits say: house chain, BTC: -0\.29989991 instead of -0\.2999/,
  },
  {
    name: 'a sum that is kept apart from nowhere',
    plant: `insert into house_balances (name, currency, amount) select 'unreturned', 'BTC', 3 where $1::uuid is not null`,
    repair: `delete from house_balances where name = 'unreturned' and $1::uuid is not null`,
    says: /what is kept apart is not what came in, is not credited and has not been returned: house unreturned, BTC: 0\.00000003 instead of 0/,
  },
  {
    name: 'an answer that names no withdrawal',
    plant: `update intents set outcome = jsonb_build_object('withdrawal', gen_random_uuid(), 'was', outcome ->> 'withdrawal')
      where account_id = $1 and outcome ? 'withdrawal'`,
    repair: `update intents set outcome = jsonb_build_object('withdrawal', outcome ->> 'was') where account_id = $1 and outcome ? 'was'`,
    says: /an answer under a key names a withdrawal that is not there: account ID/,
  },
];

describe.each(databases)('the audit of deposits and withdrawals on $name', (kind) => {
  let t: CoinsHarness;
  let alice: string;
  beforeAll(async () => {
    t = await startCoins(kind);
    alice = await t.account({ BTC: '1' });
    await t.account();
    await t.pay(alice, 'BTC', '0.5');
    accepted(await withdrawBtc(t, alice, '0.2'));
    await t.network.mine('BTC', 6);
    await t.pay(alice, 'BTC', '0.25');
    await t.network.mine('BTC', 2);
    accepted(await withdrawBtc(t, alice, '0.1'));
  });
  afterAll(() => t.remove());

  test('other work goes on while the books are checked (LOAD-13)', async () => {
    const { audits } = t.core.store;
    const order: string[] = [];
    const auditing = auditLedger(audits).then(() => order.push('checked'));
    await audits.query('select 1').then(() => order.push('other work'));
    await auditing;
    expect(order).toEqual(['other work', 'checked']);
  });

  test.each(faults)('finds $name', async ({ plant, repair, says }) => {
    const { pool } = t.core.store;
    expect(await t.core.exchange.audit()).toEqual([]);
    expect((await pool.query(plant, [alice])).rowCount).toBeGreaterThan(0);
    const findings = await t.core.exchange.audit();
    await pool.query(repair, [alice]);
    expect(findings.join('\n').replaceAll(alice, 'ID')).toMatch(says);
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  test('the tables refuse an entry that does not balance, and a balance below zero', async () => {
    const { pool } = t.core.store;
    const move = { kind: 'deposit', transfer: randomUUID(), reason: 'test', at: new Date() } as const;
    const lopsided = new Lines();
    lopsided.add(HOUSE.chain, 'BTC', { available: -5n });
    lopsided.add({ account: alice }, 'BTC', { available: 6n });
    await expect(post(pool, move, lopsided)).rejects.toMatchObject({ code: 'QB003' });
    const tooMuch = new Lines();
    tooMuch.add(HOUSE.chain, 'BTC', { available: 10n ** 15n });
    tooMuch.add({ account: alice }, 'BTC', { available: -(10n ** 15n) });
    await expect(post(pool, move, tooMuch)).rejects.toMatchObject({ constraint: 'available_not_negative' });
    expect(await t.core.exchange.audit()).toEqual([]);
  });
});
