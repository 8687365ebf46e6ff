import type { Pool } from 'pg';
import type { RealChain } from './chains/open.ts';
import { type RunningChains, type RunParts, runChains } from './chains/run.ts';
import { startChainTicker } from './coins/chainTicker.ts';
import type { Network } from './coins/network.ts';
import type { VenueConfig } from './config.ts';
import { onNodes, regtestNodes } from './sandbox/regtest/network.ts';

interface Parts extends Omit<RunParts, 'network' | 'now' | 'pool'> {
  readonly pool: Pool;
  readonly network: Network;
  readonly config: Pick<VenueConfig, 'mode' | 'chains' | 'realChains' | 'regtest'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface StartedChains {
  /** For the sandbox's commands. */
  readonly network: Network;
  /** Null where no coin is on a node. */
  readonly running: RunningChains | null;
  close(): Promise<void>;
}

/** Follows the real chains; in a sandbox, where there may be none, the others grow besides. */
export async function startChains(chains: readonly RealChain[], parts: Parts): Promise<StartedChains> {
  const { pool, network, config, now } = parts;
  const isSandbox = config.mode === 'sandbox';
  const hasNone = isSandbox && chains.length === 0;
  const running = hasNone
    ? null
    : await runChains(chains, {
        ...parts,
        now: () => new Date(now()),
        // The ticker of a sandbox does it.
        ...(isSandbox ? { settleDebts: async () => undefined } : {}),
      });
  if (!isSandbox) return { network, running, close: async () => running?.close() };
  const { regtest, realChains } = config;
  const ownNetwork =
    running && regtest
      ? onNodes(network, regtestNodes(realChains, regtest), { pool, round: (coin) => running.round(coin) })
      : network;
  const ticker = startChainTicker({ ...parts, network: ownNetwork, mines: config.chains === 'auto' });
  return {
    network: ownNetwork,
    running,
    async close() {
      await ticker.close();
      await running?.close();
    },
  };
}
