import type { Coin } from './coin.ts';

/** A coin joined with the user's refund address for it (REFUND-02). */
export interface RefundAddress {
  readonly ticker: string;
  readonly name: string;
  readonly network: string | null;
  /** Null while none is set. */
  readonly address: string | null;
  /** Epoch milliseconds. */
  readonly setAt: number | null;
  /** Whether deposits and withdrawals of the coin wait for one; null where this answer does not tell (the coin does). */
  readonly isRequired: boolean | null;
  readonly isDepositEnabled: boolean;
}

/** `GET /user/refund-address/count`. */
export interface RefundAddressCount {
  readonly configured: number;
  /** Coins that need one; null where the server does not tell. */
  readonly required: number | null;
}

/** What the server says that it has stored; null where it does not repeat it. */
export interface SavedRefundAddress {
  readonly ticker: string | null;
  readonly address: string | null;
}

/** One coin of the refund addresses page: what the coin list and the user's own list say together. */
export interface RefundRow {
  readonly ticker: string;
  readonly name: string;
  readonly network: string | null;
  /** Null while none is set. */
  readonly address: string | null;
  /** Epoch milliseconds. */
  readonly setAt: number | null;
  readonly isRequired: boolean;
  readonly isDepositEnabled: boolean;
  /** What an address of the coin looks like, where the server tells. */
  readonly example: string | null;
}

/** Every coin of either list, in the order of the venue's; coins that only the user's list knows come last. */
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
      isRequired: own?.isRequired ?? coin.refundAddressRequired,
      isDepositEnabled: coin.isDepositEnabled,
      example: coin.addressExample,
    };
  });
  const others = refundAddresses
    .filter(({ ticker }) => !coins.some((coin) => coin.ticker === ticker))
    .map((own): RefundRow => ({
      ...own,
      isRequired: own.isRequired ?? false,
      example: null,
    }));
  return [...listed, ...others];
}

export interface RefundProgress {
  /** Coins that require a refund address and have one. */
  readonly configured: number;
  readonly required: number;
  /** Whole percent, rounded half up; 100 when no coin requires one. */
  readonly percent: number;
}

/** How many of the coins that require a refund address have one (REFUND-01). */
export function refundProgress(rows: readonly Pick<RefundRow, 'address' | 'isRequired'>[]): RefundProgress {
  const needing = rows.filter(({ isRequired }) => isRequired);
  const required = needing.length;
  const configured = needing.filter(({ address }) => address !== null).length;
  // In whole numbers: a quotient of binary fractions may fall just below the half that is rounded up.
  const percent = required === 0 ? 100 : Math.floor((200 * configured + required) / (2 * required));
  return { configured, required, percent };
}
