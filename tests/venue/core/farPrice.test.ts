import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExchange } from '../../../venue/core/create.ts';
import { type FarOrder, farOrder } from '../../../venue/core/farPrice.ts';
import { type Exchange, OPEN_STATES, type PriceCheck } from '../../../venue/exchange.ts';
import { unitsOf, valueOf } from '../../../venue/ledger/units.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, refused, startCore } from './harness.ts';

const DAY = 86_400_000;
const PAIR = 'AVAX-USDT';
const MIDDLE = 100;

describe('what an account may lose against the median before it confirms (LEDGER-08)', () => {
  const buy = (price: bigint, quantity: bigint) =>
    ({ side: 'buy', worst: price, fills: [], waiting: quantity }) as const;
  const ONE = 100_000_000n;

  test('5 percent away is near, more is far, on either side', () => {
    const median = 100n * ONE;
    expect(farOrder(median, buy(105n * ONE, ONE))).toEqual({
      value: String(100n * ONE),
      lost: String(5n * ONE),
    });
    expect(farOrder(median, buy(105n * ONE + 1n, ONE))).toBeNull();
    const sell = { ...buy(95n * ONE - 1n, ONE), side: 'sell' } as const;
    expect(farOrder(median, sell)).toBeNull();
    expect(farOrder(median, { ...sell, worst: null })).toBeNull();
    // Better than the median is no loss.
    expect(farOrder(median, buy(50n * ONE, ONE))).toEqual({ value: String(50n * ONE), lost: '0' });
  });
});

describe.each(databases)('far prices on $name', (kind) => {
  let core: Harness;
  let exchange: Exchange;

  beforeAll(async () => {
    core = await startCore(kind);
    await core.store.pool.query('update pairs set price_deviation_ppm = default');
  });
  afterAll(async () => {
    await exchange.close();
    await core.remove();
  });

  const open = async (needsReference = false): Promise<void> => {
    exchange = await createExchange({ store: core.store, needsReference });
  };
  const cancelAll = async (...accounts: string[]): Promise<void> => {
    for (const account of accounts)
      for (const { id } of await exchange.orders(account, { states: OPEN_STATES, skip: 0, limit: 100 }))
        accepted(await exchange.cancel(account, id));
  };
  const limit = (account: string, side: 'buy' | 'sell', price: string, quantity: string, rest: object = {}) =>
    exchange.placeLimit(account, { pair: PAIR, side, price, quantity, ...rest });

  test('a live pair without a price accepts only orders that wait, until an operator sets one (LEDGER-09)', async () => {
    await open(true);
    const [seller, buyer] = [await core.account({ AVAX: '10' }), await core.account({ USDT: '10000' })];
    expect(refused(await limit(seller, 'sell', '40000', '1')).code).toBe('NO_REFERENCE_PRICE');
    expect(refused(await exchange.placeMarket(buyer, { pair: PAIR, side: 'buy', quantity: '1' })).code).toBe(
      'NO_REFERENCE_PRICE',
    );
    const waiting = accepted(await limit(seller, 'sell', '40000', '1', { isPostOnly: true }));
    accepted(await exchange.cancel(seller, waiting.id));
    await exchange.close();
    await core.store.pool.query('update pairs set named_price = $2 where symbol = $1', [
      PAIR,
      String(unitsOf(String(MIDDLE))),
    ]);
    await open(true);
    accepted(await limit(seller, 'sell', '111', '1'));
    expect(refused(await limit(buyer, 'buy', '111', '1')).message).toContain('from 90 to 110 USDT');
    accepted(await limit(seller, 'sell', '100', '1'));
    expect(accepted(await limit(buyer, 'buy', '100', '1')).state).toBe('FILLED');
    await cancelAll(seller, buyer);
  });

  test('a session without the second factor can lose 5 percent at most (LEDGER-08)', async () => {
    const [victim, thief] = [
      await core.account({ USDT: '185000' }),
      await core.account({ AVAX: '100000', USDT: '10000000' }),
    ];
    const own = { priceCheck: 'guarded' as PriceCheck };
    const units = async (account: string, coin: string): Promise<bigint> => {
      const row = (await exchange.balances(account)).find(({ currency }) => currency === coin);
      return unitsOf(row?.available ?? '0') ?? 0n;
    };
    const worth = async (): Promise<bigint> => {
      const fees = (await exchange.executions(victim, { skip: 0, limit: 500 })).reduce(
        (sum, { fee, feeCurrency }) =>
          sum +
          (feeCurrency === 'USDT' ? (unitsOf(fee) ?? 0n) : valueOf(unitsOf('100') ?? 0n, unitsOf(fee) ?? 0n)),
        0n,
      );
      return (
        (await units(victim, 'USDT')) + valueOf(unitsOf('100') ?? 0n, await units(victim, 'AVAX')) + fees
      );
    };
    const before = await worth();
    const whole = (value: bigint): string => String(value / 100_000_000n);
    // The thief takes as much as possible: the edge of the band, and less and less.
    for (let round = 0; round < 14; round += 1)
      for (const away of [25, 10, 9, 5, 4, 3, 2, 1]) {
        const [high, low] = [String(MIDDLE + away), String(MIDDLE - away)];
        const affordable = (await units(victim, 'USDT')) / BigInt(high);
        if (affordable > 100_000_000n) {
          const ask = accepted(await limit(thief, 'sell', high, whole(affordable)));
          const sent = round % 2 === 0 ? limit : market;
          await sent(victim, 'buy', high, whole(affordable), own);
          await exchange.cancel(thief, ask.id);
        }
        const has = await units(victim, 'AVAX');
        if (has > 100_000_000n) {
          const bid = accepted(await limit(thief, 'buy', low, whole(has)));
          await limit(victim, 'sell', low, whole(has), own);
          await exchange.cancel(thief, bid.id);
        }
        await cancelAll(victim);
      }
    const left = await worth();
    expect(Number((left * 10_000n) / before)).toBeGreaterThanOrEqual(9500);
    // The venue stopped a thief; it does not refuse everything.
    expect(left).toBeLessThan(before);
    expect(await exchange.audit()).toEqual([]);
  });

  const market = (account: string, side: 'buy' | 'sell', _price: string, quantity: string, rest: object) =>
    exchange.placeMarket(account, { pair: PAIR, side, quantity, ...rest });

  test('stop orders and amendments are checked too, and a repeat of a placed order gets its answer (LEDGER-08)', async () => {
    const owner = await core.account({ USDT: '185000', AVAX: '100' });
    const guarded = { priceCheck: 'guarded' as PriceCheck };
    expect(
      refused(
        await exchange.placeMarket(owner, {
          pair: PAIR,
          side: 'sell',
          quantity: '1',
          stopPrice: '80',
          ...guarded,
        }),
      ).code,
    ).toBe('PRICE_TOO_FAR');
    expect(refused(await limit(owner, 'sell', '60', '1', { stopPrice: '70', ...guarded })).code).toBe(
      'PRICE_TOO_FAR',
    );
    const key = 'far-1';
    const order = { pair: PAIR, side: 'sell', price: '80', quantity: '1' } as const;
    expect(refused(await exchange.placeLimit(owner, { ...order, ...guarded }, key)).code).toBe(
      'PRICE_TOO_FAR',
    );
    const placed = accepted(await exchange.placeLimit(owner, { ...order, priceCheck: 'confirmed' }, key));
    expect(accepted(await exchange.placeLimit(owner, { ...order, ...guarded }, key)).id).toBe(placed.id);
    const near = accepted(await limit(owner, 'sell', '120', '1', guarded));
    expect(refused(await exchange.amend(owner, near.id, { price: '70', ...guarded })).code).toBe(
      'PRICE_TOO_FAR',
    );
    expect(accepted(await exchange.amend(owner, near.id, { price: '119', ...guarded })).price).toBe('119');
    // Near the median, and not reached, wherever the hour's trades have left median and last price.
    const waits = accepted(await limit(owner, 'sell', '100', '1', { stopPrice: '90', ...guarded }));
    const lower = { price: '70', stopPrice: '75' };
    expect(refused(await exchange.amend(owner, waits.id, { ...lower, ...guarded }, 'far-2')).code).toBe(
      'PRICE_TOO_FAR',
    );
    const confirmed = { ...lower, priceCheck: 'confirmed' as const };
    expect(accepted(await exchange.amend(owner, waits.id, confirmed, 'far-2'))).toMatchObject(lower);
    // A smaller quantity loses less.
    expect(accepted(await exchange.amend(owner, waits.id, { quantity: '0.5', ...guarded }))).toMatchObject({
      ...lower,
      quantity: '0.5',
    });
    await cancelAll(owner);
  });

  test('losses of a day add up, over all pairs; a confirmation or a day resets them (LEDGER-08)', async () => {
    const { pool } = core.store;
    const account = await core.account();
    const order = { value: '10000000000', lost: '300000000' };
    const isLet = async (pair: string, far: FarOrder, at: number): Promise<boolean> => {
      const { rows } = await pool.query<{ lost: string | null }>(
        'select (losses_with($1, $2, $3, $4)).lost_ppm as lost',
        [account, pair, far, new Date(at)],
      );
      const lost = rows[0]?.lost ?? null;
      if (lost === null) return false;
      await pool.query(
        'update price_losses l set (since, lost_ppm, largest) = (select n.since, n.lost_ppm, n.largest from losses_with($1, $2, $3, $4) n) where account_id = $1',
        [account, pair, far, new Date(at)],
      );
      return true;
    };
    expect(await isLet(PAIR, order, 0)).toBe(true);
    expect(await isLet('BTC-USDT', order, 1)).toBe(false);
    expect(await isLet(PAIR, { ...order, lost: '200000001' }, 1)).toBe(false);
    expect(await isLet(PAIR, { ...order, lost: '200000000' }, 1)).toBe(true);
    expect(await isLet(PAIR, { ...order, lost: '1' }, DAY - 1)).toBe(false);
    expect(await isLet(PAIR, { ...order, lost: '0' }, DAY - 1)).toBe(true);
    expect(await isLet(PAIR, order, DAY)).toBe(true);
    expect(await isLet(PAIR, order, DAY)).toBe(false);
    expect(await isLet(PAIR, { confirmed: true }, DAY)).toBe(true);
    expect(await isLet(PAIR, order, DAY)).toBe(true);
    // Values one unit above what a JavaScript number holds exactly.
    const largest = { value: '9007199254740993', lost: '9007199254740993' };
    expect(await isLet(PAIR, { confirmed: true }, DAY)).toBe(true);
    expect(await isLet(PAIR, largest, DAY)).toBe(false);
  });

  test('they count on every node and after a restart, and refused orders do not count (LEDGER-08)', async () => {
    await exchange.close();
    await open();
    const [pair, guarded] = ['KAS-USDT', { priceCheck: 'guarded' as PriceCheck }];
    const [owner, seller] = [await core.account({ USDT: '10000' }), await core.account({ KAS: '1' })];
    const buy = (price: string, quantity: string, key: string, rest: object = guarded) =>
      exchange.placeLimit(owner, { pair, side: 'buy', price, quantity, ...rest }, key);
    accepted(await exchange.placeLimit(seller, { pair, side: 'sell', price: '100', quantity: '1' }));
    accepted(await buy('100', '1', 'first', {}));
    // It cannot be paid for, so nothing is lost.
    expect(refused(await buy('104', '1000', 'short')).code).toBe('INSUFFICIENT_BALANCE');
    const placed = accepted(await buy('104', '1', 'lost'));
    // A repeat does not count either.
    expect(accepted(await buy('104', '1', 'lost')).id).toBe(placed.id);
    accepted(await buy('101', '1', 'last'));
    await exchange.close();
    await open();
    expect(refused(await buy('101', '1', 'more')).code).toBe('PRICE_TOO_FAR');
    accepted(await buy('101', '1', 'more', { priceCheck: 'confirmed' }));
    accepted(await buy('101', '1', 'anew'));
    await cancelAll(owner);
    expect(await exchange.audit()).toEqual([]);
  });
});
