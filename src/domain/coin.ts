import type { DecimalText } from './decimal.ts';

/** A coin as the venue lists it. What the server does not tell is null, unless a default is named. */
export interface Coin {
  readonly ticker: string;
  readonly name: string;
  readonly network: string | null;
  /** Fractional digits of an amount; 8 unless told. */
  readonly decimalPlaces: number;
  /** What is enabled is so unless the server says otherwise (WALLET-10). */
  readonly isDepositEnabled: boolean;
  readonly isWithdrawalEnabled: boolean;
  readonly isTradingEnabled: boolean;
  /** Deposits and withdrawals wait for a refund address. */
  readonly refundAddressRequired: boolean;
  /** '0' unless told (WITHDRAW-20). */
  readonly minWithdrawalAmount: DecimalText;
  readonly minDepositAmount: DecimalText | null;
  readonly depositFee: DecimalText | null;
  /** Blocks until a deposit counts, where this server tells it; see `requiredConfirmations`. */
  readonly confirmations: number | null;
  /** Such as `SegWit (Bech32)`. */
  readonly addressFormat: string | null;
  readonly addressExample: string | null;
  /** An http(s) link to the coin's block explorer. */
  readonly explorerUrl: string | null;
}

/** Coins that have an icon of their own (PUBLIC-05); all others share the default one. */
const KNOWN = new Set(['AVAX', 'BTC', 'GRIN', 'KAS', 'USDT', 'WOW', 'XMR']);

export const hasCoinIcon = (symbol: string): boolean => KNOWN.has(symbol);

/** Name of the icon in the sprite `coins.svg`. */
export const coinIconName = (symbol: string): string => (hasCoinIcon(symbol) ? symbol.toLowerCase() : 'coin');
