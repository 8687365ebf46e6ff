import { startCoin, type LiveCoin } from './venue.ts';
import { type Node, startNode, units } from './world.ts';

/**
 * A token with `transfer`, `balanceOf` and `decimals` (6), assembled by hand. `transfer` takes any number of pairs of
 * address and amount, so that one transaction can pay many.
 */
export const CODE =
  '0x5f3560e01c8063a9059cbb14602557806370a082311460875763313ce567146092575f5ffd5b5060045b80361115607a57' +
  '8060200135335481811060835781900333558135805482018155905f52337fddf252ad1be2c89b69c2b068fc378daa952ba7f163' +
  'c4a11628f55a4df523b3ef60205fa36040016029565b60015f5260205ff35b5f5ffd5b600435545f5260205ff35b60065f5260205ff3';
export const TOKEN = '0x00000000000000000000000000000000000c0de1';
export const PRETENDER = '0x00000000000000000000000000000000000c0de2';
const PART = 100n;

export const word = (value: bigint): string => value.toString(16).padStart(64, '0');

export interface TokenVenue extends Node, LiveCoin {
  /** Units of a token from the node's own account, all in one transaction. */
  payTokens(token: string, ...payments: readonly (readonly [string, bigint])[]): Promise<void>;
  /** Units of the token. */
  held(address: string): Promise<bigint>;
}

/** What sweeps begin at. */
export const SWEPT_FROM = '50';

/** A live venue's USDT on a node of its own. */
export async function startTokenVenue(): Promise<TokenVenue> {
  const node = await startNode({ coin: 'USDT', token: TOKEN, decimals: 6, sweptFrom: units(SWEPT_FROM) });
  const { anvil } = node;
  const [richest = ''] = (await anvil.call('eth_accounts')) as string[];
  for (const token of [TOKEN, PRETENDER]) {
    await anvil.call('anvil_setCode', token, CODE);
    await anvil.call('anvil_setStorageAt', token, `0x${word(BigInt(richest))}`, `0x${word(10n ** 15n)}`);
  }
  const venue = await startCoin(node);
  return {
    ...node,
    ...venue,
    async payTokens(token, ...payments) {
      const pairs = payments.map(([to, amount]) => word(BigInt(to)) + word(amount / PART)).join('');
      const data = `0xa9059cbb${pairs}`;
      await anvil.call('eth_sendTransaction', { from: richest, to: token, data, gas: '0x989680' });
    },
    async held(address) {
      const data = `0x70a08231${word(BigInt(address))}`;
      return BigInt(String(await anvil.call('eth_call', { to: TOKEN, data }, 'latest'))) * PART;
    },
    async close() {
      await venue.close();
      await anvil.stop();
    },
  };
}
