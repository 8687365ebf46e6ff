import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookPayload } from '../../../src/services/contract/frames.ts';
import { readPlainBook } from '../../../src/services/contract/plainBook.ts';
import { casesOf } from '../../long.ts';

const ODD: readonly unknown[] = [
  ...'0|0.0|0.10|00.1|01|.5|5.|1E-8|1e3| 1 |+1|-1|-0||x|1.2.3|٣|0x10|1_0'.split('|'),
  `1${'0'.repeat(40)}`,
  0,
  1.5,
  1e-8,
  1e21,
  -2,
  Number.NaN,
  null,
  undefined,
  true,
  {},
  [],
];
const digits = fc.integer({ min: 0, max: 10_000 }).map(String);
const amount = fc.oneof(
  { weight: 40, arbitrary: fc.tuple(digits, digits).map((parts) => parts.join('.')) },
  { weight: 10, arbitrary: digits },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...ODD) },
);
const level = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(amount, amount) },
  {
    weight: 6,
    arbitrary: fc.record(
      { price: amount, quantity: amount, count: fc.integer() },
      { requiredKeys: ['price', 'quantity'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(['1'], ['1', '2', '3'], { price: '1' }, null, 'x', 7, {}),
  },
);
const levels = fc.oneof(
  { weight: 20, arbitrary: fc.array(level, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, undefined, {}, 'x', { 0: ['1', '2'], length: 1 }) },
);
const number = fc.constantFrom<unknown>(undefined, undefined, 0, 1, 2 ** 53, 1.5, -1, '1', null, Number.NaN);
const payload = fc.record(
  {
    type: fc.constant('orderbook_update'),
    pair_symbol: fc.constantFrom<unknown>(
      'XMR-BTC',
      'XMR-BTC',
      'XMR-BTC',
      'xmr-btc',
      'XMR',
      '',
      7,
      null,
      'A-B-C',
    ),
    bids: levels,
    asks: levels,
    last_trade_price: fc.oneof(amount, fc.constant(undefined)),
    buys_volume: fc.oneof(amount, fc.constant(undefined)),
    sells_volume: fc.oneof(amount, fc.constant(undefined)),
    current_price: fc.constantFrom<unknown>(undefined, undefined, undefined, null, '1', '-1'),
    sequence: number,
    previous_sequence: number,
    delta: fc.constantFrom<unknown>(undefined, true, false, true, null, 'true', 1),
  },
  { requiredKeys: ['pair_symbol', 'bids', 'asks'] },
);

describe('the quick way to read a book frame', () => {
  it('answers what the schema answers, or nothing at all', () => {
    let quick = 0;
    fc.assert(
      fc.property(payload, (one) => {
        const read = readPlainBook(one);
        if (read === null) return;
        quick += 1;
        const slow = bookPayload.safeParse(one);
        expect(slow.success && { sequence: undefined, previous_sequence: undefined, ...slow.data }).toEqual(
          read,
        );
      }),
      { numRuns: casesOf(40_000), seed: 7 },
    );
    expect(quick).toBeGreaterThan(casesOf(500));
  });

  it.each([
    [
      ['0.00512340', '1.00006'],
      ['0.0051234', '1.00006'],
    ],
    [
      ['10.0', '0.0'],
      ['10', '0'],
    ],
    [
      ['100', '20.50'],
      ['100', '20.5'],
    ],
  ])('takes %j unchanged', (written, read) => {
    const [price, quantity] = written;
    for (const one of [written, { price, quantity }]) {
      expect(readPlainBook({ pair_symbol: 'XMR-BTC', bids: [one], asks: [] })?.bids).toEqual([read]);
    }
  });
});
