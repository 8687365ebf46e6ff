/** What the data policy speaks of (spec 2 §2.12: seven items not kept, six kept). */

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
