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
 * - `unstated`: no browser, as far as one can tell (a tool, a bot);
 * - `foreign`: a page of somebody else.
 */
export type OriginKind = 'own' | 'allowed' | 'unstated' | 'foreign';

export type OriginRule = (source: RequestSource) => OriginKind;

/** `Sec-Fetch-Site` decides where no `Origin` is sent. */
export function createOriginRule({
  publicOrigin,
  allowedOrigins,
}: Pick<VenueConfig, 'publicOrigin' | 'allowedOrigins'>): OriginRule {
  return ({ origin, host, fetchSite }) => {
    if (origin !== undefined) {
      if (origin === (publicOrigin ?? `http://${host ?? ''}`)) return 'own';
      return allowedOrigins.includes(origin) ? 'allowed' : 'foreign';
    }
    if (fetchSite === undefined) return 'unstated';
    return fetchSite === 'same-origin' || fetchSite === 'none' ? 'own' : 'foreign';
  };
}
