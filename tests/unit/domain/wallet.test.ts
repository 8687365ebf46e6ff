import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, decimal, toText } from '../../../src/domain/decimal.ts';
import { filterWallet, shareOf, valueOf, walletRows, worthOf } from '../../../src/ui/wallet/walletRows.ts';
import { coinOf, refundOf } from '../../models/deposit.model.ts';

const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 0, max: 18 }))
  .map(([units, scale]) => toText({ units, scale }));

describe('wallet rows (WALLET-09)', () => {
  it('total is available plus in orders, exactly, for any digits', () => {
    fc.assert(
      fc.property(amount, amount, (available, inOrders) => {
        const [row] = walletRows([coinOf('BTC')], [{ currency: 'BTC', available, inOrders }], []);
        expect(row && compare(decimal(row.total), add(decimal(available), decimal(inOrders)))).toBe(0);
      }),
    );
  });

  it.each([
    ['0.1', '0.2', '0.3'],
    ['0.00000001', '0.00000002', '0.00000003'],
    ['99999999.99999999', '0.00000001', '100000000'],
    ['0', '0', '0'],
  ])('%s and %s are %s', (available, inOrders, total) => {
    const [row] = walletRows([coinOf('BTC')], [{ currency: 'BTC', available, inOrders }], []);
    expect(row?.total).toBe(total);
  });

  it('a coin without a balance is shown with 0; a balance without a coin is never lost', () => {
    const balances = [
      { currency: 'OLD', available: '1', inOrders: '0' },
      { currency: 'GONE', available: '0', inOrders: '0' },
    ];
    const rows = walletRows([coinOf('XMR')], balances, []);
    expect(rows.map(({ ticker, total }) => [ticker, total])).toEqual([
      ['XMR', '0'],
      ['OLD', '1'],
    ]);
    expect(rows[1]).toMatchObject({ isDepositEnabled: false, isWithdrawalEnabled: false, network: null });
  });

  it.each([
    ['not required', false, null, false],
    ['required, none set', true, null, true],
    ['required, one set', true, 'r1', false],
  ])('refund address %s', (_name, refundAddressRequired, address, needs) => {
    const [row] = walletRows([coinOf('BTC', { refundAddressRequired })], [], [refundOf('BTC', address)]);
    expect(row?.needsRefundAddress).toBe(needs);
  });

  it('no refund address is required where deposits are off (WALLET-02)', () => {
    const [row] = walletRows([coinOf('XMR', { isDepositEnabled: false })], [], [refundOf('XMR', null)]);
    expect(row?.needsRefundAddress).toBe(false);
  });

  it('without a list of refund addresses every coin that requires one lacks it (WALLET-09)', () => {
    const rows = walletRows([coinOf('BTC'), coinOf('XMR', { refundAddressRequired: false })], [], []);
    expect(rows.map(({ needsRefundAddress }) => needsRefundAddress)).toEqual([true, false]);
  });
});

describe('their shown figures', () => {
  const rows = walletRows(
    [coinOf('BTC', { name: 'Bitcoin' }), coinOf('USDT', { name: 'Tether', network: 'Ethereum (ERC-20)' })],
    [{ currency: 'BTC', available: '0', inOrders: '0.00000001' }],
    [],
  );
  const found = (search: string, hidesZero = false) =>
    filterWallet(rows, { search, hidesZero }).map(({ ticker }) => ticker);

  it.each([
    ['', ['BTC', 'USDT']],
    [' bitc ', ['BTC']],
    ['usd', ['USDT']],
    ['erc-20', ['USDT']],
    ['nothing', []],
  ])('search %s', (search, tickers) => {
    expect(found(search)).toEqual(tickers);
  });

  it('a balance that is all in orders is not zero', () => {
    expect(found('', true)).toEqual(['BTC']);
  });
});

describe('worth in USD (WALLET-07)', () => {
  const rows = walletRows(
    [coinOf('BTC'), coinOf('XMR'), coinOf('WOW')],
    [
      { currency: 'BTC', available: '0.3', inOrders: '0' },
      { currency: 'WOW', available: '5', inOrders: '0' },
    ],
    [],
  );

  it('where a price is known, and nothing where it is not', () => {
    expect(valueOf({ ticker: 'BTC', total: '0.3' }, { BTC: '67000.12' })).toBe('20100.036');
    expect(valueOf({ ticker: 'WOW', total: '5' }, { BTC: '67000.12' })).toBeNull();
    expect(valueOf({ ticker: 'constructor', total: '5' }, {})).toBeNull();
  });

  it.each([
    ['1', '3', '33.3%'],
    ['2', '2', '100.0%'],
    ['0.001', '10', '<0.1%'],
    ['0', '10', null],
    [null, '10', null],
    ['1', null, null],
    ['0', '0', null],
  ])('%s of %s is a share of %s', (part, whole, share) => {
    expect(shareOf(part, whole)).toBe(share);
  });

  it('the sum lists what is not in it', () => {
    expect(worthOf(rows, { BTC: '10', XMR: '3' })).toEqual({ usd: '3', unvalued: 1 });
    expect(worthOf(rows, {})).toEqual({ usd: null, unvalued: 2 });
    expect(worthOf([], { BTC: '10' })).toEqual({ usd: null, unvalued: 0 });
  });
});
