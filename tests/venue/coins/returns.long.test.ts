import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNetwork } from '../../../venue/coins/network.ts';
import { unitsOf } from '../../../venue/ledger/units.ts';
import { databases } from '../databases.ts';
import { accepted, type CoinsHarness, FEES, OUTSIDE, startCoins } from './harness.ts';

const REQUIRED = 6;

class Death extends Error {}

/**
 * The same database for a venue that dies before its statement `fatal`: nothing is sent after that, not even a
 * rollback, and its connection breaks.
 */
function mortal(pool: Pool, fatal: number): { readonly pool: Pool; isDead(): boolean } {
  let count = 0;
  const live = (): void => {
    count += 1;
    if (count >= fatal) throw new Death('the venue died here');
  };
  const connect = async () => {
    const client = await pool.connect();
    const query = async (...asked: Parameters<PoolClient['query']>): Promise<unknown> => {
      live();
      return client.query(...asked);
    };
    return { query, release: () => client.release(count >= fatal) };
  };
  const query = async (...asked: Parameters<Pool['query']>): Promise<unknown> => {
    live();
    return pool.query(...asked);
  };
  return { pool: { connect, query } as unknown as Pool, isDead: () => count >= fatal };
}

describe.each(databases)('a return by a venue that dies, on $name', (kind) => {
  let t: CoinsHarness;
  beforeAll(async () => {
    t = await startCoins(kind);
    await t.core.store.pool.query(`update coins set min_deposit_amount = 10000000 where ticker = 'BTC'`);
  });
  afterAll(() => t.remove());

  /** Until its payment is deep enough, or it dies. */
  async function comeAndGo(pool: Pool): Promise<void> {
    const feeOf = () => unitsOf(FEES.BTC?.current ?? '') ?? 0n;
    try {
      const network = await openNetwork(pool, () => new Date(t.clock), undefined, feeOf);
      await network.mine('BTC', REQUIRED);
      await network.returnDeposits();
      await network.mine('BTC', REQUIRED + 1);
    } catch (error) {
      if (!(error instanceof Death)) throw error;
    }
  }

  it('is paid exactly once, whichever statement it dies before (REFUND-10)', async () => {
    const { pool } = t.core.store;
    let fatal = 0;
    for (let isDead = true; isDead;) {
      fatal += 1;
      const account = await t.account();
      accepted(await t.coins.setRefundAddress(account, 'BTC', OUTSIDE.BTC));
      const id = await t.pay(account, 'BTC', '0.05');
      const dying = mortal(pool, fatal);
      await comeAndGo(dying.pool);
      isDead = dying.isDead();
      expect([fatal, await t.core.exchange.audit()]).toEqual([fatal, []]);
      await comeAndGo(pool);
      const { rows } = await pool.query(
        `select w.stage, p.amount, p.address
         from withdrawals w left join payments p on p.coin = w.coin and p.tx_hash = w.tx_hash where w.returns = $1`,
        [id],
      );
      const once = [{ stage: 'completed', amount: '4990000', address: OUTSIDE.BTC }];
      expect([fatal, rows, await t.core.exchange.audit()]).toEqual([fatal, once, []]);
    }
    // Statements for keeping the deposit apart, and for starting, sending and ending the return.
    expect(fatal).toBeGreaterThan(40);
  });
});
