import type { OfferedCapabilities } from '../src/services/contract/capabilities.ts';
import type { VenueConfig } from './config.ts';

/** What this venue offers beyond the specification. Without chains no coin moves in or out, and nothing is said of it. */
export function capabilitiesOf({
  mode,
  makers,
  history,
}: Pick<VenueConfig, 'mode' | 'makers' | 'history'>): OfferedCapabilities {
  const isSandbox = mode === 'sandbox';
  return {
    idempotencyKeys: true,
    accountHeader: true,
    bookSequence: true,
    securityPause: true,
    dataPolicy: true,
    ...(isSandbox
      ? {
          sandbox: true,
          requiredConfirmations: true,
          feeQuotes: true,
          withdrawalCancel: true,
          grinNetwork: 'main',
        }
      : {}),
    // The price is that of the last trade: where nothing need have been traded there may be none.
    ...(makers || history ? { btcUsd: true } : {}),
  };
}
