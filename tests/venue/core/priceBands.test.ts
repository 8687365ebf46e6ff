import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExchange } from '../../../venue/core/create.ts';
import { bandAround, ReferencePrice } from '../../../venue/core/priceBand.ts';
import type { Exchange } from '../../../venue/exchange.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, refused, startCore } from './harness.ts';

const MINUTE = 60_000;

describe('the reference price (LEDGER-03)', () => {
  const trade = (at: number, price: bigint, quantity: bigint) => ({ at, price, quantity });

  test('is unknown before the first trade, and the last price where nothing was traded recently', () => {
    const reference = new ReferencePrice();
    expect(reference.at(0)).toBeNull();
    reference.start(70n, []);
    expect(reference.at(0)).toBe(70n);
    reference.start(50n, [trade(0, 60n, 1n), trade(1, 50n, 1n)]);
    expect(reference.at(10 * MINUTE)).toBe(50n);
  });

  test('is the median of five minutes by quantity: many tiny trades and one far away do not move it', () => {
    const reference = new ReferencePrice();
    for (const price of [100n, 101n, 99n]) reference.add(trade(0, price, 1000n));
    for (let n = 0; n < 500; n += 1) reference.add(trade(1000, 120n, 1n));
    reference.add(trade(2000, 900n, 900n));
    expect(reference.at(3000)).toBe(101n);
    // Older trades no longer count.
    expect(reference.at(5 * MINUTE - 1)).toBe(101n);
    expect(reference.at(5 * MINUTE + 1000)).toBe(900n);
  });

  test('the band extends equally far on either side', () => {
    expect(bandAround(1000n, 250_000n)).toEqual({ lowest: 750n, highest: 1250n });
  });
});

describe.each(databases)('price bands on $name', (kind) => {
  let core: Harness;
  let exchange: Exchange;
  let clock = Date.UTC(2026, 10, 25);
  const pair = 'AVAX-USDT';

  async function open(): Promise<void> {
    exchange = await createExchange({ store: core.store, now: () => new Date(clock) });
  }
  beforeAll(async () => {
    core = await startCore(kind);
    await open();
  });
  afterAll(async () => {
    await exchange.close();
    await core.remove();
  });

  const limit = (account: string, side: 'buy' | 'sell', price: string, quantity: string) =>
    exchange.placeLimit(account, { pair, side, price, quantity });
  const market = (account: string, side: 'buy' | 'sell', quantity: string) =>
    exchange.placeMarket(account, { pair, side, quantity });
  const prices = async (): Promise<string[]> => (await exchange.trades(pair, 100)).map(({ price }) => price);
  const clear = async (...accounts: string[]): Promise<void> => {
    for (const account of accounts) {
      const states = ['OPENED', 'PARTIALLY_FILLED'] as const;
      for (const { id } of await exchange.orders(account, { states, skip: 0, limit: 100 }))
        accepted(await exchange.cancel(account, id));
    }
    expect(await exchange.audit()).toEqual([]);
  };

  test('nothing trades outside the band: AVAX at 40000 is refused with advice (LEDGER-03)', async () => {
    const seller = await core.account({ AVAX: '1000' });
    const buyer = await core.account({ USDT: '10000000' });
    accepted(await limit(seller, 'sell', '20', '10'));
    accepted(await limit(buyer, 'buy', '20', '10'));
    // Far orders may rest in the book; nobody trades with them.
    accepted(await limit(seller, 'sell', '40000', '1'));
    accepted(await limit(buyer, 'buy', '0.5', '1'));
    const told = refused(await limit(buyer, 'buy', '40000', '1'));
    expect(told).toMatchObject({ status: 422, code: 'PRICE_OUTSIDE_BAND' });
    expect(told.message).toContain('from 15 to 25 USDT');
    expect(refused(await market(buyer, 'buy', '1')).code).toBe('PRICE_OUTSIDE_BAND');
    expect(refused(await market(seller, 'sell', '1')).code).toBe('PRICE_OUTSIDE_BAND');
    expect(await prices()).toEqual(['20']);
    // At the very edge it trades.
    accepted(await limit(seller, 'sell', '25', '1'));
    expect(accepted(await limit(buyer, 'buy', '25', '1')).state).toBe('FILLED');
    await clear(seller, buyer);
  });

  test('a limit order that would trade outside is refused as a whole, and pauses nothing (LEDGER-03)', async () => {
    const seller = await core.account({ AVAX: '1000' });
    const buyer = await core.account({ USDT: '10000000' });
    accepted(await limit(seller, 'sell', '24', '1'));
    accepted(await limit(seller, 'sell', '26', '1'));
    expect(refused(await limit(buyer, 'buy', '30', '2')).code).toBe('PRICE_OUTSIDE_BAND');
    expect(exchange.book(pair, 5)?.asks).toEqual([
      ['24', '1'],
      ['26', '1'],
    ]);
    expect(accepted(await limit(buyer, 'buy', '25', '2')).state).toBe('PARTIALLY_FILLED');
    await clear(seller, buyer);
  });

  test('a market order takes what is inside, then the pair pauses; cancellations still work (LEDGER-03)', async () => {
    const seller = await core.account({ AVAX: '1000' });
    const buyer = await core.account({ USDT: '10000000' });
    accepted(await limit(seller, 'sell', '24', '1'));
    const far = accepted(await limit(seller, 'sell', '26', '1'));
    const taken = accepted(await market(buyer, 'buy', '5'));
    expect(taken).toMatchObject({ state: 'CANCELED', value: '24', quantityLeft: '4' });
    const paused = refused(await limit(buyer, 'buy', '20', '1'));
    expect(paused).toMatchObject({ status: 409, code: 'PAIR_PAUSED', retryAfter: 60 });
    expect(paused.message).toContain('You can still cancel orders.');
    // Other pairs still trade.
    accepted(
      await exchange.placeLimit(buyer, { pair: 'BTC-USDT', side: 'buy', price: '100', quantity: '1' }),
    );
    accepted(await exchange.cancel(seller, far.id));
    clock += MINUTE - 1;
    expect(refused(await limit(buyer, 'buy', '20', '1')).code).toBe('PAIR_PAUSED');
    clock += 1;
    accepted(await limit(buyer, 'buy', '20', '1'));
    await clear(seller, buyer);
  });

  test('the band is known again after a restart, and follows the trades (LEDGER-03)', async () => {
    const seller = await core.account({ AVAX: '1000' });
    const buyer = await core.account({ USDT: '10000000' });
    clock += MINUTE;
    accepted(await limit(seller, 'sell', '25', '100'));
    accepted(await limit(buyer, 'buy', '25', '100'));
    await exchange.close();
    await open();
    accepted(await limit(seller, 'sell', '31', '1'));
    // From the median, which these trades have moved to 25.
    accepted(await limit(buyer, 'buy', '31', '1'));
    accepted(await limit(seller, 'sell', '31.5', '1'));
    expect(refused(await limit(buyer, 'buy', '31.5', '1')).message).toContain('from 18.75 to 31.25 USDT');
    clock += 6 * MINUTE;
    // Nothing was traded for five minutes: the last price counts.
    expect(accepted(await limit(buyer, 'buy', '31.5', '1')).state).toBe('FILLED');
    await clear(seller, buyer);
  });
});
