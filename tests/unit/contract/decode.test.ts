import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calls } from '../../../src/services/contract/index.ts';
import {
  decodeList,
  decodeMap,
  decodeNothing,
  decodeOne,
  unwrap,
} from '../../../src/services/contract/decode.ts';
import { balanceAnswer } from '../../../src/services/contract/orders.ts';
import { marketAnswer } from '../../../src/services/contract/markets.ts';

const balance = { currency: 'XMR', available: '1.50', in_orders: null, extra: 'ignored' };
const read = { currency: 'XMR', available: '1.5', inOrders: '0' };

describe('lists (CALL-06)', () => {
  const decode = decodeList(balanceAnswer, 'balances', 'items');

  it.each([
    ['bare', [balance]],
    ['under its key', { balances: [balance], total: 1 }],
    ['under another documented key', { items: [balance] }],
    ['under data', { data: [balance] }],
    ['under its key in data', { data: { balances: [balance] } }],
    ['under data in its key', { balances: { data: [balance] } }],
  ])('is accepted %s', (_title, raw) => {
    expect(decode(raw)).toEqual({ ok: true, value: [read], faults: [] });
  });

  it.each([null, 7, 'text', {}, { data: null }, { other: [balance] }])('%j is no list', (raw) => {
    expect(decode(raw)).toEqual({ ok: false, faults: [{ path: '', message: 'not a list' }] });
  });

  it('a record that cannot be read is left out and named, and the rest is kept (CALL-05)', () => {
    const result = decode([balance, { currency: 'BTC' }, null, { ...balance, available: '-1' }, balance]);
    expect(result).toMatchObject({ ok: true, value: [read, read], leftOut: 3 });
    expect(result.faults.map(({ path }) => path)).toEqual(['1.available', '2', '3.available']);
  });

  it('an error never repeats the value that was found', () => {
    const { faults } = decode([{ currency: 'BTC', available: 'secret-token-in-the-wrong-place' }]);
    expect(JSON.stringify(faults)).not.toContain('secret');
  });
});

describe('maps', () => {
  const decode = decodeMap(marketAnswer, 'pair', 'markets');

  it('each value is read with its key, and a bad one is left out', () => {
    const result = decode({
      'XMR-BTC': { last_price: '0.005' },
      'not a pair': {},
      'WOW-BTC': { last_price: [] },
    });
    expect(result.ok && result.value.map(({ pair, lastPrice }) => [pair, lastPrice])).toEqual([
      ['XMR-BTC', '0.005'],
    ]);
    expect(result.faults.map(({ path }) => path)).toEqual(['not a pair.pair', 'WOW-BTC.last_price']);
  });

  it('a list is accepted where a map is documented', () => {
    const result = decode({ data: [{ pair: 'XMR-BTC' }] });
    expect(result.ok && result.value.map(({ pair }) => pair)).toEqual(['XMR-BTC']);
  });

  it('keys of the language mean nothing special', () => {
    const result = decode(JSON.parse('{"__proto__":{"last_price":"1"},"constructor":{"last_price":"1"}}'));
    expect(result.ok && result.value).toEqual([]);
    expect(({} as Record<string, unknown>).last_price).toBeUndefined();
  });
});

describe('single values', () => {
  it('are read whole or not at all', () => {
    expect(decodeOne(balanceAnswer)(balance)).toEqual({ ok: true, value: read, faults: [] });
    expect(decodeOne(balanceAnswer)([balance]).ok).toBe(false);
  });

  it('an answer without content is fine whatever it contains', () => {
    expect(decodeNothing({ any: 'thing' })).toEqual({ ok: true, value: null, faults: [] });
  });

  it('only an object is unwrapped', () => {
    expect(unwrap({ data: 'text' }, 'order')).toEqual({ data: 'text' });
    expect(unwrap({ order: { id: 1 }, data: { id: 2 } }, 'order')).toEqual({ id: 1 });
    expect(unwrap([1], 'order')).toEqual([1]);
  });
});

describe('every call reads any answer without throwing', () => {
  it.each(Object.entries(calls))('%s', (_name, { decode }) => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (raw) => {
        expect(typeof decode(raw).ok).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });
});

it('one market may leave out the pair, which the address names; a coin alone is quoted in USDT (MARKET-07)', () => {
  expect(calls.market.decode({ last_price: '2' })).toMatchObject({
    ok: true,
    value: { pair: null, lastPrice: '2' },
  });
  expect(calls.market.decode({ market: { pair: 'XMR' } })).toMatchObject({
    ok: true,
    value: { pair: 'XMR-USDT' },
  });
});
