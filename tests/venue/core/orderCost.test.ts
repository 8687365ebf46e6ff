import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OrderRecord } from '../../../venue/exchange.ts';
import { wireExecution, wireOrder } from '../../../venue/http/wire.ts';
import { unitsOf } from '../../../venue/ledger/units.ts';
import { databases } from '../databases.ts';
import { accepted, type Harness, startCore } from './harness.ts';

const PAGE = { skip: 0, limit: 100 };

describe.each(databases)('the cost of an order, on $name', (kind) => {
  let core: Harness;
  beforeAll(async () => {
    // Two fills of an order in one settlement.
    core = await startCore(kind, 'in memory', 2);
  });
  afterAll(() => core.remove());

  const stored = async (
    account: string,
    { id }: Pick<OrderRecord, 'id'>,
  ): Promise<Record<string, unknown>> => {
    const found = await core.exchange.order(account, id);
    if (!found) throw new Error('the order is not there');
    return wireOrder(found);
  };
  const costOf = ({ average_price, cost, fee_amount, fee_currency }: Record<string, unknown>) => ({
    average_price,
    cost,
    fee_amount,
    fee_currency,
  });
  const sum = (texts: readonly string[]): bigint =>
    texts.reduce((all, text) => all + (unitsOf(text) ?? 0n), 0n);

  /** The four totals of an order are the sums of its trades, which name it. */
  async function expectAsTraded(account: string, { id }: Pick<OrderRecord, 'id'>): Promise<void> {
    const fills = (await core.exchange.executions(account, PAGE)).filter(({ orderId }) => orderId === id);
    const order = await core.exchange.order(account, id);
    expect(unitsOf(order?.value ?? '')).toBe(sum(fills.map(({ value }) => value)));
    expect(unitsOf(order?.fee ?? '')).toBe(sum(fills.map(({ fee }) => fee)));
    for (const fill of fills) expect(wireExecution(fill)).toMatchObject({ order_id: id });
  }

  test('a limit order that trades at a better price shows what it paid (COST-01)', async () => {
    const [maker, taker] = [await core.account({ BTC: '1' }), await core.account({ USDT: '1000' })];
    const pair = 'BTC-USDT';
    const resting = accepted(
      await core.exchange.placeLimit(maker, { pair, side: 'sell', price: '90128.06', quantity: '0.01' }),
    );
    expect(costOf(await stored(maker, resting))).toEqual({
      average_price: null,
      cost: null,
      fee_amount: null,
      fee_currency: null,
    });
    const bought = accepted(
      await core.exchange.placeLimit(taker, { pair, side: 'buy', price: '97338.3', quantity: '0.01' }),
    );
    const wanted = { average_price: '90128.06', cost: '901.2806', fee_currency: 'BTC' };
    expect(wireOrder(bought)).toMatchObject({ price: '97338.3', ...wanted, fee_amount: bought.fee });
    expect(await stored(taker, bought)).toMatchObject({ ...wanted, fee_amount: bought.fee });
    expect(await stored(maker, resting)).toMatchObject({ average_price: '90128.06', fee_currency: 'USDT' });
    expect((await core.balances(taker)).USDT).toBe('98.7194/0');
    await expectAsTraded(taker, bought);
    await expectAsTraded(maker, resting);
    // The list agrees with the single order, and somebody else's order is not in it.
    const [listed] = await core.exchange.orders(taker, PAGE);
    expect(listed && wireOrder(listed)).toEqual(await stored(taker, bought));
    expect(await core.exchange.order(maker, bought.id)).toBeUndefined();
    expect(await core.exchange.order(maker, 'no id')).toBeUndefined();
    await core.balanced();
  });

  test('for many trades it is the exact sum, whatever is settled when (COST-01)', async () => {
    const [maker, taker] = [await core.account({ XMR: '100' }), await core.account({ BTC: '10' })];
    const pair = 'XMR-BTC';
    const resting: OrderRecord[] = [];
    for (const price of ['0.0101', '0.0102', '0.0103', '0.0104', '0.0105'])
      resting.push(
        accepted(await core.exchange.placeLimit(maker, { pair, side: 'sell', price, quantity: '0.33' })),
      );
    const bought = accepted(await core.exchange.placeMarket(taker, { pair, side: 'buy', cost: '0.016' }));
    expect(bought.fee).not.toBeNull();
    await core.settled();
    await expectAsTraded(taker, bought);
    for (const order of resting) await expectAsTraded(maker, order);
    const { average_price: average, cost } = await stored(taker, bought);
    const found = await core.exchange.order(taker, bought.id);
    const filled = (unitsOf(found?.quantity ?? '') ?? 0n) - (unitsOf(found?.quantityLeft ?? '') ?? 0n);
    const off = (unitsOf(String(average)) ?? 0n) * filled - (unitsOf(String(cost)) ?? 0n) * 100_000_000n;
    // The average is exact but for rounding half up to 8 digits.
    expect(2n * (off < 0n ? -off : off) <= filled).toBe(true);
    await core.balanced();
  });

  test('answers to an amendment and a cancellation leave the fee out, and the order keeps it (COST-01)', async () => {
    const [maker, taker] = [await core.account({ XMR: '10' }), await core.account({ BTC: '10' })];
    const order = { pair: 'XMR-BTC', price: '0.0103', quantity: '2' } as const;
    const { id } = accepted(await core.exchange.placeLimit(maker, { ...order, side: 'sell' }));
    accepted(await core.exchange.placeLimit(taker, { ...order, side: 'buy', quantity: '0.5' }));
    const before = costOf(await stored(maker, { id }));
    const amended = wireOrder(accepted(await core.exchange.amend(maker, id, { quantity: '1.5' })));
    expect(amended).toMatchObject({ average_price: '0.0103', cost: '0.00515' });
    expect(Object.keys(amended)).not.toContain('fee_amount');
    const cancelled = wireOrder(accepted(await core.exchange.cancel(maker, id)));
    expect(Object.keys(cancelled)).not.toContain('fee_amount');
    expect(costOf(await stored(maker, { id }))).toEqual(before);
    expect(before.fee_amount).not.toBeNull();
    await core.balanced();
  });

  test('the audit finds an order whose fee differs from that of its trades (COST-01)', async () => {
    const { pool } = core.store;
    await pool.query(
      'update orders set fee = fee + 1 where number = (select min(number) from orders where fee > 0)',
    );
    expect((await core.exchange.audit()).join()).toMatch(
      /an order has not paid the fees of its trades: order /,
    );
    await pool.query(
      'update orders set fee = fee - 1 where number = (select min(number) from orders where fee > 0)',
    );
    await core.balanced();
  });
});
