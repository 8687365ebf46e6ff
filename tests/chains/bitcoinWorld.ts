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
import { until } from '../venue/edge/harness.ts';
import type { TestNode } from './venue.ts';
import { REPLACE_AFTER } from './world.ts';

/** bcoin writes the addresses of its own network in another way than others do. */
const BCOIN = { ...NETWORK, bech32: 'rb', pubKeyHash: 0x3c, scriptHash: 0x26 };
const WITHIN = 1500;
/** Segregated witness is active from here on. */
const ACTIVE = 432;
const FEE = 20_000n;
/** Satoshi. */
export const MOST_FEE = 50_000n;

export interface BitcoinWorld extends TestNode {
  readonly node: Bcoin;
  readonly account: HDKey;
  readonly wallet: string;
  /** From a stranger, to several at once. @returns the hash. */
  pay(...to: readonly (readonly [address: string, units: bigint])[]): Promise<string>;
  /** Replaces the latest blocks by as many and one more; what was in them is gone. */
  reorganise(depth: number): Promise<void>;
  /** What the node says that a virtual byte costs, in satoshi; null for what it really says. */
  setFeerate(satoshi: number | null): void;
  /** Units that an address has got, in blocks. */
  got(address: string): Promise<bigint>;
  /** What the wallet has, as far as the suite of all chains needs it. */
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
    mostFee: MOST_FEE,
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
  const blockAt = async (height: number) => {
    const hash = String(await node.call('getblockhash', height));
    return readBlock(hexToBytes(String(await node.call('getblock', hash, false))));
  };
  let next = 1;
  const mine = (blocks: number): Promise<void> => mineTo(blocks, someBitcoinAddress());
  const tip = async (): Promise<number> => Number(await node.call('getblockcount'));

  async function paidTo(address: string): Promise<OwnOutput[]> {
    const found: OwnOutput[] = [];
    const top = await tip();
    for (let height = ACTIVE; height <= top; height += 1)
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
      const [coinbase] = (await blockAt(next)).transactions;
      next += 1;
      const coins = coinbase?.outputs[0]?.value ?? 0n;
      const tx = new Transaction();
      tx.addInput({
        txid: coinbase?.txHash ?? '',
        index: 0,
        witnessUtxo: { script, amount: coins },
      });
      for (const [address, amount] of to) tx.addOutputAddress(address, amount);
      const paid = to.reduce((sum, [, amount]) => sum + amount, 0n);
      tx.addOutputAddress(home, coins - paid - FEE);
      tx.sign(stranger.privateKey ?? new Uint8Array());
      tx.finalize();
      await node.call('sendrawtransaction', bytesToHex(tx.extract()));
      // The node answers before it has checked it.
      await until(async () => String(await node.call('getrawmempool')).includes(tx.id));
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
    got: async (address) => (await paidTo(address)).reduce((sum, { amount }) => sum + amount, 0n),
    outputs: () => paidTo(watched.wallet),
    close: () => node.stop(),
  };
}
