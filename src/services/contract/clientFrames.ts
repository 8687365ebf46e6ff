import * as z from 'zod/mini';

const sentPair = z.string().check(z.regex(/^[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$/, 'must be a pair like XMR-BTC'));

const candleFrame = z.enum(['minute', 'hour', 'day']);

export const clientFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('subscribe_orderbook'),
    pair_symbol: sentPair,
    depth: z._default(z.int().check(z.minimum(1), z.maximum(500)), 40),
  }),
  z.object({ type: z.literal('unsubscribe_orderbook'), pair_symbol: sentPair }),
  z.object({ type: z.literal('subscribe_trades'), pair_symbol: sentPair }),
  z.object({ type: z.literal('unsubscribe_trades'), pair_symbol: sentPair }),
  z.object({ type: z.literal('subscribe_candles'), pair_symbol: sentPair, frame: candleFrame }),
  z.object({ type: z.literal('unsubscribe_candles'), pair_symbol: sentPair, frame: candleFrame }),
  z.object({ type: z.literal('subscribe_markets') }),
  z.object({ type: z.literal('unsubscribe_markets') }),
  z.object({ type: z.literal('subscribe_account') }),
  z.object({ type: z.literal('unsubscribe_account') }),
  z.object({ type: z.literal('subscribe_fees') }),
  z.object({ type: z.literal('unsubscribe_fees') }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('pong') }),
]);

export type ClientFrame = z.input<typeof clientFrame>;
