import { accountCalls } from './calls/account.ts';
import { marketCalls } from './calls/markets.ts';
import { orderCalls } from './calls/orders.ts';
import { passkeyCalls } from './calls/passkeys.ts';
import { solvencyCalls } from './calls/solvency.ts';
import { supportCalls } from './calls/support.ts';
import { tradingCalls } from './calls/trading.ts';
import { walletCalls } from './calls/wallet.ts';

export type { Answer, Arguments, Call } from './calls/call.ts';

/** Paths are those of the specification (CALL-09). */
export const calls = {
  ...accountCalls,
  ...passkeyCalls,
  ...walletCalls,
  ...orderCalls,
  ...marketCalls,
  ...supportCalls,
  ...tradingCalls,
  ...solvencyCalls,
} as const;

export type CallName = keyof typeof calls;

export type { Decoded, Decoder, Fault } from './decode.ts';
export { refusalCode, refusalText } from './errors.ts';
export { readFees } from './fees.ts';
export {
  LARGEST_FRAME,
  readServerFrame,
  type BookFrame,
  type FeesFrame,
  type Level,
  type ServerFrame,
} from './frames.ts';
export type { ClientFrame } from './clientFrames.ts';
export type { LiveFrame, LiveTopic } from './live.ts';
export type { LoginAnswer } from './auth.ts';
export type { PlacedOrder } from './orders.ts';
