import { capabilitiesOf } from './capabilities.ts';
import type { VenueConfig } from './config.ts';
import { builtName, type PageSettings } from './http/pages.ts';

export { hasInspector } from './http/pages.ts';

/** A sandbox has no operator, so its addresses never resolve (PUBLIC-03). */
export const SANDBOX_CONTACT = {
  contactMail: 'contact@quietbook.test',
  socialLink: 'https://news.quietbook.test/',
};

/** What authenticator apps, passkeys and support call the venue. */
export const venueNameOf = ({ brand, clientDir }: VenueConfig): string => brand?.name ?? builtName(clientDir);

export function pageSettingsOf(config: VenueConfig): Required<PageSettings> {
  return {
    capabilities: capabilitiesOf(config),
    publicOrigin: config.publicOrigin,
    onionOrigin: config.onionOrigin,
    contact: config.mode === 'sandbox' ? SANDBOX_CONTACT : null,
    brand: config.brand,
    sources: { captcha: config.captcha?.origin ?? null, btcUsd: config.btcUsdOrigin },
  };
}
