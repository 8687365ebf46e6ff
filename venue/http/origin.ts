import { RefusedError } from '../refused.ts';
import type { VenueConfig } from '../config.ts';

export interface RequestSource {
  readonly origin: string | undefined;
  readonly host: string | undefined;
  /** `Sec-Fetch-Site`; older browsers and tools send none. */
  readonly fetchSite: string | undefined;
}

/**
 * - `own`: a page of this venue;
 * - `allowed`: a page of another origin that the operator named (CORS);
 * - `unstated`: no browser, such as a tool or a bot;
 * - `foreign`: a page of somebody else;
 * - `stray`: sent to a name that is not the venue's.
 */
export type OriginKind = 'own' | 'allowed' | 'unstated' | 'foreign' | 'stray';

export type OriginRule = (source: RequestSource) => OriginKind;

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Without a public origin only this machine's names are valid, because clients choose `Host` (LOGIN-17).
 * `Sec-Fetch-Site` decides where no `Origin` is sent.
 */
export function createOriginRule({
  publicOrigin,
  allowedOrigins,
}: Pick<VenueConfig, 'publicOrigin' | 'allowedOrigins'>): OriginRule {
  return ({ origin, host, fetchSite }) => {
    if (publicOrigin === null && host !== undefined && !LOOPBACK.test(host)) return 'stray';
    if (origin !== undefined) {
      if (origin === (publicOrigin ?? `http://${host ?? ''}`)) return 'own';
      return allowedOrigins.includes(origin) ? 'allowed' : 'foreign';
    }
    if (fetchSite === undefined) return 'unstated';
    return fetchSite === 'same-origin' || fetchSite === 'none' ? 'own' : 'foreign';
  };
}

export const unknownHost = (): RefusedError =>
  new RefusedError(
    421,
    'UNKNOWN_HOST',
    'This venue answers to localhost, 127.0.0.1 and [::1] only. PUBLIC_ORIGIN gives it another name.',
  );
