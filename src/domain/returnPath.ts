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
