import { type Anvil, TOKEN_CODE, transferData, wordOf } from '../../scripts/anvil.ts';
import { balanceCall } from '../../venue/chains/evm/transactions.ts';
import type { ChainSettings } from '../../venue/chains/settings.ts';
import { type LiveCoin, startCoin, type TestNode } from './venue.ts';
import { CHAIN_ID, type Node, REPLACE_AFTER, startNode, units } from './world.ts';

export const TOKEN = '0x00000000000000000000000000000000000c0de1';
/** Another contract with the same code. */
export const PRETENDER = '0x00000000000000000000000000000000000c0de2';
/** Units of the smallest part. */
export const PART = 100n;

/** Says that somebody was paid, and has no balances: `to` and the amount are what it is called with. */
export const LIAR = '0x00000000000000000000000000000000000c0de3';
const LIAR_CODE =
  '0x6020355f525f35337fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60205fa300';

type Payments = readonly (readonly [address: string, units: bigint])[];

export interface TokenWorld extends TestNode {
  readonly coin: 'USDT';
  readonly node: Node;
  readonly settings: ChainSettings;
  readonly confirmations: number;
  /** Pays units of a token from the node's own account, all in one transaction. */
  payBy(token: string, ...payments: Payments): Promise<string>;
  close(): Promise<void>;
}

/** What sweeps begin at. */
export const SWEPT_FROM = '50';

/** Puts USDT on a node, and contracts that only look like it. @returns what pays by one of them. */
export async function openTokens(anvil: Anvil): Promise<TokenWorld['payBy']> {
  const [richest = ''] = (await anvil.call('eth_accounts')) as string[];
  for (const token of [TOKEN, PRETENDER]) {
    await anvil.call('anvil_setCode', token, TOKEN_CODE);
    await anvil.call('anvil_setStorageAt', token, `0x${wordOf(BigInt(richest))}`, `0x${wordOf(10n ** 15n)}`);
  }
  await anvil.call('anvil_setCode', LIAR, LIAR_CODE);
  return async (token, ...payments) => {
    const called = transferData(payments.map(([to, amount]) => [to, amount / PART] as const));
    // It has no calls: the payments are all that it reads.
    const data = token === LIAR ? `0x${called.slice('0x'.length + 8)}` : called;
    const request = { from: richest, to: token, data, gas: '0x989680' };
    return String(await anvil.call('eth_sendTransaction', request));
  };
}

/** USDT on a node of its own. */
export async function startTokenWorld(confirmations: number): Promise<TokenWorld> {
  const node = await startNode({ coin: 'USDT', token: TOKEN, decimals: 6, sweptFrom: units(SWEPT_FROM) });
  return {
    coin: 'USDT',
    node,
    chain: node.chain,
    mine: (blocks) => node.mine(blocks),
    confirmations,
    settings: {
      kind: 'evm',
      coin: 'USDT',
      url: node.anvil.url,
      chainId: CHAIN_ID,
      token: TOKEN,
      decimals: 6,
      sweptFrom: units(SWEPT_FROM),
      mostGwei: 2000,
      replaceAfter: REPLACE_AFTER / 60_000,
      xpub: node.account.publicExtendedKey,
      keyFile: null,
    },
    payBy: await openTokens(node.anvil),
    close: () => node.anvil.stop(),
  };
}

export interface TokenVenue extends Node, LiveCoin {
  /** Units of a token from the node's own account, all in one transaction. */
  readonly payTokens: TokenWorld['payBy'];
  /** Units of the token. */
  held(address: string): Promise<bigint>;
}

/** A live venue's USDT on a node of its own. */
export async function startTokenVenue(): Promise<TokenVenue> {
  const world = await startTokenWorld(20);
  const { node } = world;
  const venue = await startCoin(node);
  return {
    ...node,
    ...venue,
    payTokens: (token, ...payments) => world.payBy(token, ...payments),
    async held(address) {
      const call = { to: TOKEN, data: balanceCall(address) };
      return BigInt(String(await node.anvil.call('eth_call', call, 'latest'))) * PART;
    },
    async close() {
      await venue.close();
      await world.close();
    },
  };
}
