import { describe, expect, it } from 'vitest';
import { calls, type Call } from '../../../src/services/contract/index.ts';
import { executionAnswer } from '../../../src/services/contract/orders.ts';

const table: readonly (readonly [string, Call])[] = Object.entries(calls as unknown as Record<string, Call>);

describe('an execution', () => {
  const raw = {
    id: 't1',
    pair_symbol: 'XMR-BTC',
    operation: 'buy',
    executed_price: '0.004',
    executed_quantity: '1',
    created_at: '2026-07-01T00:00:00Z',
  };

  it('is read field by field', () => {
    const whole = {
      ...raw,
      order_id: 'o1',
      type: 'MARKET',
      executed_quantity: '3',
      trade_value: '0.012',
      fee_amount: '0.0001',
      fee_currency: 'XMR',
      fee_rate: '0.2',
      is_maker: true,
    };
    expect(executionAnswer.parse(whole)).toEqual({
      id: 't1',
      orderId: 'o1',
      pair: 'XMR-BTC',
      side: 'buy',
      kind: 'market',
      price: '0.004',
      quantity: '3',
      value: '0.012',
      fee: '0.0001',
      feeCurrency: 'XMR',
      feeRate: '0.2',
      isMaker: true,
      createdAt: Date.UTC(2026, 6, 1),
    });
  });

  it.each([
    [undefined, null],
    [null, null],
    [0.002, '0.002'],
    ['0.20', '0.2'],
    ['free', null],
    ['-0.1', null],
  ])('with the fee rate %j is read, and the rate as %j', (rate, read) => {
    expect(executionAnswer.parse({ ...raw, fee_rate: rate })).toMatchObject({ id: 't1', feeRate: read });
  });
});

describe('the table of calls', () => {
  it('every call carries its own name, and no two share a method and a path', () => {
    expect(table.filter(([name, call]) => call.name !== name)).toEqual([]);
    const routes = table.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('no call has the address of a page', () => {
    const pages = [
      /^\/$/,
      /^\/api$/,
      /^\/support(\/[^/]+)?$/,
      /^\/deposit\/[^/]+$/,
      /^\/withdraw\/[^/]+$/,
      /^\/trade\/[^/]+$/,
      /^\/wallet$/,
    ];
    const reads = table.filter(([, { method }]) => method === 'GET').map(([, { path }]) => path);
    expect(reads.filter((path) => pages.some((page) => page.test(path)))).toEqual([]);
  });

  it('whatever changes something is a write, and reads are not', () => {
    const writes = table.filter(([, { isWrite }]) => isWrite).map(([name]) => name);
    expect(writes).toEqual(
      table.filter(([name, { method }]) => method !== 'GET' && name !== 'candles').map(([name]) => name),
    );
  });

  it('only writes carry an idempotencyKey, and placing an order does', () => {
    const keys = table.filter(([, { takesIdempotencyKey }]) => takesIdempotencyKey);
    expect(keys.every(([, { isWrite, isPrivate }]) => isWrite && isPrivate)).toBe(true);
    expect(keys.map(([name]) => name)).toEqual(
      expect.arrayContaining(['placeLimitOrder', 'placeMarketOrder']),
    );
  });

  it.each([
    ['price', '1e-8'],
    ['price', '-1'],
    ['price', '1.'],
    ['price', '.5'],
    ['price', ' 1'],
    ['price', 1],
    ['quantity', ''],
    ['quantity', '1,5'],
    ['quantity', `0.${'1'.repeat(19)}`],
    ['operation', 'buy'],
    ['type', 'MARKET'],
    ['pair', 'xmr-btc'],
    ['extra', 'x'],
  ])('an order whose %s is %j is refused: the venue is strict', (field, raw) => {
    const order = { pair: 'XMR-BTC', type: 'LIMIT', operation: 'BUY', quantity: '1.5', price: '0.005' };
    const { body } = calls.placeLimitOrder as unknown as Call;
    expect(body?.safeParse(order).success).toBe(true);
    expect(body?.safeParse({ ...order, [field]: raw }).success).toBe(false);
  });
});
