import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveWithdrawal, refuseHeld } from '../../../venue/coins/held.ts';
import { atomically } from '../../../venue/coins/post.ts';
import { LEFT, type WithdrawalStage } from '../../../venue/coins/stages.ts';
import type { Signing } from '../../../venue/coins/withdrawals.ts';
import { createRandom, type Random } from '../../../venue/random.ts';
import { takeSnapshot } from '../../../venue/solvency/snapshot.ts';
import { ENTRY_BYTES } from '../../../venue/solvency/tree.ts';
import { accepted, addUser, type CoinsHarness, OUTSIDE, startCoins } from '../coins/harness.ts';
import { databases } from '../databases.ts';

const HOUR = 3_600_000;
const STEPS = 40;
const SLATEPACK = 'grin1at3z7s2fa796zcqurhyjyklhpfx0rgn9czynshv9rq0yq674wkdq5qdy6w';

const signing: Signing = {
  open: (_client, { id }, at) =>
    Promise.resolve({ extraId: `slate-${id}`, expiresAt: new Date(at.getTime() + HOUR) }),
  slatepackOf: (_client, id) => Promise.resolve(`BEGINSLATEPACK. ${id}. ENDSLATEPACK.`),
};

describe.each(databases)('what is owed while withdrawals go through their stages, on $name', (kind) => {
  let t: CoinsHarness;
  let account: string;
  beforeAll(async () => {
    t = await startCoins(kind, new Map([['GRIN', signing]]), { account: { BTC: '0.5' }, venue: {} });
  });
  afterAll(() => t.remove());
  beforeEach(async () => {
    account = await t.account({ BTC: '20', GRIN: '100' });
    await addUser(t.core, account);
    accepted(await t.coins.setRefundAddress(account, 'GRIN', SLATEPACK));
    await t.network.mine('BTC', 10);
  });

  /** The total owed according to the trees, and what has left with its fees. */
  async function sums(coin: string): Promise<{ readonly owed: bigint; readonly left: bigint }> {
    const snapshot = await takeSnapshot(t.core.store.audits);
    const entries = snapshot.coins.find((one) => one.coin === coin)?.owed ?? Buffer.alloc(0);
    let owed = 0n;
    for (let at = 0; at < entries.length; at += ENTRY_BYTES)
      owed += entries.readBigInt64BE(at + ENTRY_BYTES - 8);
    const { rows } = await t.core.store.pool.query<{ left: string }>(
      `select coalesce(sum(amount + fee), 0)::text as left from withdrawals where coin = $1 and stage in ${LEFT}`,
      [coin],
    );
    return { owed, left: BigInt(rows[0]?.left ?? '0') };
  }
  const total = async (coin: string): Promise<bigint> => {
    const { owed, left } = await sums(coin);
    return owed + left;
  };

  const withdraw = async (amount: string): Promise<string> =>
    accepted(await t.coins.withdraw(account, { coin: 'BTC', amount, address: OUTSIDE.BTC }, undefined)).row
      .id;
  const operate = (work: (client: Parameters<typeof approveWithdrawal>[0]) => Promise<unknown>) =>
    atomically(t.core.store.pool, work);

  test('a held withdrawal is owed until it leaves (SOLVENCY-11)', async () => {
    const before = await sums('BTC');
    const id = await withdraw('1.4');
    expect(await t.withdrawalStage(account, id)).toBe('held');
    expect(await sums('BTC')).toEqual(before);
  });

  test('the sum of what is owed and what has left is the same at every stage (SOLVENCY-11)', async () => {
    const [btc, grin] = [await total('BTC'), await total('GRIN')];
    const seen = new Set<WithdrawalStage>();
    const moving: string[] = [];

    const steps: readonly ((random: Random, id: string) => Promise<unknown>)[] = [
      async (random) => moving.push(await withdraw(random.next() < 0.5 ? '0.7' : '0.05')),
      async () => {
        const asked = { coin: 'GRIN', amount: '3', address: '' };
        const { row } = accepted(await t.coins.withdraw(account, asked, undefined));
        moving.push(row.id);
      },
      (_, id) => t.coins.cancelWithdrawal(account, id),
      (_, id) => operate((client) => approveWithdrawal(client, id, 'anna', new Date(t.clock))),
      (_, id) => operate((client) => approveWithdrawal(client, id, 'ben', new Date(t.clock))),
      (_, id) => operate((client) => refuseHeld(client, id, 'No', new Date(t.clock))),
      (_, id) => t.network.failWithdrawal(id),
      (random) => t.network.mine('BTC', random.whole(1, 7)),
      () => t.network.reorganise('BTC', { depth: 7, blocks: 7, drops: true }),
      async () => {
        t.clock += HOUR;
        await t.network.expire();
      },
    ];
    const random = createRandom('stages');
    for (let count = 0; count < STEPS; count += 1) {
      const step = steps[random.whole(0, steps.length - 1)];
      await step?.(random, moving[random.whole(0, Math.max(0, moving.length - 1))] ?? '');
      for (const { stage } of await t.coins.withdrawals(account, { limit: 1000, offset: 0 })) seen.add(stage);
      expect([count, await total('BTC'), await total('GRIN')]).toEqual([count, btc, grin]);
    }
    expect([...seen].toSorted()).toEqual(
      ['awaiting', 'cancelled', 'completed', 'created', 'failed', 'held', 'sent'].toSorted(),
    );
    expect(await t.core.exchange.audit()).toEqual([]);
  });
});

test('no query contains its own list of stages of withdrawals (SOLVENCY-11)', async () => {
  const files = await readdir('venue', { recursive: true });
  const byHand: string[] = [];
  for (const file of files.filter((name) => name.endsWith('.ts') && name !== 'coins/stages.ts')) {
    const text = await readFile(`venue/${file}`, 'utf8');
    for (const [list] of text.matchAll(/\bstage (?:not )?in \('[^)]*\)/g))
      if (/'(?:held|created|awaiting|sent|completed|failed|cancelled)'/.test(list))
        byHand.push(`${file}: ${list}`);
  }
  expect(byHand).toEqual([]);
});
