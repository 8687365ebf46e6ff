import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, decimal, subtract, toText, ZERO } from '../../../../src/domain/decimal.ts';
import {
  inUsd,
  pairResults,
  signed,
  sumsByQuote,
  unrealisedAt,
  valuesOverTime,
} from '../../../../src/domain/history/results.ts';
import { tradeTotal } from '../../../../src/domain/history/trades.ts';
import type { Execution } from '../../../../src/domain/order.ts';

let trades = 0;
const trade = (
  side: 'buy' | 'sell',
  quantity: string | null,
  price: string | null,
  given: Partial<Execution> = {},
): Execution => ({
  id: `trade ${(trades += 1)}`,
  pair: 'XMR-BTC',
  side,
  kind: 'limit',
  price,
  quantity,
  value: null,
  fee: '0',
  feeCurrency: null,
  feeRate: null,
  isMaker: null,
  createdAt: trades,
  ...given,
});

const resultOf = (...all: Execution[]) => pairResults(all.toReversed())[0];

describe('average cost (RESULT-01)', () => {
  it('of two buys is between their prices, and a sale leaves it', () => {
    const bought = [trade('buy', '1', '0.004'), trade('buy', '3', '0.006')];
    expect(resultOf(...bought)).toMatchObject({ held: '4', cost: '0.022', average: '0.0055', realised: '0' });
    expect(resultOf(...bought, trade('sell', '1', '0.01'))).toMatchObject({
      held: '3',
      cost: '0.0165',
      average: '0.0055',
      realised: '0.0045',
      unmatched: '0',
    });
  });

  it('is in the order of time, whatever the order of the list', () => {
    const [first, second] = [trade('buy', '1', '1'), trade('sell', '1', '2')];
    for (const list of [
      [first, second],
      [second, first],
    ])
      expect(pairResults(list)[0]).toMatchObject({ held: '0', average: null, realised: '1', unmatched: '0' });
  });

  it('of one instant is in the order of the server, whose lists begin with the newest', () => {
    const at = { createdAt: 5 };
    expect(pairResults([trade('sell', '1', '2', at), trade('buy', '1', '1', at)])[0]?.realised).toBe('1');
  });

  it('holds fees in either coin', () => {
    const fee = (amount: string, feeCurrency: string) => ({ fee: amount, feeCurrency });
    expect(resultOf(trade('buy', '2', '1', fee('0.1', 'BTC')))).toMatchObject({ held: '2', cost: '2.1' });
    expect(resultOf(trade('buy', '2', '1', fee('0.1', 'XMR')))).toMatchObject({ held: '1.9', cost: '2' });
    const sold = (given: object) => resultOf(trade('buy', '2', '1'), trade('sell', '1', '3', given));
    expect(sold(fee('0.5', 'BTC'))).toMatchObject({ held: '1', realised: '1.5' });
    expect(sold(fee('1', 'XMR'))).toMatchObject({ held: '0', realised: '1' });
  });

  it('takes the value that the server sends, not price times quantity', () => {
    expect(resultOf(trade('buy', '3', '0.33333333', { value: '1' }))).toMatchObject({ cost: '1' });
  });

  it('is rounded against the user where it is no decimal', () => {
    const result = resultOf(trade('buy', '3', null, { value: '1' }), trade('sell', '1', '1'));
    expect(result?.average).toBe('0.333333333333333333');
    expect(result?.realised).toBe('0.666666666666666666');
    expect(result?.cost).toBe('0.666666666666666666');
  });

  it('is of each pair by itself', () => {
    const results = pairResults([trade('buy', '1', '2'), trade('buy', '1', '150', { pair: 'XMR-USDT' })]);
    expect(results.map(({ pair, cost }) => [pair, cost])).toEqual([
      ['XMR-BTC', '2'],
      ['XMR-USDT', '150'],
    ]);
  });
});

describe('what is not known (RESULT-05)', () => {
  it('a sale of more than was bought counts as far as it was', () => {
    expect(resultOf(trade('buy', '1', '1'), trade('sell', '4', '2'))).toMatchObject({
      held: '0',
      realised: '1',
      unmatched: '3',
    });
    expect(resultOf(trade('sell', '4', '2'))).toMatchObject({ realised: '0', unmatched: '4' });
  });

  it.each([
    ['quantity', trade('buy', null, '1')],
    ['price and value', trade('buy', '1', null)],
    ['time', trade('buy', '1', '1', { createdAt: null })],
  ])('a trade without %s is left out', (_, unknown) => {
    expect(resultOf(unknown, trade('buy', '1', '2'))).toMatchObject({ held: '1', cost: '2', omitted: 1 });
  });

  it.each([
    [{ fee: null, feeCurrency: 'BTC' }, 1],
    [{ fee: '0.1', feeCurrency: null }, 1],
    [{ fee: '0.1', feeCurrency: 'GRIN' }, 1],
    [{ fee: '0', feeCurrency: null }, 0],
  ])('a fee like %j is not counted', (given, uncharged) => {
    expect(resultOf(trade('buy', '1', '2', given))).toMatchObject({ held: '1', cost: '2', uncharged });
  });
});

it('loses nothing: what came in less what went out is the result less the cost of what is held', () => {
  const amount = fc
    .integer({ min: 1, max: 10_000_000 })
    .map((units) => toText({ units: BigInt(units), scale: 5 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), amount, amount), { maxLength: 30 }), (drawn) => {
      let held = ZERO;
      let cash = ZERO;
      const all = drawn.flatMap(([isBuy, quantity, price]) => {
        // Only what was bought is sold.
        if (!isBuy && compare(decimal(quantity), held) > 0) return [];
        const one = trade(isBuy ? 'buy' : 'sell', quantity, price);
        const value = decimal(tradeTotal(one) ?? '0');
        held = isBuy ? add(held, decimal(quantity)) : subtract(held, decimal(quantity));
        cash = isBuy ? subtract(cash, value) : add(cash, value);
        return [one];
      });
      const result = resultOf(...all);
      if (!result) return;
      expect(result.held).toBe(toText(held));
      expect(toText(subtract(decimal(result.realised), decimal(result.cost)))).toBe(toText(cash));
    }),
  );
});

describe('at a price', () => {
  it('what is held is worth more or less than it cost (RESULT-02)', () => {
    expect(unrealisedAt({ held: '2', cost: '3' }, '1')).toBe('-1');
    expect(unrealisedAt({ held: '2', cost: '3' }, null)).toBeNull();
  });

  it('sums are by quote coin, and unknown where a part is (RESULT-03)', () => {
    const sums = sumsByQuote([
      { quote: 'USDT', amount: '5' },
      { quote: 'BTC', amount: '0.1' },
      { quote: 'BTC', amount: '-0.3' },
      { quote: 'EUR', amount: null },
      { quote: 'EUR', amount: '1' },
    ]);
    expect(sums).toEqual([
      { coin: 'BTC', amount: '-0.2' },
      { coin: 'EUR', amount: null },
      { coin: 'USDT', amount: '5' },
    ]);
    expect(inUsd(sums, { BTC: '100', USDT: '1', EUR: '1' })).toBeNull();
    const known = sums.filter(({ amount }) => amount !== null);
    expect(inUsd(known, { BTC: '100', USDT: '1' })).toBe('-15');
    expect(inUsd(known, { BTC: '100' })).toBeNull();
    expect(inUsd([{ coin: 'GRIN', amount: '0' }], {})).toBe('0');
  });

  it('a gain has its sign', () => {
    expect(['1', '0', '-1'].map(signed)).toEqual(['+1', '0', '-1']);
  });
});

describe('value over time (RESULT-06)', () => {
  it('is what was held at the price of the last own trade of each pair, summed by quote coin', () => {
    const all = [
      trade('buy', '2', '0.004', { createdAt: 10 }),
      trade('buy', '1', '0.001', { pair: 'LTC-BTC', createdAt: 20 }),
      trade('buy', '5', '1', { pair: 'XMR-USDT', createdAt: 30 }),
      trade('sell', '1', '0.006', { createdAt: 40 }),
    ];
    expect(valuesOverTime(all.toReversed(), 100)).toEqual([
      {
        coin: 'BTC',
        points: [
          { at: 10, value: '0.008', cost: '0.008' },
          { at: 20, value: '0.009', cost: '0.009' },
          { at: 40, value: '0.007', cost: '0.005' },
        ],
      },
      { coin: 'USDT', points: [{ at: 30, value: '5', cost: '5' }] },
    ]);
  });

  it('counts a trade whose price is not known at the one before, with what it cost', () => {
    const all = [
      trade('buy', '1', '100', { createdAt: 1 }),
      trade('buy', '1', null, { value: '50', createdAt: 2 }),
    ];
    const [coin] = valuesOverTime(all.toReversed(), 10);
    expect(coin?.points.at(-1)).toEqual({ at: 2, value: '200', cost: '150' });
  });

  it('leaves out trades without a time, and keeps the last of those close together', () => {
    const many = Array.from({ length: 1000 }, (_, at) => trade('buy', '1', '1', { createdAt: at }));
    const [coin] = valuesOverTime([trade('buy', '1', '1', { createdAt: null }), ...many.toReversed()], 10);
    const points = coin?.points ?? [];
    expect(points.map(({ at }) => at)).toEqual([99, 199, 299, 399, 499, 599, 699, 799, 899, 999]);
    expect(points.at(-1)?.cost).toBe('1000');
    expect(valuesOverTime([], 10)).toEqual([]);
  });
});
