/** Coins that have an icon of their own (PUBLIC-05); all others share the default one. */
const KNOWN = new Set(['AVAX', 'BTC', 'GRIN', 'KAS', 'USDT', 'WOW', 'XMR']);

export const hasCoinIcon = (symbol: string): boolean => KNOWN.has(symbol);

/** Name of the icon in the sprite `coins.svg`. */
export const coinIconName = (symbol: string): string => (hasCoinIcon(symbol) ? symbol.toLowerCase() : 'coin');
