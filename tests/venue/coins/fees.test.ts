import { beforeEach, describe, expect, it } from 'vitest';
import { congestionOf } from '../../../src/domain/congestion.ts';
import { compare, decimal } from '../../../src/domain/decimal.ts';
import { readFees } from '../../../src/services/contract/fees.ts';
import type { CoinRecord, Exchange } from '../../../venue/exchange.ts';
import { createFees, type Fees, type FeesState } from '../../../venue/fees/feed.ts';
import { openCatalogue } from '../../../venue/market/catalogue.ts';

const MINUTE = 60_000;
const COINS = { AVAX: 18, BTC: 8, GRIN: 9, KAS: 8, USDT: 6, WOW: 11, XMR: 12 } as const;

const record = (ticker: string, decimalPlaces: number): CoinRecord => ({
  id: ticker,
  ticker,
  name: ticker,
  network: ticker,
  decimalPlaces,
  isDepositEnabled: true,
  isWithdrawalEnabled: true,
  isTradingEnabled: true,
  refundAddressRequired: false,
  minDepositAmount: '1',
  minWithdrawalAmount: '1',
  depositFee: '0',
  confirmations: null,
  addressFormat: '',
  addressExample: null,
  explorerUrl: null,
});

let clock: number;
let fees: Fees;

beforeEach(async () => {
  clock = Date.UTC(2026, 10, 21);
  const coins = Object.entries(COINS).map(([ticker, digits]) => record(ticker, digits));
  const exchange: Pick<Exchange, 'coins' | 'pairs'> = { coins: () => Promise.resolve(coins), pairs: [] };
  const catalogue = await openCatalogue(exchange, true);
  fees = createFees(
    () => catalogue.coins,
    'test',
    () => clock,
    (coin) => (coin === 'BTC' ? 921_000 : undefined),
  );
});

/** As the client reads them. */
const shown = (coin: string) => {
  const fee = readFees(fees.snapshot()).fees[coin];
  if (!fee) throw new Error(`no fee of ${coin}`);
  return fee;
};

describe.each(Object.entries(COINS))('fees of %s', (coin, decimals) => {
  it('are medium ones that the coin can express, and a withdrawal pays the fee that is shown', () => {
    for (let move = 0; move < 50; move += 1) {
      const { medium } = shown(coin);
      const fee = medium.fee ?? '';
      expect(decimal(fee).scale).toBeLessThanOrEqual(Math.min(8, decimals));
      expect(compare(decimal(fee), decimal('0'))).toBe(1);
      expect(fees.quotes(coin)?.current).toBe(fee);
      fees.move();
    }
  });

  it('a surge takes the network above its threshold, and its end back below (FEES-03)', () => {
    // A coin without a threshold is never congested.
    const rushed = coin === 'KAS' ? 'normal' : 'congested';
    const before = shown(coin).medium.fee ?? '';
    expect(fees.setCongestion(coin, true)).toBe(true);
    expect(congestionOf(shown(coin))).toBe(rushed);
    expect(compare(decimal(shown(coin).medium.fee ?? ''), decimal(before))).toBe(1);
    fees.setCongestion(coin, false);
    expect(congestionOf(shown(coin))).toBe('normal');
    expect(shown(coin).medium.fee).toBe(before);
  });

  it('that were shown are honoured for ten minutes, and no longer', () => {
    const fee = fees.quotes(coin)?.current ?? '';
    clock += 60 * MINUTE;
    fees.setCongestion(coin, true);
    clock += 10 * MINUTE - 1;
    expect(fees.quotes(coin)?.recent).toContain(fee);
    clock += 1;
    expect(fees.quotes(coin)?.recent).toEqual([fees.quotes(coin)?.current]);
  });
});

it('the usual ones', () => {
  expect(Object.fromEntries(Object.keys(COINS).map((coin) => [coin, shown(coin).medium.fee]))).toEqual({
    AVAX: '0.0000315',
    BTC: '0.00000282',
    GRIN: '0.023',
    KAS: '0.002036',
    USDT: '0.39',
    WOW: '0.02156',
    XMR: '0.000176',
  });
});

it('a listener receives the coins that changed, also when congestion is set', () => {
  const received: string[][] = [];
  const stop = fees.onUpdate((changed) => received.push(Object.keys(changed)));
  fees.setCongestion('XMR', true);
  expect(received).toEqual([['XMR']]);
  stop();
  fees.setCongestion('XMR', false);
  expect(received).toHaveLength(1);
});

it('of another node are used where they are newer, or all of them, but never those of unknown coins', () => {
  const told: string[][] = [];
  const [, xmr] = fees.state().find(([coin]) => coin === 'XMR') ?? [];
  if (!xmr) throw new Error('no fee of XMR');
  const usual = fees.quotes('XMR')?.current;
  const news = (updatedAt: number): FeesState =>
    ['XMR', 'DOGE'].map((coin) => [coin, { drift: 1, updatedAt, past: [] }]);
  fees.onUpdate((changed) => told.push(Object.keys(changed)));
  fees.take(news(xmr.updatedAt), 'newer');
  expect([fees.quotes('XMR')?.current, told]).toEqual([usual, []]);
  fees.take(news(xmr.updatedAt + 1), 'newer');
  expect(fees.quotes('XMR')?.current).not.toBe(usual);
  fees.take([['XMR', { drift: 0, updatedAt: 0, past: [] }]], 'all');
  expect(fees.quotes('XMR')?.current).toBe(usual);
  expect(told).toEqual([['XMR'], ['XMR']]);
  expect(fees.quotes('DOGE')).toBeUndefined();
});

it('include the height of the chain, where known', () => {
  expect(shown('BTC').lastBlockHeight).toBe(921_000);
  expect(shown('XMR').lastBlockHeight).toBeNull();
});

it('a coin without a known network has none', () => {
  expect(fees.quotes('DOGE')).toBeUndefined();
  expect(fees.setCongestion('DOGE', true)).toBe(false);
});

describe('the price reported by a node (CHAIN-09)', () => {
  it('is shown, is what a withdrawal pays, and no longer moves by itself', () => {
    fees.observe('AVAX', 3);
    const { medium } = shown('AVAX');
    // 21,000 gas
    expect([medium.price, medium.fee, fees.quotes('AVAX')?.current]).toEqual(['3', '0.000063', '0.000063']);
    for (let move = 0; move < 50; move += 1) fees.move();
    expect(fees.quotes('AVAX')?.current).toBe('0.000063');
  });

  it('reaches listeners once for each change, and what was shown stays valid for its time', () => {
    const told: string[] = [];
    const before = fees.quotes('AVAX')?.current ?? '';
    fees.onUpdate((changed) => told.push(...Object.keys(changed)));
    for (const price of [3, 3, 4]) fees.observe('AVAX', price);
    expect(told).toEqual(['AVAX', 'AVAX']);
    expect(fees.quotes('AVAX')?.recent).toEqual(expect.arrayContaining([before, '0.000063', '0.000084']));
  });

  it.each([0, -1, Number.NaN, Infinity])('changes nothing when invalid: %d', (price) => {
    const before = fees.quotes('AVAX');
    fees.observe('AVAX', price);
    fees.observe('ETH', 5);
    expect(fees.quotes('AVAX')).toEqual(before);
  });
});
