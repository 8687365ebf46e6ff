import { describe, expect, it } from 'vitest';
import type { FeeQuotes } from '../../../venue/fees/feed.ts';
import { LARGEST_UNITS, textOf } from '../../../venue/ledger/units.ts';
import type { Terms } from '../../../venue/coins/terms.ts';
import { checkWithdrawal, type WithdrawalRequest } from '../../../venue/coins/validation.ts';

const BTC: Terms = {
  coin: 'BTC',
  network: 'mainnet',
  digits: 8,
  isDepositEnabled: true,
  isWithdrawalEnabled: true,
  isInMaintenance: false,
  closed: null,
  needsRefundAddress: false,
  minWithdrawal: 50_000n,
};
const GRIN: Terms = { ...BTC, coin: 'GRIN', minWithdrawal: 1n };
const USDT: Terms = { ...BTC, coin: 'USDT', network: 'AVAX-C', digits: 6, minWithdrawal: 1n };
const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const QUOTES: FeeQuotes = { current: '0.0001', recent: ['0.00008', '0.0001'] };

const check = (
  over: Partial<WithdrawalRequest> = {},
  terms: Terms | undefined = BTC,
  quotes: FeeQuotes | undefined = QUOTES,
) => checkWithdrawal({ coin: terms.coin, amount: '0.01', address: ADDRESS, ...over }, terms, quotes);
const codeOf = (verdict: ReturnType<typeof check>) => (verdict.ok ? 'accepted' : verdict.code);

describe('a withdrawal before the account is checked (WITHDRAW-04, WITHDRAW-05)', () => {
  it('is read in whole units, with the current fee where none was confirmed', () => {
    expect(check()).toEqual({ ok: true, amount: 1_000_000n, fee: 10_000n, address: ADDRESS });
    expect(check({ fee: '0.00008' })).toMatchObject({ fee: 8000n });
    expect(check({ address: '' }, GRIN)).toMatchObject({ ok: true, address: null });
  });

  it.each([
    ['an amount of nothing', { amount: '0' }, 'INVALID_AMOUNT'],
    ['less than nothing', { amount: '-0.01' }, 'INVALID_AMOUNT'],
    ['no number', { amount: 'x' }, 'INVALID_AMOUNT'],
    ['nine digits', { amount: '0.010000001' }, 'AMOUNT_TOO_PRECISE'],
    ['the most that can be counted', { amount: textOf(LARGEST_UNITS) }, 'accepted'],
    ['a unit more', { amount: textOf(LARGEST_UNITS + 1n) }, 'AMOUNT_TOO_LARGE'],
    ['the least', { amount: '0.0005' }, 'accepted'],
    ['a unit less', { amount: '0.00049999' }, 'BELOW_MINIMUM_WITHDRAWAL'],
    ['no address', { address: ' ' }, 'ADDRESS_REQUIRED'],
    ['an address that is none', { address: `${ADDRESS}x` }, 'INVALID_ADDRESS'],
    ['a fee of a while ago', { fee: '0.000080' }, 'accepted'],
    ['a fee that was never shown', { fee: '0.00009' }, 'FEE_CHANGED'],
    ['a fee that is no number', { fee: 'x' }, 'FEE_CHANGED'],
  ])('%s: %o is %s', (_what, over, code) => {
    expect(codeOf(check(over))).toBe(code);
  });

  it.each([
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'another network'],
    ['0x52908400098527886E0F7030069857D2E4169EE7', 'an address of ETH'],
    [`${ADDRESS.slice(0, -1)}5`, 'A character is missing or wrong'],
  ])('says what is wrong with %s: %s', (address, says) => {
    expect(check({ address })).toMatchObject({ message: expect.stringContaining(says) });
  });

  it('has no address where the coin has none', () => {
    expect(codeOf(check({ address: ADDRESS }, GRIN))).toBe('ADDRESS_NOT_USED');
    expect(codeOf(check({ address: ' \n' }, GRIN))).toBe('accepted');
  });

  it("has no more digits than the coin's chain", () => {
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    expect(codeOf(check({ amount: '0.000001', address }, USDT))).toBe('accepted');
    expect(codeOf(check({ amount: '0.0000001', address }, USDT))).toBe('AMOUNT_TOO_PRECISE');
  });

  it('is refused without terms, while the coin is off, and while no fee is known', () => {
    expect(codeOf(checkWithdrawal({ coin: 'DOGE', amount: '1', address: '' }, undefined, QUOTES))).toBe(
      'COIN_NOT_FOUND',
    );
    expect(codeOf(check({}, { ...BTC, isWithdrawalEnabled: false }))).toBe('WITHDRAWALS_DISABLED');
    const unknown = checkWithdrawal({ coin: 'BTC', amount: '0.01', address: ADDRESS }, BTC, undefined);
    expect(codeOf(unknown)).toBe('FEE_UNAVAILABLE');
  });
});
