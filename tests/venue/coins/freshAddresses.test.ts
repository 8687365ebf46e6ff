import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS_WINDOW, MAX_ADDRESSES } from '../../../venue/coins/addresses.ts';
import { unitsOf } from '../../../venue/ledger/units.ts';
import { databases } from '../databases.ts';
import { accepted, codeOf, type CoinsHarness, OUTSIDE, startCoins } from './harness.ts';

describe.each(databases)('fresh deposit addresses on $name', (kind) => {
  let t: CoinsHarness;
  beforeAll(async () => {
    t = await startCoins(kind);
  });
  afterAll(() => t.remove());

  const fresh = async (account: string, coin = 'BTC'): Promise<string> =>
    accepted(await t.coins.freshAddress(account, coin)).address;
  const shown = async (account: string): Promise<string> =>
    accepted(await t.coins.depositAddress(account, 'BTC')).address;
  const listed = async (account: string, coin?: string): Promise<string[]> =>
    (await t.coins.depositAddresses(account, coin)).map(({ address }) => address);

  it('the newest is shown and listed first, and coins sent to any of them are credited (PRIVACY-01)', async () => {
    const account = await t.account();
    const first = await shown(account);
    const second = await fresh(account);
    const third = await fresh(account);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(await shown(account)).toBe(third);
    expect(await listed(account, 'BTC')).toEqual([third, second, first]);
    const other = await fresh(account, 'AVAX');
    expect(await listed(account)).toEqual([other, third, second, first]);

    t.clock += 10 * 365 * ADDRESS_WINDOW;
    for (const address of [first, second, third])
      accepted(await t.network.pay('BTC', address, unitsOf('0.1') ?? 0n));
    await t.network.mine('BTC', 6);
    expect(await t.free(account, 'BTC')).toBe('0.3');
    expect(await t.core.exchange.audit()).toEqual([]);
  });

  it('the very first address can be a fresh one', async () => {
    const account = await t.account();
    const first = await fresh(account);
    expect(await shown(account)).toBe(first);
  });

  it('a coin without addresses, or with closed deposits, has none (PRIVACY-01)', async () => {
    const account = await t.account();
    expect(codeOf(await t.coins.freshAddress(account, 'DOGE'))).toBe('COIN_NOT_FOUND');
    expect(codeOf(await t.coins.freshAddress(account, 'XMR'))).toBe('REFUND_ADDRESS_REQUIRED');
    const grin = 'grin1at3z7s2fa796zcqurhyjyklhpfx0rgn9czynshv9rq0yq674wkdq5qdy6w';
    accepted(await t.coins.setRefundAddress(account, 'GRIN', grin));
    expect(codeOf(await t.coins.freshAddress(account, 'GRIN'))).toBe('NO_DEPOSIT_ADDRESS');
    accepted(await t.coins.setRefundAddress(account, 'XMR', OUTSIDE.XMR));
    expect(codeOf(await t.coins.freshAddress(account, 'XMR'))).toBe('accepted');
  });

  it('20 of a coin can be made in 24 hours, even when all are requested at once (PRIVACY-02)', async () => {
    const account = await t.account();
    const before = t.clock;
    await fresh(account);
    t.clock += 3_600_000;
    const asked = await Promise.all(
      Array.from({ length: MAX_ADDRESSES + 4 }, () => t.coins.freshAddress(account, 'BTC')),
    );
    expect(asked.filter(({ ok }) => ok)).toHaveLength(MAX_ADDRESSES - 1);
    expect(await listed(account, 'BTC')).toHaveLength(MAX_ADDRESSES);
    expect(await t.coins.freshAddress(account, 'BTC')).toMatchObject({
      ok: false,
      status: 429,
      code: 'TOO_MANY_ADDRESSES',
      message:
        'You have made 20 BTC addresses within 24 hours. The next one can be made in 23h 0m; all of yours stay valid.',
      retryAfter: 23 * 3600,
    });
    // Each coin and each account has its own count, and the newest address is still shown.
    expect(codeOf(await t.coins.freshAddress(account, 'KAS'))).toBe('accepted');
    expect(codeOf(await t.coins.freshAddress(await t.account(), 'BTC'))).toBe('accepted');
    expect(codeOf(await t.coins.depositAddress(account, 'BTC'))).toBe('accepted');

    t.clock = before + ADDRESS_WINDOW - 1;
    expect(codeOf(await t.coins.freshAddress(account, 'BTC'))).toBe('TOO_MANY_ADDRESSES');
    t.clock += 1;
    expect(codeOf(await t.coins.freshAddress(account, 'BTC'))).toBe('accepted');
    expect(codeOf(await t.coins.freshAddress(account, 'BTC'))).toBe('TOO_MANY_ADDRESSES');
  });
});
