import { capabilitiesOf } from './capabilities.ts';
import type { VenueConfig } from './config.ts';
import type { PageSettings } from './http/pages.ts';

/** What the pages of this venue say of it, and whom they may speak to. */
export function pageSettingsOf(config: VenueConfig): Required<PageSettings> {
  return {
    capabilities: capabilitiesOf(config),
    publicOrigin: config.publicOrigin,
    sources: { captcha: config.captcha?.origin ?? null, btcUsd: config.btcUsdOrigin },
  };
}
