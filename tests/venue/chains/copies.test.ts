import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditAlone, auditAsSender } from '../../../venue/ledger/audits.ts';
import { ownOutputs } from '../../../venue/chains/outputs.ts';
import type { ChainReader } from '../../../venue/chains/port.ts';
import { createLog, silentLog } from '../../../venue/log.ts';
import { atomically } from '../../../venue/coins/post.ts';
import { lockWithdrawal, refundWithdrawal } from '../../../venue/coins/withdrawals.ts';
import { compareCopy, readUncompared } from '../../../venue/operators/copies.ts';
import { isCopy, markCopy } from '../../../venue/sql/place.ts';
import { openStore } from '../../../venue/sql/store.ts';
import { type LiveCoin, startCoin } from '../../chains/venue.ts';
import { type ScriptedChain, scriptedChain } from './scripted.ts';

const TO = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('a restored copy (OPERATOR-18)', () => {
  let world: ScriptedChain;
  let venue: LiveCoin;
  const pool = () => venue.core.store.pool;
  const compare = (
    operator: string,
    reason: string | null = null,
    reader: ChainReader | null = world.chain,
  ) =>
    compareCopy(
      {
        pool: pool(),
        chains: reader ? [{ kind: 'evm', reader, sender: world.chain }] : [],
        now: () => new Date(),
      },
      { operator, coin: 'AVAX', reason },
    );
  const mark = () =>
    pool().query(`insert into uncompared_coins select coin, height from chains where coin = 'AVAX'`);

  beforeAll(async () => {
    world = scriptedChain('AVAX');
    venue = await startCoin(world);
  });
  afterAll(() => venue?.close());

  it('sends nothing until two operators have compared the chain, and completes what was already paid', async () => {
    const account = await venue.core.account();
    world.pay(await venue.addressOf(account), 500_000_000n);
    await venue.confirm();
    const paid = await venue.withdraw(account, '1', TO);
    const unpaid = await venue.withdraw(account, '1', TO);
    const audits = [auditAlone(pool(), async () => []), auditAsSender(pool())];
    for (const { auditQuick } of audits) expect(await auditQuick()).toEqual([]);

    // The dump was made here. The venue went on, and has paid the first one.
    world.pay(TO, 100_000_000n);
    await world.mine(30);
    await mark();
    for (const { auditQuick } of audits) expect((await auditQuick()).join()).toContain('restored');
    await venue.follow();

    const twice = [{ withdrawal: paid, amount: '1', address: TO, tx: expect.any(String) }];
    expect(await compare('ann')).toMatchObject({ paidTwice: twice, waiting: 2, blocks: 30, approvals: 0 });
    expect(await compare('ann', 'Restored')).toMatchObject({ paidTwice: twice, approvals: 1, needed: 2 });
    await expect(compare('ann', 'Restored')).rejects.toMatchObject({ code: 'APPROVED_ALREADY' });
    expect(await readUncompared(pool())).toEqual(['AVAX']);
    expect(await venue.withdrawalStage(account, paid)).toBe('created');
    expect(await compare('ben', 'Restored')).toMatchObject({ paidTwice: twice, approvals: 2, waiting: 1 });
    expect(await readUncompared(pool())).toEqual([]);
    for (const { auditQuick } of audits) expect(await auditQuick()).toEqual([]);
    await expect(compare('ben')).rejects.toMatchObject({ code: 'NOTHING_TO_COMPARE' });

    await venue.send();
    expect(world.built).toHaveLength(1);
    await venue.confirm();
    expect(await venue.withdrawalStage(account, paid)).toBe('completed');
    expect(await venue.withdrawalStage(account, unpaid)).toBe('completed');
    await venue.audited();
  });

  it('completes a payment that was replaced by one with a higher fee, and reports what was refunded', async () => {
    const account = await venue.core.account();
    world.pay(await venue.addressOf(account), 900_000_000n);
    await venue.confirm();
    const sent = await venue.withdraw(account, '2', TO);
    await venue.send();
    const returned = await venue.withdraw(account, '3', TO);
    await atomically(pool(), async (client) => {
      const row = await lockWithdrawal(client, returned);
      if (row) await refundWithdrawal(client, row, 'failed', 'SECURITY_COOLDOWN', new Date());
    });
    const waits = await venue.withdraw(account, '1', TO);
    await mark();
    const replaced = world.built.at(-1) ?? '';
    world.known.delete(replaced);
    const [dearer] = [world.pay(TO, 200_000_000n), world.pay(TO, 300_000_000n)];
    await venue.confirm();
    const told = {
      paidTwice: [{ withdrawal: sent, tx: dearer }],
      paidAndReturned: [{ withdrawal: returned, amount: '3' }],
    };
    expect(await compare('ann', 'Restored')).toMatchObject(told);
    expect(await compare('ben', 'Restored')).toMatchObject({ ...told, waiting: 1 });
    await venue.send();
    await venue.confirm();
    for (const id of [sent, waits]) expect(await venue.withdrawalStage(account, id)).toBe('completed');
    expect(await venue.withdrawalStage(account, returned)).toBe('failed');
    expect(world.known.has(replaced)).toBe(false);
    await venue.audited();
  });

  it('completes a payment to a deposit address of the venue itself', async () => {
    const [account, other] = [await venue.core.account(), await venue.core.account()];
    const to = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    await pool().query('update deposit_addresses set address = $2 where address = $1', [
      await venue.addressOf(other),
      to,
    ]);
    world.pay(await venue.addressOf(account), 500_000_000n);
    await venue.confirm();
    const paid = await venue.withdraw(account, '4', to);
    await mark();
    world.pay(to, 400_000_000n);
    await venue.confirm();
    expect(await venue.free(other)).toBe('4');
    expect(await compare('ann', 'Restored')).toMatchObject({ paidTwice: [{ withdrawal: paid }] });
    await compare('ben', 'Restored');
    await venue.send();
    await venue.confirm();
    expect(await venue.withdrawalStage(account, paid)).toBe('completed');
    expect(await venue.free(other)).toBe('4');
    await venue.audited();
  });

  it('counts the second approval only for what the first operator saw', async () => {
    const account = await venue.core.account();
    world.pay(await venue.addressOf(account), 500_000_000n);
    await venue.confirm();
    const [one, two] = [await venue.withdraw(account, '1', TO), await venue.withdraw(account, '2', TO)];
    await mark();
    const lost = world.pay(TO, 100_000_000n);
    await world.mine(1);
    const seen = { paidTwice: [{ withdrawal: one }], approvals: 1 };
    expect(await compare('ann', 'Restored')).toMatchObject(seen);
    // Its block is replaced.
    world.known.delete(lost);
    world.pay(TO, 200_000_000n);
    await venue.confirm();
    expect(await compare('ben', 'Restored')).toMatchObject({
      paidTwice: [{ withdrawal: two }],
      approvals: 1,
    });
    expect(await compare('ann', 'Restored')).toMatchObject({ approvals: 2 });
    expect(await venue.withdrawalStage(account, one)).toBe('created');
    await venue.send();
    await venue.confirm();
  });

  it.each(['counts nonces', 'spends outputs'])(
    'takes no payment of others for one of the venue, on a chain that %s',
    async (kind) => {
      const account = await venue.core.account();
      const deposit = world.pay(await venue.addressOf(account), 500_000_000n);
      await venue.confirm();
      const id = await venue.withdraw(account, '1', TO);
      await mark();
      const [others, own] = [world.pay(TO, 100_000_000n), world.pay(TO, 100_000_000n)];
      const counts = kind === 'counts nonces';
      const reader: ChainReader = {
        ...world.chain,
        ...(counts
          ? { wallet: 'AVAX-wallet' }
          : { ownAddress: 'own-address', spentIn: async () => [`${deposit}:0`, `${deposit}:1`] }),
      };
      const hasOutput = async (): Promise<boolean> => {
        const { rows } = await pool().query<{ height: string }>(
          `select height from chains where coin = 'AVAX'`,
        );
        const state = { coin: 'AVAX', height: Number(rows[0]?.height), required: 1 };
        return (await ownOutputs(pool(), reader, state)).some(({ txHash }) => txHash === deposit);
      };
      await world.mine(20);
      await expect(compare('ann', null, reader)).rejects.toMatchObject({ code: 'NODE_UNSURE' });
      await venue.follow(reader);
      // A node that does not say what a transaction spends.
      await expect(compare('ann', null, reader)).rejects.toMatchObject({ code: 'NODE_UNSURE' });
      world.spends.set(others, [counts ? 'AVAX-wallet-2/7' : `${deposit}:1`]);
      world.spends.set(own, [counts ? 'AVAX-wallet/7' : `${deposit}:0`]);
      const told = { paidTwice: [{ withdrawal: id, tx: own }] };
      expect(await compare('ann', 'Restored', reader)).toMatchObject(told);
      expect(await hasOutput()).toBe(!counts);
      expect(await compare('ben', 'Restored', reader)).toMatchObject({ ...told, waiting: 0 });
      // Spent outputs pay nothing more.
      expect(await hasOutput()).toBe(false);
    },
  );

  it('lists waiting withdrawals on a chain that hides payments, for a comparison by hand', async () => {
    const account = await venue.core.account();
    world.pay(await venue.addressOf(account), 500_000_000n);
    await venue.confirm();
    await mark();
    const id = await venue.withdraw(account, '4', TO);
    const { byHand, isHidden } = await compare('ann', null, {
      ...world.chain,
      transactionsIn: async () => [],
    });
    expect(isHidden).toBe(true);
    expect(byHand).toContainEqual({ withdrawal: id, email: null, amount: '4', address: TO });
    expect(await compare('ann')).toMatchObject({ isHidden: false, byHand: [] });
    await pool().query('delete from uncompared_coins');
    await venue.send();
  });

  it('releases a coin that is no longer configured, once nothing of it would leave', async () => {
    const account = await venue.core.account();
    world.pay(await venue.addressOf(account), 500_000_000n);
    await venue.confirm();
    await venue.withdraw(account, '1', TO);
    await mark();
    await expect(compare('ann', null, null)).rejects.toMatchObject({ code: 'NO_CHAIN' });
    await venue.send();
    expect(await compare('ann', 'Not used any more', null)).toMatchObject({ blocks: 0, approvals: 1 });
    await compare('ben', 'Not used any more', null);
    expect(await readUncompared(pool())).toEqual([]);
  });
});

it('a copied folder is detected automatically, and the original one is not (OPERATOR-18)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qb-'));
  const [made, copied] = [join(folder, 'made'), join(folder, 'copied')];
  const first = await openStore({ dataDir: made });
  await markCopy(first.pool, made, silentLog);
  // Of the coins of a catalogue, a venue sends only some on real chains.
  await first.pool.query(`insert into chain_blocks (coin, height, hash) values ('BTC', 1, 'block-1')`);
  await first.close();
  cpSync(made, copied, { recursive: true });
  const again = await openStore({ dataDir: made });
  await markCopy(again.pool, made, silentLog);
  expect(await readUncompared(again.pool)).toEqual([]);
  await again.close();
  const log: string[] = [];
  const copy = await openStore({ dataDir: copied });
  expect(await isCopy(copy.pool, copied)).toBe(true);
  await markCopy(
    copy.pool,
    copied,
    createLog((line) => log.push(line)),
  );
  expect(log.join()).toContain('was restored: nothing leaves');
  expect(await readUncompared(copy.pool)).toEqual(['BTC']);
  // It is still detected after another start.
  expect(await isCopy(copy.pool, copied)).toBe(false);
  await markCopy(copy.pool, copied, silentLog);
  expect(await readUncompared(copy.pool)).toEqual(['BTC']);
  await copy.close();
  rmSync(folder, { recursive: true });
});

it('a database that does not answer is not mistaken for one that cannot say where it is (OPERATOR-18)', async () => {
  const saying = (code: string) => {
    const pool = new Pool();
    const answer = async (sql: string) => {
      if (sql.includes('pg_control_system')) throw Object.assign(new Error('no'), { code });
      return { rows: [{ place: 'elsewhere' }] };
    };
    return Object.assign(pool, { query: answer });
  };
  for (const code of ['42501', '42883', '0A000']) expect(await isCopy(saying(code), null)).toBe(false);
  for (const code of ['57P01', 'ECONNRESET']) await expect(isCopy(saying(code), null)).rejects.toThrow('no');
  const store = await openStore({});
  const log: string[] = [];
  const told = createLog((line) => log.push(line));
  await markCopy(store.pool, null, told);
  expect(log).toEqual([]);
  await store.close();
});
