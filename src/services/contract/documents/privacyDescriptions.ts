export interface Description {
  readonly summary: string;
  readonly text: string;
  /** Codes of its own refusals, by status; `refusals.ts` adds the common ones. */
  readonly refusals?: Readonly<Record<number, readonly string[]>>;
}

export const NO_CODE = {
  403: [
    'TWO_FACTOR_REQUIRED',
    'TWO_FACTOR_INVALID',
    'TWO_FACTOR_USED',
    'PASSKEY_REQUIRED',
    'PASSKEY_CODE_EXPIRED',
  ],
} as const;
export const NO_COIN = { 404: ['COIN_NOT_FOUND'] };
export const LIMITED = { 429: ['TOO_MANY_ATTEMPTS', 'TOO_MANY_AT_ONCE'], 503: ['BUSY'] };
export const GATED = { 429: ['TOO_MANY_AT_ONCE'], 503: ['BUSY'] };

/** Of what a user can do for privacy (PRIVACY-01, PRIVACY-03). */
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
  accountRemains: {
    summary: 'What stands in the way of deleting the account',
    text:
      'Obstacles have to be gone first. Leftovers are amounts below the smallest withdrawal and its fee: they stay ' +
      'behind. A 401 says that the session, perhaps with its account, is gone.',
    refusals: GATED,
  },
  deleteAccount: {
    summary: 'Delete the account',
    text:
      'Erases what leads to the person, and ends all sessions. `given_up` names the leftovers as `accountRemains` ' +
      'does. The email may register again.',
    refusals: {
      403: ['WRONG_PASSWORD', ...NO_CODE[403]],
      409: ['ACCOUNT_IN_USE', 'AMOUNTS_CHANGED'],
      422: ['USERNAME_WRONG'],
      ...LIMITED,
    },
  },
} satisfies Readonly<Record<string, Description>>;
