import type { Coin } from './coin.ts';

/** A coin with the user's refund address (REFUND-02); null while none is set. `setAt` in epoch milliseconds. */
export interface RefundAddress {
  readonly ticker: string;
  readonly name: string;
  readonly network: string | null;
  readonly address: string | null;
  readonly setAt: number | null;
  /** Null where the answer does not say; the coin does. */
  readonly isRequired: boolean | null;
  readonly isDepositEnabled: boolean;
}

/** `GET /user/refund-address/count`. */
export interface RefundAddressCount {
  readonly configured: number;
  readonly required: number | null;
}

/** Null where the server does not repeat what it stored. */
export interface SavedRefundAddress {
  readonly ticker: string | null;
  readonly address: string | null;
}

/** A row of the refund addresses page. Address null while none is set, `setAt` in epoch milliseconds. */
export interface RefundRow {
  readonly ticker: string;
  readonly name: string;
  readonly network: string | null;
  readonly address: string | null;
  readonly setAt: number | null;
  readonly isRequired: boolean;
  readonly isDepositEnabled: boolean;
  readonly example: string | null;
}

/**
 * The user's list knows; without its word, none is where nothing can come in (WALLET-09). Coins can arrive at an address
 * that the user has while deposits are off.
 */
export const requiresRefundAddress = (coin: Coin, own: RefundAddress | undefined): boolean =>
  own?.isRequired ?? (coin.isDepositEnabled && coin.refundAddressRequired);

/** The prefix of an address, which is nobody's address: a placeholder could be taken for a real one. */
export const addressShape = (example: string): string =>
  `${example.slice(0, Math.min(6, Math.floor(example.length / 2)))}…`;

/** Every coin of either list, in the venue's order; coins that only the user's list has come last. */
export function refundRows(
  coins: readonly Coin[],
  refundAddresses: readonly RefundAddress[],
): readonly RefundRow[] {
  const listed = coins.map((coin): RefundRow => {
    const own = refundAddresses.find(({ ticker }) => ticker === coin.ticker);
    return {
      ticker: coin.ticker,
      name: coin.name,
      network: coin.network,
      address: own?.address ?? null,
      setAt: own?.setAt ?? null,
      isRequired: requiresRefundAddress(coin, own),
      isDepositEnabled: coin.isDepositEnabled,
      example: coin.addressExample,
    };
  });
  const others = refundAddresses
    .filter(({ ticker }) => !coins.some((coin) => coin.ticker === ticker))
    .map((own): RefundRow => ({ ...own, isRequired: own.isRequired ?? false, example: null }));
  return [...listed, ...others];
}

export interface RefundProgress {
  /** Coins that require a refund address and have one. */
  readonly configured: number;
  readonly required: number;
  /** Whole percent, rounded half up; 100 when no coin requires one. */
  readonly percent: number;
}

/** Coins with a refund address, of those that require one (REFUND-01). */
export function refundProgress(rows: readonly Pick<RefundRow, 'address' | 'isRequired'>[]): RefundProgress {
  const needing = rows.filter(({ isRequired }) => isRequired);
  const required = needing.length;
  const configured = needing.filter(({ address }) => address !== null).length;
  // Integers, because a floating-point quotient may fall just below the half.
  const percent = required === 0 ? 100 : Math.floor((200 * configured + required) / (2 * required));
  return { configured, required, percent };
}
