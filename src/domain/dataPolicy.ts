/** The numbers in the data policy (PUBLIC-09). */

export const NOT_KEPT = [
  'identity',
  'network',
  'device',
  'location',
  'behaviour',
  'signIns',
  'trackers',
] as const;

export const KEPT = ['account', 'sessions', 'trading', 'transfers', 'addresses', 'support'] as const;
export type KeptItem = (typeof KEPT)[number];
