/** Pages without parameters. A test compares them with the router. */
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
  '/solvency',
  '/login',
  '/register',
  '/recover',
  '/dashboard',
  '/security',
  '/wallet',
  '/refund-addresses',
  '/support',
  '/trading-history',
  '/deposit-history',
  '/withdrawal-history',
  '/active-orders',
  '/order-history',
  '/maintenance',
]);

const WITH_PARAMETER = /^\/(?:trade|deposit|withdraw|support)\/[^/]+$/;

/** Whether the router has a page there; like the router, it does not care for capitals and a slash at the end. */
export function isPage(path: string): boolean {
  const plain = path.length > 1 ? path.toLowerCase().replace(/\/$/, '') : path;
  return pages.has(plain) || WITH_PARAMETER.test(plain);
}

/** Pages of a user, and those of no use to strangers: search engines are asked not to index them. */
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
  '/order-history',
  '/support',
  '/maintenance',
] as const;

export const isPrivatePath = (path: string): boolean =>
  PRIVATE_PATHS.some((start) => path === start || path.startsWith(`${start}/`));

/** Search engines are asked to index nothing else, unknown addresses included. */
export const isPublicPath = (path: string): boolean =>
  (pages.has(path) && !isPrivatePath(path)) || /^\/trade\/[^/]+$/.test(path);

/** Pages that redirect: returning to them would be a loop. */
const TRANSIT = /^\/(login|register|recover|maintenance)\/?$/;

/** A path of this product with its query, else null, so that no stored or sent text becomes an open redirect. */
export function returnPath(wanted: string | null | undefined): string | null {
  // Browsers read a backslash as a slash and drop tabs and line breaks, so `/\host` is the address of another host.
  if (!wanted || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return null;
  const [path = ''] = wanted.split(/[?#]/);
  return TRANSIT.test(path) ? null : wanted;
}
