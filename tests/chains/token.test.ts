import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN_CODE } from '../../scripts/anvil.ts';
import { accepted } from '../venue/coins/harness.ts';
import { PRETENDER, startTokenVenue, TOKEN, type TokenVenue } from './tokenWorld.ts';
import { someAddress, units } from './world.ts';

let venue: TokenVenue;

beforeAll(async () => {
  venue = await startTokenVenue();
});
afterAll(() => venue?.close());

describe('a token on a real node', () => {
  it('is credited by its transfers; of one transaction each is a deposit of its own (CHAIN-02)', async () => {
    const [one, two] = [await venue.core.account(), await venue.core.account()];
    const [first, second] = [await venue.addressOf(one), await venue.addressOf(two)];
    await venue.payTokens(
      TOKEN,
      [first, units('20')],
      [someAddress(), units('9')],
      [second, units('30')],
      [first, units('25')],
    );
    await venue.confirm();
    expect([await venue.free(one), await venue.free(two)]).toEqual(['45', '30']);
    const deposits = await venue.coins.deposits(one, { limit: 10, offset: 0 });
    expect(new Set(deposits.map(({ tx_hash }) => tx_hash)).size).toBe(1);
    expect(deposits.map(({ output }) => output).toSorted((a, b) => a - b)).toEqual([0, 3]);
    await venue.audited();
  });

  it('200 users can be paid by one transaction', async () => {
    const accounts = await Promise.all(Array.from({ length: 200 }, () => venue.core.account()));
    const payments: (readonly [string, bigint])[] = [];
    for (const account of accounts) payments.push([await venue.addressOf(account), units('11')]);
    await venue.payTokens(TOKEN, ...payments);
    await venue.confirm();
    for (const account of accounts) expect(await venue.free(account)).toBe('11');
    await venue.audited();
  });

  it('a contract that only pretends to be it, and the coin that fees are paid in, are credited to nobody', async () => {
    const account = await venue.core.account();
    const address = await venue.addressOf(account);
    await venue.payTokens(PRETENDER, [address, units('50')]);
    await venue.pay(address, units('1'));
    await venue.confirm();
    expect(await venue.coins.deposits(account, { limit: 10, offset: 0 })).toEqual([]);
  });

  it('a transaction that fails pays nobody', async () => {
    const account = await venue.core.account();
    const address = await venue.addressOf(account);
    await venue.payTokens(TOKEN, [address, units('20')], [address, 10n ** 18n]);
    await venue.confirm();
    expect(await venue.coins.deposits(account, { limit: 10, offset: 0 })).toEqual([]);
  });

  it('leaves from the paying account, whose fees another coin pays (CHAIN-04, CHAIN-05)', async () => {
    const account = await venue.core.account({ USDT: '100' });
    const to = someAddress();
    const request = { coin: 'USDT', amount: '40.5', address: to };
    const { row } = accepted(await venue.coins.withdraw(account, request, 'one'));
    const stage = async (): Promise<string> =>
      accepted(await venue.coins.withdrawal(account, row.id)).row.stage;
    await venue.payTokens(TOKEN, [venue.wallet, units('60')]);
    await venue.mine(1);
    await venue.send();
    // Nothing is there to pay the fee with.
    expect(await stage()).toBe('created');
    await venue.pay(venue.wallet, units('1'));
    await venue.mine(1);
    await venue.send();
    expect(await stage()).toBe('sent');
    await venue.mine(1);
    await venue.confirm();
    expect([await stage(), await venue.held(to)]).toEqual(['completed', units('40.5')]);
    await venue.audited();
  });

  it('without its contract the coin is closed (CHAIN-06)', async () => {
    await venue.anvil.call('anvil_setCode', TOKEN, '0x');
    expect(await venue.follow()).toBe('wrong-network');
    await venue.anvil.call('anvil_setCode', TOKEN, TOKEN_CODE);
    expect(await venue.follow()).toBeNull();
  });
});
