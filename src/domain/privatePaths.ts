/**
 * Where the pages of a user begin (spec 2 §2.1), and those that mean nothing to a stranger: search engines are asked
 * to leave them out.
 */
export const PRIVATE_PATHS = [
  '/dashboard',
  '/security',
  '/wallet',
  '/deposit',
  '/withdraw',
  '/refund-addresses',
  '/trading-history',
  '/deposit-history',
  '/withdrawal-history',
  '/active-orders',
  '/support',
  '/maintenance',
] as const;

export const isPrivatePath = (path: string): boolean =>
  PRIVATE_PATHS.some((start) => path === start || path.startsWith(`${start}/`));
