import type { KeyPermission } from '../../domain/apiKey.ts';
import type { CallName } from './index.ts';

/** Calls that a program may make with a key, and their permission. Other private calls take no key (APIKEY-04). */
export const SIGNED_CALLS: Partial<Readonly<Record<CallName, KeyPermission>>> = {
  balances: 'read',
  order: 'read',
  orders: 'read',
  executions: 'read',
  depositAddresses: 'read',
  deposits: 'read',
  depositStatus: 'read',
  withdrawals: 'read',
  withdrawalStatus: 'read',
  placeLimitOrder: 'trade',
  placeMarketOrder: 'trade',
  amendOrder: 'trade',
  cancelOrder: 'trade',
  createWithdrawal: 'withdraw',
  finalizeGrinWithdrawal: 'withdraw',
  cancelWithdrawal: 'withdraw',
};

/** Of a signed request (APIKEY-03). */
export const SIGNATURE_HEADERS = {
  key: 'X-API-Key',
  timestamp: 'X-API-Timestamp',
  nonce: 'X-API-Nonce',
  signature: 'X-API-Signature',
} as const;

/** Milliseconds that a timestamp may be off the server's clock, either way. */
export const SIGNATURE_WINDOW = 5000;
