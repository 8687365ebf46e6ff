import type { OfferedCapabilities } from '../src/services/contract/capabilities.ts';
import { LONGEST_MESSAGE } from '../src/services/contract/support.ts';
import type { VenueConfig } from './config.ts';

/**
 * The venue's capabilities (CALL-07). Most of what needs chains is the sandbox's alone; of it a live venue with a real
 * GRIN node has `withdrawalCancel` and `grinNetwork`.
 */
export function capabilitiesOf({
  mode,
  makers,
  history,
  liveStreams,
  limits,
  realChains = [],
}: Pick<VenueConfig, 'mode' | 'makers' | 'history' | 'liveStreams'> & {
  readonly realChains?: VenueConfig['realChains'];
  readonly limits: Pick<VenueConfig['limits'], 'difficulty'>;
}): OfferedCapabilities {
  const isSandbox = mode === 'sandbox';
  return {
    idempotencyKeys: true,
    accountHeader: true,
    bookSequence: true,
    venueStatus: true,
    securityPause: true,
    dataPolicy: true,
    longestMessage: LONGEST_MESSAGE,
    reauthentication: true,
    quietRegistration: true,
    usernameAccounts: true,
    passkeys: true,
    apiKeys: true,
    ...(limits.difficulty > 0 ? { proofOfWork: true } : {}),
    accountDeletion: true,
    recoveryCodes: true,
    twoFactorReset: true,
    recovery: true,
    sessionList: true,
    orderTypes: ['market', 'stop', 'marketQuantity', 'iceberg', 'oco', 'trailing_stop'],
    timeInForce: true,
    postOnly: true,
    amend: true,
    orderHistory: true,
    orderCost: true,
    refunds: true,
    ...(liveStreams ? { liveTrades: true, liveCandles: true, liveMarkets: true, liveAccount: true } : {}),
    ...(isSandbox
      ? {
          sandbox: true,
          requiredConfirmations: true,
          feeQuotes: true,
          freshAddress: true,
          withdrawalCancel: true,
          withdrawalHolds: true,
          addressBook: true,
          grinNetwork: 'main',
          solvency: true,
        }
      : {}),
    ...(realChains.some(({ kind }) => kind === 'grin')
      ? { withdrawalCancel: true, grinNetwork: 'main' }
      : {}),
    // The price of the last trade, which may not exist without makers or history.
    ...(makers || history ? { btcUsd: true } : {}),
  };
}
