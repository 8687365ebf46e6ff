/**
 * Pages that exist, without those that need a parameter. Screens that link to many others offer what is here; a test
 * compares it with the router.
 */
export const pages: ReadonlySet<string> = new Set([
  '/',
  '/markets',
  '/fees',
  '/terms',
  '/tos',
  '/privacy',
  '/logs',
  '/faq',
  '/bugbounty',
  '/api',
  '/login',
  '/register',
  '/dashboard',
  '/security',
  '/wallet',
  '/refund-addresses',
  '/support',
  '/trading-history',
  '/deposit-history',
  '/withdrawal-history',
  '/active-orders',
  '/maintenance',
]);
