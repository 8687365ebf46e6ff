import type { Coin } from '../src/domain/coin.ts';
import type { Market } from '../src/domain/market.ts';

/** A coin for which all is allowed. @param given what a test is about */
export const someCoin = (ticker: string, given: Partial<Coin> = {}): Coin => ({
  ticker,
  name: ticker,
  network: null,
  decimalPlaces: 8,
  isDepositEnabled: true,
  isWithdrawalEnabled: true,
  isTradingEnabled: true,
  refundAddressRequired: false,
  minWithdrawalAmount: '0',
  minDepositAmount: null,
  depositFee: null,
  confirmations: null,
  addressFormat: null,
  addressExample: null,
  explorerUrl: null,
  ...given,
});

/** The day of a pair. @param given what a test is about */
export const someMarket = (pair: string, given: Partial<Market> = {}): Market => ({
  pair,
  lastPrice: '1',
  percentChange: '0',
  baseVolume: '1',
  quoteVolume: '1',
  high24h: '1',
  low24h: '1',
  lowestAsk: '1',
  highestBid: '1',
  ...given,
});
