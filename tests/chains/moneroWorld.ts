import { type MoneroNode, type MoneroWalletProgram, startMonero } from '../../scripts/monero.ts';
import { viewing } from '../../venue/chains/monero/keys.ts';
import { createMoneroReader, type MoneroParts } from '../../venue/chains/monero/reader.ts';
import { createMoneroSender } from '../../venue/chains/monero/sender.ts';
import type { TestNode } from './venue.ts';

const PICONERO = 10_000n;
/** Milliseconds; a node that is paused is noticed after them. */
const WITHIN = 3000;
/** Mined coins can be spent after so many blocks. */
const MATURE = 60;

export interface MoneroWorld extends TestNode {
  readonly node: MoneroNode;
  /** What the adapter reads with. */
  readonly reading: MoneroParts;
  /** That of the venue: deposits go to it, and withdrawals leave from it. */
  readonly wallet: MoneroWalletProgram;
  readonly stranger: MoneroWalletProgram;
  /** From the stranger, to several at once. @returns the hash. */
  pay(...to: readonly (readonly [address: string, units: bigint])[]): Promise<string>;
  /** Replaces the latest blocks by as many and one more; what was in them is gone. */
  reorganise(depth: number): Promise<void>;
  close(): Promise<void>;
}

/** A node with two wallets, each with coins to spend. */
export async function startMoneroWorld(): Promise<MoneroWorld> {
  const node = await startMonero();
  const [wallet, stranger] = await Promise.all([node.openWallet(), node.openWallet()]);
  // Each block is an output of its own, so that many payments can wait at a time.
  await node.mine(20, wallet.address);
  await node.mine(20 + MATURE, stranger.address);
  const { key } = (await wallet.call('query_key', { key_type: 'view_key' })) as { key: string };
  const reading: MoneroParts = {
    url: node.url,
    network: 'fakechain',
    staleAfter: null,
    viewing: viewing(wallet.address, key),
    now: Date.now,
    within: WITHIN,
  };
  const reader = createMoneroReader(reading);
  const sender = createMoneroSender({ url: node.url, walletUrl: wallet.url }, reader);
  const mine = (blocks: number): Promise<void> => node.mine(blocks, stranger.address);
  return {
    node,
    reading,
    wallet,
    stranger,
    chain: { ...reader, ...sender },
    mine,
    async pay(...to) {
      await stranger.call('refresh');
      const destinations = to.map(([address, units]) => ({ address, amount: String(units * PICONERO) }));
      const sent = (await stranger.call('transfer', { destinations })) as { tx_hash: string };
      return sent.tx_hash;
    },
    async reorganise(depth) {
      await node.pop(depth);
      await mine(depth + 1);
    },
    close: () => node.stop(),
  };
}
