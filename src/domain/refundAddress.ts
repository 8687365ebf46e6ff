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
