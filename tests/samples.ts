import type { User } from '../src/domain/account.ts';
import type { Coin } from '../src/domain/coin.ts';
import type { Market } from '../src/domain/market.ts';
import type { NetworkFee } from '../src/domain/networkFees.ts';
import type { Order } from '../src/domain/order.ts';

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

/** An account without a second factor. @param given what a test is about */
export const someUser = (given: Partial<User> = {}): User => ({
  id: 'a1',
  email: 'ann@example.org',
  username: 'Ann',
  role: null,
  twoFactorEnabled: false,
  lastLogin: null,
  securityRisk: false,
  securityCooldownUntil: null,
  securityRiskReason: null,
  ...given,
});

/** An open limit order of which nothing is filled. @param given what a test is about */
export const someOrder = (given: Partial<Order> = {}): Order => ({
  id: 'o',
  pair: 'XMR-BTC',
  side: 'buy',
  kind: 'limit',
  price: '1',
  quantity: '1',
  quantityLeft: '1',
  state: 'OPENED',
  createdAt: 0,
  updatedAt: null,
  executedAt: null,
  ...given,
});

/** The fees of a coin of which no figure is known. @param given what a test is about */
export const someFee = (given: Partial<NetworkFee> = {}): NetworkFee => ({
  symbol: 'BTC',
  unit: null,
  calculated: null,
  medium: { price: null, fee: null, blocks: null },
  name: 'Bitcoin',
  network: null,
  minDeposit: null,
  minWithdrawal: null,
  depositFee: null,
  withdrawalFee: null,
  lastBlockHeight: null,
  isDepositEnabled: true,
  isWithdrawalEnabled: true,
  isTradingEnabled: true,
  decimalPlaces: 8,
  updatedAt: null,
  ...given,
});
