import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAddress } from '../../../src/domain/address/check.ts';
import { addressShape, refundProgress, refundRows } from '../../../src/domain/refundAddress.ts';
import { coinOf, refundOf } from '../../models/deposit.model.ts';

const needing = (configured: number, required: number) =>
  Array.from({ length: required }, (_, index) => ({
    isRequired: true,
    address: index < configured ? 'a' : null,
  }));

/** Addresses that are valid, as a server may send them for an example. */
const EXAMPLES = [
  ['BTC', 'main', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'main', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  [
    'XMR',
    'main',
    '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
  ],
  ['ETH', 'Ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['USDT', 'Ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  // A coin that this version does not know: any text of some length is taken for an address.
  ['NEW', 'main', 'new1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq'],
] as const;
const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'ru'];

describe('placeholder of a refund address (REFUND-13)', () => {
  const cases = EXAMPLES.flatMap(([ticker, network, example]) =>
    LANGUAGES.map((language) => [language, ticker, network, example] as const),
  );
  it.each(cases)('in %s is nobody’s %s address', (language, ticker, network, example) => {
    expect(checkAddress(ticker, network, example).ok).toBe(true);
    const shape = addressShape(example);
    expect(example.startsWith(shape.slice(0, -1))).toBe(true);
    const words = JSON.parse(readFileSync(`locales/${language}/refund.json`, 'utf8')) as {
      table: { example: string };
    };
    const placeholder = words.table.example.replace('{{example}}', shape);
    expect(checkAddress(ticker, network, shape).ok).toBe(false);
    for (const word of placeholder.split(' ')) expect(checkAddress(ticker, network, word).ok).toBe(false);
  });

  it.each(['bc1q…', '4a', 'x', ''])('is short even where the server sends little: %j', (example) => {
    expect(addressShape(example).length).toBeLessThanOrEqual(7);
  });
});

describe('progress (REFUND-01: configured over required, rounded)', () => {
  it.each([
    [0, 3, 0],
    [1, 3, 33],
    [2, 3, 67],
    [3, 3, 100],
    [1, 8, 13],
    [1, 200, 1],
    [1, 201, 0],
    [199, 200, 100],
    [29, 200, 15],
    [57, 200, 29],
  ])('%s of %s is %s %%', (configured, required, percent) => {
    expect(refundProgress(needing(configured, required))).toEqual({ configured, required, percent });
  });

  it('is the nearest whole percent, halves up, for any counts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(400), (required, some) => {
        const configured = Math.min(some, required);
        const { percent } = refundProgress(needing(configured, required));
        const distance = 100 * configured - percent * required;
        expect(2 * distance).toBeLessThan(required);
        expect(2 * distance).toBeGreaterThanOrEqual(-required);
      }),
    );
  });

  it('coins that need none do not count, set or not', () => {
    const optional = [
      { isRequired: false, address: 'a' },
      { isRequired: false, address: null },
    ];
    expect(refundProgress([...needing(1, 2), ...optional])).toEqual({
      configured: 1,
      required: 2,
      percent: 50,
    });
    expect(refundProgress(optional)).toEqual({ configured: 0, required: 0, percent: 100 });
  });
});

describe('rows', () => {
  it('join the coins with the user’s addresses, in the order of the coins', () => {
    const rows = refundRows(
      [coinOf('BTC', { addressExample: 'bc1q…' }), coinOf('XMR', { refundAddressRequired: false })],
      [refundOf('XMR', 'x1'), refundOf('OLD', 'o1')],
    );
    expect(
      rows.map(({ ticker, address, isRequired, example }) => [ticker, address, isRequired, example]),
    ).toEqual([
      ['BTC', null, true, 'bc1q…'],
      ['XMR', 'x1', false, null],
      ['OLD', 'o1', false, null],
    ]);
  });

  it("the requirement in the user's own list wins", () => {
    const [row] = refundRows([coinOf('BTC')], [{ ...refundOf('BTC', null), isRequired: false }]);
    expect(row?.isRequired).toBe(false);
  });

  it("none is required where deposits are off, unless the user's own list requires it (WALLET-09)", () => {
    const coins = [coinOf('BTC', { isDepositEnabled: false }), coinOf('XMR', { isDepositEnabled: false })];
    const rows = refundRows(coins, [{ ...refundOf('XMR', null), isRequired: true }]);
    expect(rows.map(({ isRequired }) => isRequired)).toEqual([false, true]);
  });
});
