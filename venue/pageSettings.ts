import { capabilitiesOf } from './capabilities.ts';
import type { VenueConfig } from './config.ts';
import type { PageSettings } from './http/pages.ts';

export { hasInspector } from './http/pages.ts';

/** A sandbox has no operator, so its addresses never resolve (PUBLIC-03). */
export const SANDBOX_CONTACT = {
  contactMail: 'placeholder@sandbox.invalid',
  socialLink: 'https://placeholder.sandbox.invalid/',
};

export function pageSettingsOf(config: VenueConfig): Required<PageSettings> {
  return {
    capabilities: capabilitiesOf(config),
    publicOrigin: config.publicOrigin,
    contact: config.mode === 'sandbox' ? SANDBOX_CONTACT : null,
    sources: { captcha: config.captcha?.origin ?? null, btcUsd: config.btcUsdOrigin },
  };
}
