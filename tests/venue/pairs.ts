/** The pairs of every venue, in order. */
export const PAIRS = [
  'AVAX-USDT',
  'BTC-USDT',
  'GRIN-BTC',
  'KAS-USDT',
  'WOW-BTC',
  'XMR-BTC',
  'XMR-USDT',
] as const;

/** Their coins, in order. */
export const COINS = [...new Set(PAIRS.flatMap((pair) => pair.split('-')))].sort();
