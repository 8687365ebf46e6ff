export { calls, type Answer, type Arguments, type Call, type CallName } from './calls.ts';
export type { Decoded, Decoder, Fault } from './decode.ts';
export { refusalCode, refusalText } from './errors.ts';
export { readFees } from './fees.ts';
export { clientFrame, LARGEST_FRAME, readServerFrame } from './frames.ts';
export type { BookFrame, ClientFrame, FeesFrame, Level, ServerFrame } from './frames.ts';
export type { LoginAnswer } from './auth.ts';
export type { PlacedOrder } from './orders.ts';
