import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Crash, crashPoints } from './crashPoints.ts';
import { testGiveUp } from './giveUp.ts';
import { type RealVenue, someAddress, startVenue, units } from './world.ts';

let venue: RealVenue;
let account: string;

beforeAll(async () => {
  venue = await startVenue();
  await venue.pay(venue.wallet, units('500'));
  await venue.mine(1);
});
afterAll(() => venue?.close());
beforeEach(async () => {
  account = await venue.core.account();
  await venue.pay(await venue.addressOf(account), units('10'));
  await venue.mine(1);
  await venue.confirm();
});

const audited = (): Promise<void> => venue.audited();

/** Rounds and blocks until nothing is on its way. */
async function finish(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await venue.send();
    await venue.mine(1);
    await venue.confirm();
  }
}

const nonces = async (): Promise<number> =>
  Number(await venue.anvil.call('eth_getTransactionCount', venue.wallet, 'latest'));

describe('a withdrawal on a real node', () => {
  it('is stored, sent, and completed when it is deep enough (CHAIN-04)', async () => {
    const to = someAddress();
    const id = await venue.withdraw(account, '2', to);
    expect(await venue.withdrawalStage(account, id)).toBe('created');
    await venue.send();
    expect(await venue.withdrawalStage(account, id)).toBe('sent');
    await venue.mine(1);
    await venue.follow();
    expect(await venue.withdrawalStage(account, id)).toBe('sent');
    await venue.confirm();
    expect(await venue.withdrawalStage(account, id)).toBe('completed');
    expect(await venue.balance(to)).toBe(units('2'));
    await audited();
  });

  it('many leave in one round, each with a nonce of its own (CHAIN-04)', async () => {
    const to = someAddress();
    for (let count = 0; count < 9; count += 1) await venue.withdraw(account, '1', to);
    await finish();
    expect(await venue.balance(to)).toBe(units('9'));
    await audited();
  });

  it('to another user of the venue is that user’s deposit', async () => {
    const other = await venue.core.account();
    await venue.withdraw(account, '2', await venue.addressOf(other));
    await finish();
    expect(await venue.free(other)).toBe('2');
    await audited();
  });

  it('waits while too little is in the wallet, and leaves when there is enough (CHAIN-05)', async () => {
    const rich = await venue.core.account({ AVAX: '5000' });
    const id = await venue.withdraw(rich, '2000', someAddress());
    await venue.send();
    expect(await venue.withdrawalStage(rich, id)).toBe('created');
    await venue.pay(venue.wallet, units('2500'));
    await venue.mine(1);
    await finish();
    expect(await venue.withdrawalStage(rich, id)).toBe('completed');
    await audited();
  });

  it('that its chain refuses is failed, and its coins come back (CHAIN-05)', async () => {
    // A contract that takes nothing: PUSH0 PUSH0 REVERT
    const to = someAddress();
    await venue.anvil.call('anvil_setCode', to, '0x5f5ffd');
    const id = await venue.withdraw(account, '2', to);
    await finish();
    expect(await venue.withdrawalStage(account, id)).toBe('failed');
    expect(await venue.free(account)).toBe('10');
    await audited();
  });

  it('is sent again after a reorganisation that lost it, as the same transaction (CHAIN-04)', async () => {
    const to = someAddress();
    const id = await venue.withdraw(account, '2', to);
    await venue.send();
    await venue.mine(1);
    await venue.confirm();
    await venue.send();
    expect(await venue.withdrawalStage(account, id)).toBe('completed');
    await venue.reorganise(22);
    await venue.follow();
    expect(await venue.withdrawalStage(account, id)).toBe('sent');
    await finish();
    expect(await venue.withdrawalStage(account, id)).toBe('completed');
    expect(await venue.balance(to)).toBe(units('2'));
    await audited();
  });

  it('coins of deposit addresses are swept into the wallet that pays (CHAIN-07)', async () => {
    const address = await venue.addressOf(account);
    await finish();
    expect(await venue.balance(address)).toBeLessThan(units('0.1'));
    const swept = await venue.core.store.pool.query(
      `select from chain_transactions where address_number is not null and not is_done`,
    );
    expect(swept.rowCount).toBe(0);
    await audited();
  });
});

testGiveUp(async () => ({ node: venue, venue, withdraw: { account, to: someAddress() }, amount: '2' }));

describe('a venue that dies on the way of a withdrawal sends it exactly once (CHAIN-04)', () => {
  it.each(crashPoints(() => venue.mine(1)))('%s', async (_, dying) => {
    const [to, before] = [someAddress(), await nonces()];
    const id = await venue.withdraw(account, '3', to);
    await venue.send(dying(venue.chain)).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });
    await finish();
    expect(await venue.withdrawalStage(account, id)).toBe('completed');
    expect(await venue.balance(to)).toBe(units('3'));
    expect(await nonces()).toBe(before + 1);
    await audited();
  });

  it('two venues that both think that they send', async () => {
    const [to, before] = [someAddress(), await nonces()];
    await venue.withdraw(account, '3', to);
    await Promise.all([venue.send(), venue.send(), venue.send()]);
    await finish();
    expect(await venue.balance(to)).toBe(units('3'));
    expect(await nonces()).toBe(before + 1);
    await audited();
  });
});
