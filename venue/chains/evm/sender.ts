import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { Transaction } from 'micro-eth-signer';
import * as z from 'zod/mini';
import { partsOf, unitsFrom } from '../../ledger/units.ts';
import type { BuiltTransaction, ChainReader, ChainSender } from '../port.ts';
import type { Spending } from '../keys.ts';
import { blockHeader, type EvmParts, quantity } from './reader.ts';
import { NodeRefusedError } from '../rpc.ts';

/** What is not used costs nothing; wallets that are contracts need more than the 21,000 of others. */
const GAS = { native: 60_000n, token: 120_000n } as const;
/** Sweeps go to the venue's own account, which is no contract. */
const SWEEP_GAS = 21_000n;
/** Payments that are built in one transaction of the database. */
const BUILT_AT_ONCE = 4;
/** Wei. A higher price is a fault of the node, or no time to send. */
const MOST_PER_GAS = 2_000n * 10n ** 9n;
/** So many times its fee must lie on an address, or it is not worth sweeping. */
const WORTH = 10n;

/** `transfer(address,uint256)` and `balanceOf(address)` */
const CALLS = { transfer: '0xa9059cbb', balanceOf: '0x70a08231' } as const;

const word = (value: string): string => value.padStart(64, '0');
const addressWord = (address: string): string => word(address.slice(2).toLowerCase());

interface Wanted {
  readonly to: string;
  /** Wei. */
  readonly value: bigint;
  readonly data?: string;
  readonly nonce: bigint;
}

/** @param reader of the same coin. */
export function createEvmSender(
  { settings, rpc, watching }: Omit<EvmParts, 'now'>,
  reader: Pick<ChainReader, 'placeOf'>,
  key: Spending,
): ChainSender {
  const { coin, chainId, token, decimals } = settings;
  const nameOf = (address: string): string => `${chainId}/${address}`;

  /** Twice the base fee outlives six full blocks (EIP-1559). @throws Error for an absurd price. */
  async function prices(): Promise<{ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }> {
    const { baseFeePerGas = 0n } = await rpc.call(blockHeader, 'eth_getBlockByNumber', ['latest', false]);
    const maxPriorityFeePerGas = await rpc.call(quantity, 'eth_maxPriorityFeePerGas', []);
    const maxFeePerGas = 2n * baseFeePerGas + maxPriorityFeePerGas;
    if (maxFeePerGas > MOST_PER_GAS) throw new Error(`the network of ${coin} is too expensive to send now`);
    return { maxFeePerGas, maxPriorityFeePerGas };
  }

  const nativeOf = (address: string) => rpc.call(quantity, 'eth_getBalance', [address, 'latest']);
  const nonceOf = (address: string) => rpc.call(quantity, 'eth_getTransactionCount', [address, 'latest']);

  function tokensOf(address: string): Promise<bigint> {
    const data = `${CALLS.balanceOf}${addressWord(address)}`;
    return rpc.call(quantity, 'eth_call', [{ to: token, data }, 'latest']);
  }

  function sign(
    wanted: Wanted,
    gasLimit: bigint,
    price: Awaited<ReturnType<typeof prices>>,
    secret: Uint8Array,
  ): BuiltTransaction {
    const signed = Transaction.prepare({ data: '', ...wanted, ...price, gasLimit, chainId }).signBy(secret);
    return { txHash: `0x${signed.hash.replace(/^0x/, '')}`, bytes: signed.toBytes() };
  }

  /** Of the coin, or of the token. */
  function payment(to: string, parts: bigint, nonce: bigint): Wanted {
    if (token === null) return { to, value: parts, nonce };
    const data = `${CALLS.transfer}${addressWord(to)}${word(parts.toString(16))}`;
    return { to: token, value: 0n, data, nonce };
  }

  return {
    async prepare() {
      const price = await prices();
      const [native, firstNonce] = await Promise.all([nativeOf(watching.wallet), nonceOf(watching.wallet)]);
      const gas = token === null ? GAS.native : GAS.token;
      const cost = gas * price.maxFeePerGas;
      // Of what fees are paid in there must be enough for one transaction at least.
      const isFunded = native >= cost;
      const held = token === null ? native : await tokensOf(watching.wallet);
      return {
        wallet: nameOf(watching.wallet),
        firstNonce,
        balance: isFunded ? unitsFrom(held, decimals) : 0n,
        most: BUILT_AT_ONCE,
        fee: token === null ? unitsFrom(cost, decimals) + 1n : 0n,
        build: ({ address, amount, nonce }) =>
          sign(payment(address, partsOf(amount, decimals), nonce), gas, price, key.wallet),
      };
    },

    async prepareSweep(number) {
      // Tokens on an address have nothing there to pay a fee with.
      if (token !== null) return null;
      const address = watching.addressOf(number);
      const price = await prices();
      const [native, firstNonce] = await Promise.all([nativeOf(address), nonceOf(address)]);
      const cost = SWEEP_GAS * price.maxFeePerGas;
      if (native < WORTH * cost) return null;
      const value = native - cost;
      return {
        wallet: nameOf(address),
        firstNonce,
        amount: unitsFrom(value, decimals),
        build: (nonce) => sign({ to: watching.wallet, value, nonce }, SWEEP_GAS, price, key.keyOf(number)),
      };
    },

    // The nonce alone counts, so that nothing has to be paid with it.
    async prepareReturn({ nonce }) {
      const price = await prices();
      if ((await nativeOf(watching.wallet)) < SWEEP_GAS * price.maxFeePerGas)
        throw new Error(`too little is in the wallet of ${coin} for a fee`);
      return sign({ to: watching.wallet, value: 0n, nonce }, SWEEP_GAS, price, key.wallet);
    },

    async held() {
      const wallet = watching.wallet;
      return unitsFrom(await (token === null ? nativeOf(wallet) : tokensOf(wallet)), decimals);
    },

    async send(bytes) {
      try {
        await rpc.call(z.string(), 'eth_sendRawTransaction', [`0x${bytesToHex(bytes)}`]);
      } catch (error) {
        // Nodes refuse what they have already, each in its own words: what they know of it decides.
        const txHash = `0x${bytesToHex(keccak_256(bytes))}`;
        if (!(error instanceof NodeRefusedError)) throw error;
        if ((await reader.placeOf(txHash)).kind === 'unknown') throw error;
      }
    },
  };
}
