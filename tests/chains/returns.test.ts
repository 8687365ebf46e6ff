import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unitsOf } from '../../venue/ledger/units.ts';
import { accepted, FEES } from '../venue/coins/harness.ts';
import { Crash, crashPoints } from './crashPoints.ts';
import { chosenCoins, PROVING, type ProvingWorld } from './proving.ts';
import { type LiveCoin, startCoin } from './venue.ts';

const PAGE = { limit: 10, offset: 0 };
/** Units below the minimum that is set here, and worth a return. */
const PAID = 5_000_000n;

describe.each(chosenCoins(process.env.PROVEN_COINS))('%s that is not credited, on a real node', (coin) => {
  let world: ProvingWorld;
  let venue: LiveCoin;
  const fee = unitsOf(FEES[coin]?.current ?? '') ?? 0n;

  beforeAll(async () => {
    world = await PROVING[coin]();
    venue = await startCoin(world, world.confirmations);
    await world.fill(100_000_000n);
    await venue.core.store.pool.query('update coins set min_deposit_amount = $2 where ticker = $1', [
      coin,
      String(2n * PAID),
    ]);
    // Coins of XMR that can be spent take blocks, and blocks minutes on a machine that does much else.
  }, 300_000);
  afterAll(async () => {
    await venue?.close();
    await world?.close();
  });

  async function small(): Promise<{ readonly account: string; readonly to: string }> {
    const [account, to] = [await venue.core.account(), await world.outside()];
    accepted(await venue.coins.setRefundAddress(account, coin, to));
    await world.pay(await venue.addressOf(account), PAID);
    await world.mine(1);
    return { account, to };
  }
  const found = async (account: string) => (await venue.coins.deposits(account, PAGE))[0];

  /** Rounds and blocks until nothing is on its way. */
  async function finish(): Promise<void> {
    for (let round = 0; round < 4; round += 1) {
      await venue.returnDeposits();
      await venue.send();
      await venue.confirm();
    }
  }

  it('goes back less the fee, once it is as deep as a deposit must be (REFUND-07)', async () => {
    const { account, to } = await small();
    await venue.follow();
    await venue.returnDeposits();
    expect(await found(account)).toMatchObject({ stage: 'small', kept_as: null, return_stage: null });
    await venue.confirm();
    await finish();
    const row = await found(account);
    expect(row).toMatchObject({ stage: 'small', return_stage: 'completed', return_address: to });
    expect(await world.depthOf(row?.return_hash ?? '')).toBeGreaterThan(0);
    expect(await world.got(to)).toBe(PAID - fee);
    await venue.audited();
  });

  it('is not returned where its block is lost before it has left (REFUND-10)', async () => {
    const { account, to } = await small();
    await venue.confirm();
    await venue.returnDeposits();
    expect(await found(account)).toMatchObject({ return_stage: 'created' });
    await world.reorganise(world.confirmations + 1);
    await venue.follow();
    expect(await found(account)).toMatchObject({ kept_as: null, return_stage: null });
    await venue.audited();
    await finish();
    // Its chain forgot it: nothing was sent for it.
    expect(await world.got(to)).toBe(0n);
    await venue.audited();
  });

  it.each(crashPoints(() => world.mine(1)))(
    'of a venue that dies is returned exactly once: %s (REFUND-10)',
    async (_, dying) => {
      const { account, to } = await small();
      await venue.confirm();
      await venue.returnDeposits();
      await venue.send(dying(world.chain)).catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error;
      });
      await finish();
      expect(await found(account)).toMatchObject({ return_stage: 'completed' });
      expect(await world.got(to)).toBe(PAID - fee);
      await venue.audited();
    },
  );
});
