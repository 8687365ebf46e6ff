/** Of every venue (spec 2 §1), in their order. */
export const PAIRS = [
  'AVAX-USDT',
  'BTC-USDT',
  'GRIN-BTC',
  'KAS-USDT',
  'WOW-BTC',
  'XMR-BTC',
  'XMR-USDT',
] as const;
