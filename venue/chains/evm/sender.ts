import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { partsOf, unitsFrom } from '../../ledger/units.ts';
import { type ChainReader, type ChainSender, type Sweep, TooDearError, TooLittleError } from '../port.ts';
import type { Spending } from '../keys.ts';
import { blockHeader, type EvmParts, quantity } from './reader.ts';
import { NodeRefusedError } from '../rpc.ts';
import { balanceCall, type GasPrice, readTransaction, raised, signed, transferCall } from './transactions.ts';

/** Unused gas costs nothing; wallets that are contracts need more than the usual 21,000. */
const GAS = { native: 60_000n, token: 120_000n } as const;
/** Between the venue's own accounts, which are not contracts. */
const OWN_GAS = 21_000n;
/** Payments built in one database transaction. */
const BUILT_AT_ONCE = 4;
/** An address must hold its fee this many times over to be worth sweeping. */
const WORTH = 10n;
/** The coin that fees are paid in. */
const NATIVE_DIGITS = 18;

interface Network {
  readonly base: bigint;
  /** The tip that the node advises. */
  readonly tip: bigint;
}

/** @param reader of the same coin. */
export function createEvmSender(
  { settings, rpc, watching }: Omit<EvmParts, 'now'>,
  reader: Pick<ChainReader, 'placeOf'>,
  key: Spending,
): ChainSender {
  const { coin, chainId, token, decimals, sweptFrom, mostPerGas, replaceAfter } = settings;
  const { wallet } = watching;
  const nameOf = (address: string): string => `${chainId}/${address}`;

  async function network(): Promise<Network> {
    const { baseFeePerGas = 0n } = await rpc.call(blockHeader, 'eth_getBlockByNumber', ['latest', false]);
    return { base: baseFeePerGas, tip: await rpc.call(quantity, 'eth_maxPriorityFeePerGas', []) };
  }

  /** Twice the base fee outlives six full blocks (EIP-1559). @throws TooDearError */
  function priceOf({ base, tip }: Network): GasPrice {
    const maxFeePerGas = 2n * base + tip;
    if (maxFeePerGas > mostPerGas)
      throw new TooDearError(`the network of ${coin} is too expensive to send now`);
    return { maxFeePerGas, maxPriorityFeePerGas: tip };
  }

  const nativeOf = (address: string) => rpc.call(quantity, 'eth_getBalance', [address, 'latest']);
  const nonceOf = (address: string) => rpc.call(quantity, 'eth_getTransactionCount', [address, 'latest']);
  const tokensOf = (address: string, at: string) =>
    rpc.call(quantity, 'eth_call', [{ to: token, data: balanceCall(address) }, at]);

  /** @param value wei, or the token's smallest parts. */
  const payment = (to: string, value: bigint) =>
    token === null
      ? { chainId, to, value, data: '' }
      : { chainId, to: token, value: 0n, data: transferCall(to, value) };

  /** Gas of a transfer into the wallet; null where the token refuses it. */
  async function gasOfTransfer(from: string, value: bigint): Promise<bigint | null> {
    try {
      const call = { from, to: token, data: transferCall(wallet, value) };
      const told = await rpc.call(quantity, 'eth_estimateGas', [call]);
      const gas = (told * 6n) / 5n;
      return gas > GAS.token ? GAS.token : gas;
    } catch (error) {
      if (error instanceof NodeRefusedError) return null;
      throw error;
    }
  }

  /** Sends what a fee takes to a deposit address. @throws TooLittleError */
  async function gasFor(address: string, value: bigint, price: GasPrice): Promise<Sweep> {
    const [native, firstNonce] = await Promise.all([nativeOf(wallet), nonceOf(wallet)]);
    const cost = value + OWN_GAS * price.maxFeePerGas;
    // Coins for withdrawals stay.
    const free = native - BigInt(BUILT_AT_ONCE) * GAS.token * price.maxFeePerGas;
    if (cost > free) throw new TooLittleError(`the wallet of ${coin} has too little for a fee`);
    return {
      wallet: nameOf(wallet),
      firstNonce,
      amount: unitsFrom(cost, NATIVE_DIGITS) + 1n,
      isGas: true,
      balance: unitsFrom(free, NATIVE_DIGITS) + 1n,
      build: (nonce) =>
        signed({ chainId, to: address, value, data: '', nonce, gasLimit: OWN_GAS, ...price }, key.wallet),
    };
  }

  /** Uses the coins sent for the fee: a lower price than usual will do, as long as the network accepts it. */
  async function sweepTokens(number: bigint, height: number): Promise<Sweep | null> {
    const address = watching.addressOf(number);
    const value = await tokensOf(address, `0x${height.toString(16)}`);
    const units = unitsFrom(value, decimals);
    const gasLimit = units < sweptFrom || units === 0n ? null : await gasOfTransfer(address, value);
    if (gasLimit === null) return null;
    const now = await network();
    const price = priceOf(now);
    const [native, firstNonce] = await Promise.all([nativeOf(address), nonceOf(address)]);
    const affordable = native / gasLimit;
    if (affordable < now.base + now.tip)
      return gasFor(address, gasLimit * price.maxFeePerGas - native, price);
    const maxFeePerGas = affordable < price.maxFeePerGas ? affordable : price.maxFeePerGas;
    const terms = { ...payment(wallet, value), ...price, maxFeePerGas, gasLimit };
    return {
      wallet: nameOf(address),
      firstNonce,
      amount: units,
      isGas: false,
      balance: units,
      build: (nonce) => signed({ ...terms, nonce }, key.keyOf(number)),
    };
  }

  async function sweepNative(number: bigint): Promise<Sweep | null> {
    const address = watching.addressOf(number);
    const price = priceOf(await network());
    const [native, firstNonce] = await Promise.all([nativeOf(address), nonceOf(address)]);
    const cost = OWN_GAS * price.maxFeePerGas;
    if (native < WORTH * cost) return null;
    const value = native - cost;
    const units = unitsFrom(value, decimals);
    return {
      wallet: nameOf(address),
      firstNonce,
      amount: units,
      isGas: false,
      balance: units,
      build: (nonce) =>
        signed({ ...payment(wallet, value), ...price, nonce, gasLimit: OWN_GAS }, key.keyOf(number)),
    };
  }

  return {
    sweptFrom,
    replaceAfter,

    async prepare() {
      const price = priceOf(await network());
      const [native, firstNonce] = await Promise.all([nativeOf(wallet), nonceOf(wallet)]);
      const gasLimit = token === null ? GAS.native : GAS.token;
      const cost = gasLimit * price.maxFeePerGas;
      // There must be enough of the fee coin for at least one transaction.
      const isFunded = native >= cost;
      const held = token === null ? native : await tokensOf(wallet, 'latest');
      return {
        wallet: nameOf(wallet),
        firstNonce,
        balance: isFunded ? unitsFrom(held, decimals) : 0n,
        most: BUILT_AT_ONCE,
        fee: token === null ? unitsFrom(cost, decimals) + 1n : 0n,
        build: ({ address, amount, nonce }) =>
          signed({ ...payment(address, partsOf(amount, decimals)), ...price, nonce, gasLimit }, key.wallet),
      };
    },

    prepareSweep: (number, height) => (token === null ? sweepNative(number) : sweepTokens(number, height)),

    async replace({ bytes, number, isGas }) {
      const old = readTransaction(bytes);
      const now = await network();
      const offered = old.maxFeePerGas - now.base;
      const tip = offered < old.maxPriorityFeePerGas ? offered : old.maxPriorityFeePerGas;
      // The node's advice varies; a price near it is mined soon.
      if (offered >= 0n && tip * 2n >= now.tip) return null;
      const isSweep = number !== null && !isGas;
      // It holds all coins, so none are left for a higher fee; and nothing waits behind it.
      if (isSweep && token === null) return null;
      const wanted = 2n * now.base + now.tip;
      const least = raised(old.maxFeePerGas);
      const maxFeePerGas = [mostPerGas, wanted > least ? wanted : least].reduce((a, b) => (a < b ? a : b));
      if (maxFeePerGas < least || maxFeePerGas < now.base + now.tip)
        throw new TooDearError(`the network of ${coin} is too expensive to replace a transaction now`);
      const leastTip = raised(old.maxPriorityFeePerGas);
      const price = { maxFeePerGas, maxPriorityFeePerGas: now.tip > leastTip ? now.tip : leastTip };
      const from = isSweep ? watching.addressOf(number) : wallet;
      const native = await nativeOf(from);
      const missing = old.value + old.gasLimit * maxFeePerGas - native;
      if (missing > 0n && isSweep) return gasFor(from, missing, price);
      if (missing > 0n) throw new TooLittleError(`the wallet of ${coin} has too little for a dearer fee`);
      return signed({ ...old, ...price }, isSweep ? key.keyOf(number) : key.wallet);
    },

    // Only the nonce counts, so nothing has to be paid with it.
    async prepareReturn({ nonce }) {
      const price = priceOf(await network());
      if ((await nativeOf(wallet)) < OWN_GAS * price.maxFeePerGas)
        throw new TooLittleError(`the wallet of ${coin} has too little for a fee`);
      return signed(
        { chainId, to: wallet, value: 0n, data: '', nonce, gasLimit: OWN_GAS, ...price },
        key.wallet,
      );
    },

    async held() {
      return unitsFrom(await (token === null ? nativeOf(wallet) : tokensOf(wallet, 'latest')), decimals);
    },

    async send(bytes) {
      try {
        await rpc.call(z.string(), 'eth_sendRawTransaction', [`0x${bytesToHex(bytes)}`]);
      } catch (error) {
        // Nodes refuse what they already have, each in its own words, so what they know of it decides.
        const txHash = `0x${bytesToHex(keccak_256(bytes))}`;
        if (!(error instanceof NodeRefusedError)) throw error;
        if ((await reader.placeOf(txHash)).kind === 'unknown') throw error;
      }
    },
  };
}
