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

/**
 * Where the pages of a user begin, and those that mean nothing to a stranger: search engines are asked to leave them
 * out.
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

/** Pages for strangers. At any other address there is nothing to be found: search engines leave it out too. */
export const isPublicPath = (path: string): boolean =>
  (pages.has(path) && !isPrivatePath(path)) || /^\/trade\/[^/]+$/.test(path);

/** Pages that lead elsewhere by themselves: coming back to them would lead in a circle. */
const TRANSIT = /^\/(login|register|maintenance)\/?$/;

/**
 * Where the user may be led back to: a path of this product, with its query. Anything else (another origin, a script,
 * a page that only passes on) is null, so that no stored or sent text becomes an open redirect.
 * @param wanted a path from the root, such as `/trade/XMR-BTC?x=1`.
 */
export function returnPath(wanted: string | null | undefined): string | null {
  // Browsers read a backslash as a slash and drop tabs and line breaks: `/\host` and `/<tab>/host` are addresses of hosts.
  if (!wanted || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return null;
  const [path = ''] = wanted.split(/[?#]/);
  return TRANSIT.test(path) ? null : wanted;
}
