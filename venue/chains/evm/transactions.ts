import { Transaction } from 'micro-eth-signer';
import type { BuiltTransaction } from '../port.ts';

/** Of EIP-1559, in wei for each unit of gas. */
export interface GasPrice {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

export interface EvmTransaction extends GasPrice {
  readonly chainId: bigint;
  readonly nonce: bigint;
  readonly to: string;
  /** Wei. */
  readonly value: bigint;
  readonly data: string;
  readonly gasLimit: bigint;
}

/** `transfer(address,uint256)` and `balanceOf(address)` */
const CALLS = { transfer: '0xa9059cbb', balanceOf: '0x70a08231' } as const;

const word = (value: string): string => value.padStart(64, '0');
const addressWord = (address: string): string => word(address.slice(2).toLowerCase());

export const balanceCall = (address: string): string => `${CALLS.balanceOf}${addressWord(address)}`;
export const transferCall = (to: string, parts: bigint): string =>
  `${CALLS.transfer}${addressWord(to)}${word(parts.toString(16))}`;

export function signed(transaction: EvmTransaction, secret: Uint8Array): BuiltTransaction {
  const made = Transaction.prepare(transaction).signBy(secret);
  return { txHash: `0x${made.hash.replace(/^0x/, '')}`, bytes: made.toBytes() };
}

/** Bytes that `signed` has made. */
export function readTransaction(bytes: Uint8Array): EvmTransaction {
  const { type, raw } = Transaction.fromBytes(bytes);
  if (type !== 'eip1559') throw new Error('a stored transaction of another kind');
  const { chainId, nonce, to, value, data, gasLimit, maxFeePerGas, maxPriorityFeePerGas } =
    raw as EvmTransaction;
  return { chainId, nonce, to, value, data, gasLimit, maxFeePerGas, maxPriorityFeePerGas };
}

/** An eighth and a bit more: nodes accept nothing less as a replacement. */
export const raised = (price: bigint): bigint => (price * 9n) / 8n + 1n;
