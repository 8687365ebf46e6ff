export interface Description {
  readonly summary: string;
  readonly text: string;
  /** Codes of its own refusals, by status; `refusals.ts` adds the common ones. */
  readonly refusals?: Readonly<Record<number, readonly string[]>>;
}

export const NO_CODE = { 403: ['TWO_FACTOR_REQUIRED', 'TWO_FACTOR_INVALID', 'TWO_FACTOR_USED'] } as const;
export const NO_COIN = { 404: ['COIN_NOT_FOUND'] };
export const LIMITED = { 429: ['TOO_MANY_ATTEMPTS', 'TOO_MANY_AT_ONCE'], 503: ['BUSY'] };
export const GATED = { 429: ['TOO_MANY_AT_ONCE'], 503: ['BUSY'] };

/** Of what a user can do for privacy (PRIVACY-01). */
export const privacyDescriptions = {
  freshDepositAddress: {
    summary: 'Get another deposit address',
    text: 'The older ones stay valid. At most 20 of a coin are made within 24 hours.',
    refusals: {
      ...NO_COIN,
      409: ['DEPOSITS_DISABLED', 'NO_DEPOSIT_ADDRESS', 'REFUND_ADDRESS_REQUIRED'],
      429: ['TOO_MANY_ADDRESSES', ...LIMITED[429]],
    },
  },
} satisfies Readonly<Record<string, Description>>;
