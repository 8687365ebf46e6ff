import type { DecimalText } from './decimal.ts';

/**
 * A coin as the venue lists it. Missing values are null, or the default: 8 decimals, both directions enabled
 * (WALLET-10), a minimum withdrawal of '0' (WITHDRAW-20).
 */
export interface Coin {
  readonly ticker: string;
  readonly name: string;
  readonly network: string | null;
  readonly decimalPlaces: number;
  readonly isDepositEnabled: boolean;
  readonly isWithdrawalEnabled: boolean;
  readonly isTradingEnabled: boolean;
  readonly refundAddressRequired: boolean;
  readonly minWithdrawalAmount: DecimalText;
  readonly minDepositAmount: DecimalText | null;
  readonly depositFee: DecimalText | null;
  /** Blocks until a deposit counts; see `requiredConfirmations`. */
  readonly confirmations: number | null;
  /** Such as `SegWit (Bech32)`. */
  readonly addressFormat: string | null;
  readonly addressExample: string | null;
  readonly explorerUrl: string | null;
}

/** Coins with an icon of their own (PUBLIC-05). */
const KNOWN = new Set(['AVAX', 'BTC', 'GRIN', 'KAS', 'USDT', 'WOW', 'XMR']);

export const hasCoinIcon = (symbol: string): boolean => KNOWN.has(symbol);

export const coinIconName = (symbol: string): string => (hasCoinIcon(symbol) ? symbol.toLowerCase() : 'coin');
