import type { Pool } from 'pg';
import type { ChainSettings, RegtestSettings } from '../../chains/settings.ts';
import { ownerOf } from '../../coins/deposits.ts';
import type { Network } from '../../coins/network.ts';
import type { Outcome } from '../../exchange.ts';
import { RefusedError } from '../../refused.ts';
import { createBitcoinNode } from './bitcoin.ts';
import { createEvmNode } from './evm.ts';
import { createMoneroNode } from './monero.ts';
import type { RegtestNode } from './node.ts';

/** The nodes that `CHAINS=regtest npm start` has started. */
export const regtestNodes = (chains: readonly ChainSettings[], settings: RegtestSettings): RegtestNode[] =>
  chains.flatMap((chain) => {
    if (chain.kind === 'evm') return createEvmNode(chain);
    if (chain.kind === 'monero') return createMoneroNode(chain, settings);
    // GRIN has none for tests.
    return chain.kind === 'bitcoin' ? createBitcoinNode(chain) : [];
  });

export interface RegtestParts {
  readonly pool: Pool;
  /** Sends what waits, and records the node's reports. */
  readonly round: (coin: string) => Promise<void>;
}

/** The network of a sandbox with some coins on nodes: the same commands do the same there (CHAIN-23). */
export function onNodes(
  network: Network,
  nodes: readonly RegtestNode[],
  { pool, round }: RegtestParts,
): Network {
  const last = new Map<string, Promise<unknown>>();
  const nodeOf = (coin: string): RegtestNode | undefined => nodes.find((node) => node.coin === coin);

  /** One after the other: a tester mines while the clock does. */
  function alone<T>(coin: string, work: () => Promise<T>): Promise<T> {
    const done = (last.get(coin) ?? Promise.resolve()).then(work);
    last.set(
      coin,
      done.catch(() => undefined), // the caller gets the error
    );
    return done;
  }

  async function recorded(coin: string): Promise<number> {
    await round(coin);
    await network.refresh();
    return network.heightOf(coin) ?? 0;
  }

  /** Below the first block that was read there is nothing to compare. */
  async function checkDepth(coin: string, depth: number): Promise<void> {
    const { rows } = await pool.query<{ known: number }>(
      'select count(*)::integer as known from chain_blocks where coin = $1',
      [coin],
    );
    const most = (rows[0]?.known ?? 0) - 1;
    if (depth <= most) return;
    const message = `The venue knows ${Math.max(most, 0)} blocks of ${coin} that can be removed.`;
    throw new RefusedError(422, 'VALIDATION_FAILED', message);
  }

  async function pay(node: RegtestNode, address: string, amount: bigint): Promise<Outcome<string>> {
    const { coin } = node;
    if ((await ownerOf(pool, coin, address)) === null) {
      const message = `This is no deposit address of ${coin} at this exchange.`;
      return { ok: false, status: 404, code: 'UNKNOWN_ADDRESS', message };
    }
    const txHash = await node.pay(address, amount);
    if (txHash !== null) return { ok: true, value: txHash };
    const message = `The node of ${coin} has too little that can be spent now. Mine some blocks, or pay less.`;
    return { ok: false, status: 409, code: 'SANDBOX_EMPTY', message };
  }

  return {
    ...network,
    pay(coin, address, amount) {
      const node = nodeOf(coin);
      return node ? alone(coin, () => pay(node, address, amount)) : network.pay(coin, address, amount);
    },
    mine(coin, blocks) {
      const node = nodeOf(coin);
      if (!node) return network.mine(coin, blocks);
      return alone(coin, async () => {
        await round(coin);
        await node.mine(blocks);
        return recorded(coin);
      });
    },
    reorganise(coin, change) {
      const node = nodeOf(coin);
      if (!node) return network.reorganise(coin, change);
      return alone(coin, async () => {
        await round(coin);
        await checkDepth(coin, change.depth);
        await node.reorganise(change);
        return recorded(coin);
      });
    },
    async busy() {
      const waiting = nodes.map(async (node) =>
        (await node.isWaiting().catch(() => false)) ? node.coin : null,
      );
      const found = (await Promise.all(waiting)).filter((coin) => coin !== null);
      return [...new Set([...(await network.busy()), ...found])].sort();
    },
  };
}
