/** Permissions of a key for programs; none of them includes another (APIKEY-02). */
export const KEY_PERMISSIONS = ['read', 'trade', 'anyPrice', 'withdraw'] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

export const LONGEST_KEY_LABEL = 40;
export const MAX_KEY_ADDRESSES = 20;

export interface ApiKey {
  readonly id: string;
  readonly label: string;
  readonly permissions: readonly KeyPermission[];
  /** It was made below the second factor: until it is confirmed it may neither withdraw nor trade at any price. */
  readonly mustConfirm: boolean;
  /** Networks that it may be used from; with none, from anywhere. */
  readonly addresses: readonly string[];
  /** Epoch milliseconds. */
  readonly madeAt: number;
  /** The day, UTC. */
  readonly usedOn: number | null;
}

/** Text of one field: addresses and networks, separated by spaces, commas or lines. */
export const keyAddresses = (typed: string): readonly string[] => typed.split(/[\s,;]+/).filter(Boolean);
