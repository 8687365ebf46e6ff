import { Address, NETWORK, OutScript, p2wpkh, Transaction } from '@scure/btc-signer';
import { HDKey } from '@scure/bip32';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { type Bcoin, startBcoin } from '../../scripts/bcoin.ts';
import { readBlock } from '../../venue/chains/bitcoin/blocks.ts';
import {
  bitcoinAddress,
  type BitcoinParts,
  createBitcoinReader,
  scriptOfAddress,
} from '../../venue/chains/bitcoin/reader.ts';
import { createBitcoinSender } from '../../venue/chains/bitcoin/sender.ts';
import { spending, watching } from '../../venue/chains/keys.ts';
import { createRpc } from '../../venue/chains/rpc.ts';
import type { OwnOutput } from '../../venue/chains/port.ts';
import type { TestNode } from './venue.ts';
import { REPLACE_AFTER } from './world.ts';

/** bcoin writes the addresses of its own network in another way than others do. */
const BCOIN = { ...NETWORK, bech32: 'rb', pubKeyHash: 0x3c, scriptHash: 0x26 };
const WITHIN = 1500;
/** Segregated witness is active from here on. */
const ACTIVE = 432;
const FEE = 20_000n;
/** Satoshi. */
export const MAX_FEE = 50_000n;

export interface BitcoinWorld extends TestNode {
  readonly node: Bcoin;
  readonly account: HDKey;
  readonly wallet: string;
  /** From a stranger, to several at once. @returns the hash. */
  pay(...to: readonly (readonly [address: string, units: bigint])[]): Promise<string>;
  /** Replaces the latest blocks by as many and one more; what was in them is gone. */
  reorganise(depth: number): Promise<void>;
  /** Units that an address has got, in blocks. @param recent looks at the newest ones alone. */
  got(address: string, recent?: number): Promise<bigint>;
  /** What the node says that a virtual byte costs, in satoshi; null for what it really says. */
  setFeerate(satoshi: number | null): void;
  /** What the wallet has and has not spent, as far as the suite of all chains needs it. */
  outputs(): Promise<OwnOutput[]>;
  close(): Promise<void>;
}

export const someKey = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32));
export const someBitcoinAddress = (): string =>
  bitcoinAddress(HDKey.fromMasterSeed(someKey()).publicKey ?? new Uint8Array());

export async function startBitcoinWorld(): Promise<BitcoinWorld> {
  const node = await startBcoin();
  const account = HDKey.fromMasterSeed(someKey()).derive("m/84'/0'/0'");
  const watched = watching(account.publicExtendedKey, bitcoinAddress);
  const stranger = HDKey.fromMasterSeed(someKey());
  const real = createRpc(node.url, WITHIN);
  let feerate: number | null = null;
  const parts: BitcoinParts = {
    rpc: {
      // A network of one's own has no fees that an estimate could come from.
      call: (schema, method, params) =>
        method === 'estimatesmartfee' && feerate !== null
          ? Promise.resolve(schema.parse({ feerate: feerate / 100_000 }))
          : real.call(schema, method, params),
    },
    network: 'regtest',
    staleAfter: null,
    watching: watched,
    mostFee: MAX_FEE,
    replaceAfter: REPLACE_AFTER,
    now: Date.now,
  };
  const reader = createBitcoinReader(parts);
  const key = spending(account.privateExtendedKey, account.publicExtendedKey);
  const mineTo = async (blocks: number, address: string): Promise<void> => {
    const form = Address(BCOIN).encode(OutScript.decode(scriptOfAddress(address)));
    await node.call('generatetoaddress', blocks, form);
  };
  const home = bitcoinAddress(stranger.publicKey ?? new Uint8Array());
  const { script } = p2wpkh(stranger.publicKey ?? new Uint8Array());
  await mineTo(ACTIVE, home);
  const blocks = new Map<string, ReturnType<typeof readBlock>>();
  const blockAt = async (height: number) => {
    const hash = String(await node.call('getblockhash', height));
    const block = blocks.get(hash) ?? readBlock(hexToBytes(String(await node.call('getblock', hash, false))));
    blocks.set(hash, block);
    return block;
  };
  let next = 1;
  /** What is left of its payments, to pay with once the mined coins are used up. */
  const left: { readonly txid: string; readonly index: number; readonly amount: bigint }[] = [];
  /** Mined coins are worth less in later blocks, and can be spent after a hundred. */
  const MINED = 300;

  async function coinsToSpend(): Promise<(typeof left)[number]> {
    if (next > MINED) {
      const [oldest] = left.splice(0, 1);
      if (!oldest) throw new Error('the stranger has nothing left');
      return oldest;
    }
    const [coinbase] = (await blockAt(next)).transactions;
    next += 1;
    return { txid: coinbase?.txHash ?? '', index: 0, amount: coinbase?.outputs[0]?.value ?? 0n };
  }
  const mine = (blocks: number): Promise<void> => mineTo(blocks, someBitcoinAddress());
  const tip = async (): Promise<number> => Number(await node.call('getblockcount'));

  async function paidTo(address: string, recent = Infinity): Promise<OwnOutput[]> {
    const found: OwnOutput[] = [];
    const top = await tip();
    for (let height = Math.max(ACTIVE, top - recent); height <= top; height += 1)
      for (const { txHash, outputs } of (await blockAt(height)).transactions)
        for (const [output, { value, script: to }] of outputs.entries())
          if (bytesToHex(to) === bytesToHex(scriptOfAddress(address)))
            found.push({ txHash, output, address, amount: value, number: null });
    return found;
  }

  return {
    node,
    account,
    wallet: watched.wallet,
    chain: { ...reader, ...createBitcoinSender(parts, reader, key) },
    mine,
    async pay(...to) {
      const { amount: coins, ...spent } = await coinsToSpend();
      const tx = new Transaction();
      tx.addInput({ ...spent, witnessUtxo: { script, amount: coins } });
      for (const [address, amount] of to) tx.addOutputAddress(address, amount);
      const paid = to.reduce((sum, [, amount]) => sum + amount, 0n);
      tx.addOutputAddress(home, coins - paid - FEE);
      tx.sign(stranger.privateKey ?? new Uint8Array());
      tx.finalize();
      await node.call('sendrawtransaction', bytesToHex(tx.extract()));
      left.push({ txid: tx.id, index: to.length, amount: coins - paid - FEE });
      return tx.id;
    },
    async reorganise(depth) {
      const fork = (await tip()) - depth + 1;
      await node.call('invalidateblock', await node.call('getblockhash', fork));
      await node.forget();
      await mine(depth + 1);
    },
    setFeerate(satoshi) {
      feerate = satoshi;
    },
    got: async (address, recent) =>
      (await paidTo(address, recent)).reduce((sum, { amount }) => sum + amount, 0n),
    async outputs() {
      const found = await paidTo(watched.wallet);
      const unspent = await Promise.all(
        found.map(({ txHash, output }) => node.call('gettxout', txHash, output, true)),
      );
      return found.filter((_, at) => unspent[at] !== null);
    },
    close: () => node.stop(),
  };
}
