import { accountCalls } from './calls/account.ts';
import { marketCalls } from './calls/markets.ts';
import { orderCalls } from './calls/orders.ts';
import { supportCalls } from './calls/support.ts';
import { tradingCalls } from './calls/trading.ts';
import { walletCalls } from './calls/wallet.ts';

export type { Answer, Arguments, Call } from './calls/call.ts';

/** The calls of this client, by name. Paths are those of the specification (CALL-09). */
export const calls = {
  ...accountCalls,
  ...walletCalls,
  ...orderCalls,
  ...marketCalls,
  ...supportCalls,
  ...tradingCalls,
} as const;

export type CallName = keyof typeof calls;
