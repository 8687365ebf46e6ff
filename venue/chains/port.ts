/**
 * What a chain can report and do, for any coin. Adapters speak to a node, or to the simulated chain. A call throws when
 * the node does not answer in time: nothing can be concluded from it.
 */

import type { OwnCoin } from '../grin/ownCoin.ts';

/** The same height with another hash means a reorganisation. */
export interface BlockId {
  readonly height: number;
  readonly hash: string;
}

export interface Block extends BlockId {
  /** Hash of the block below. */
  readonly parent: string;
}

/** One output of a transaction. A transaction may have several, to one address or to many. */
export interface ChainPayment {
  readonly txHash: string;
  readonly output: number;
  readonly address: string;
  /** Units; finer parts are cut off. */
  readonly amount: bigint;
  /** Where the chain lets several outputs share one key, of which only one can be spent (XMR). */
  readonly oneTimeKey?: string;
}

/** Of GRIN, as hex: excesses of kernels, and commitments of outputs. */
export interface HiddenBlock {
  readonly kernels: readonly string[];
  readonly created: readonly string[];
  readonly spent: readonly string[];
}

export type Place =
  /** Neither in a block nor waiting: it was never sent, or it was dropped. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'waiting' }
  /** `hasFailed`: it is in the block, and has paid nobody (EVM). */
  | { readonly kind: 'mined'; readonly block: BlockId; readonly hasFailed: boolean };

/** Why a coin is closed (CHAIN-06). */
export type ClosedReason = 'down' | 'syncing' | 'wrong-network' | 'wrong-key';

export type Health =
  | { readonly isOpen: true; readonly tip: BlockId }
  | { readonly isOpen: false; readonly reason: ClosedReason };

/** What a node reports about itself, for the operator. */
export interface NodeState {
  readonly height: number;
  /** When its newest block was made, in epoch milliseconds; null where blocks carry no time. */
  readonly tipAt: number | null;
  /** Peers that it is connected to; null where it does not tell. */
  readonly peers: number | null;
  /** As the node names it. */
  readonly network: string;
  readonly isSyncing: boolean;
}

/** The reading side of a chain. It needs no spending key. */
export interface ChainReader {
  readonly coin: string;
  /** Where change goes, on a chain whose outputs are spent as a whole. */
  readonly ownAddress?: string;
  /** The account whose nonces withdrawals use, named as by `namesOf`, on a chain that has nonces and shows who pays. */
  readonly wallet?: string;
  /** The deposit address with this number; null for a coin without addresses. */
  addressOf(number: bigint): string | null;
  /** Never throws: an outage is an answer here. */
  health(): Promise<Health>;
  node(): Promise<NodeState>;
  tip(): Promise<BlockId>;
  /** Null above the tip. */
  blockAt(height: number): Promise<Block | null>;
  /**
   * Payments in the transactions of a block. `placeOf` tells whether one has failed.
   * @returns null for a block that is no longer on the chain.
   */
  paymentsIn(block: BlockId): Promise<readonly ChainPayment[] | null>;
  /**
   * Hashes of the transactions of a block, on a chain that hides payments to others: they identify those that the venue
   * has sent. Null as above.
   */
  transactionsIn?(block: BlockId): Promise<readonly string[] | null>;
  /** Contents of a block on a chain without addresses and amounts (GRIN); the venue finds its own. Null as above. */
  hiddenIn?(block: BlockId): Promise<HiddenBlock | null>;
  /** Whether a recorded coin of such a chain belongs to the configured seed. */
  isOwn?(coin: OwnCoin, commitment: string): boolean;
  placeOf(txHash: string): Promise<Place>;
  /** What the transactions of a block spend, named as by `spentBy`, on a chain whose outputs are chosen from. Null as above. */
  spentIn?(block: BlockId): Promise<readonly string[] | null>;
  /** What a transaction of the node spends, as `namesOf` tells it for a stored one. Empty for an unknown one. */
  spentBy(txHash: string): Promise<readonly string[]>;
  /** What the network charges now, in the unit of the fees feed (FEES-02), such as gwei; null for nothing. */
  feePrice(): Promise<number | null>;
}

export interface BuiltTransaction {
  readonly txHash: string;
  /** Signed. Sent as often as needed, and never built a second time. */
  readonly bytes: Uint8Array;
  /** What it spends, where the chain has no nonces: nothing else may spend it. */
  readonly inputs?: readonly string[];
}

export interface PaymentOrder {
  readonly address: string;
  /** Units. */
  readonly amount: bigint;
  readonly nonce: bigint;
  /** What the venue has on the chain, deep enough and not spent; empty where a chain counts nonces. */
  readonly outputs: readonly OwnOutput[];
}

export interface OwnOutput {
  readonly txHash: string;
  readonly output: number;
  readonly address: string;
  /** Units. */
  readonly amount: bigint;
  /** Of the deposit address; null for the venue's own one. */
  readonly number: bigint | null;
}

/** The chain will never pay that address. */
export class UnpayableError extends Error {
  override readonly name = 'UnpayableError';
}

/** The network charges more now than the venue pays: transactions wait until it is cheaper. */
export class TooDearError extends Error {
  override readonly name = 'TooDearError';
}

/** The wallet that pays withdrawals has too little for a fee. */
export class TooLittleError extends Error {
  override readonly name = 'TooLittleError';
}

/** What the node reported for transactions that are about to be built, so that storing them waits for nobody. */
export interface Sending {
  /** The account of one network whose nonces are counted. */
  readonly wallet: string;
  readonly firstNonce: bigint;
  /** Units that the wallet can pay; null where building says whether it can. */
  readonly balance: bigint | null;
  /** Payments that can be built with it. */
  readonly most: number;
  /** Units that each transaction may cost on top of its amount; 0 where another coin pays for it. */
  readonly fee: bigint;
  /** Null while too little is in the wallet. @throws UnpayableError */
  build(order: PaymentOrder): BuiltTransaction | null;
}

/** A stored transaction, by what it spends. */
export interface StoredSpending {
  readonly wallet: string;
  readonly nonce: bigint;
  readonly inputs: readonly string[];
}

/** What a stored transaction spends: of two that share a name, only one can ever be in a block. */
export const namesOf = ({ wallet, nonce, inputs }: StoredSpending): readonly string[] =>
  inputs.length > 0 ? inputs : [`${wallet}/${nonce}`];

/** Coins of a deposit address on their way into the wallet that pays withdrawals, or the coins for their fee. */
export interface Sweep {
  readonly wallet: string;
  readonly firstNonce: bigint;
  /** Units; with its own fee where it is gas. */
  readonly amount: bigint;
  /** Goes from the wallet that pays to the address, which holds nothing to pay a fee with. */
  readonly isGas: boolean;
  /** Units that may be taken from `wallet` for it. */
  readonly balance: bigint;
  build(nonce: bigint): BuiltTransaction;
}

/** A stored transaction that is in no block after a long time. */
export interface Stuck {
  readonly bytes: Uint8Array;
  /** The deposit address that it sweeps, or whose sweep it pays for. */
  readonly number: bigint | null;
  readonly isGas: boolean;
  /** What it spends, where the chain has no nonces. */
  readonly spends: readonly OwnOutput[];
}

/** The sending side of a chain. Only the part of the venue that sends has one, as it holds the spending key. */
export interface ChainSender {
  /** @param next the payment that is built first. A wallet that builds by itself builds only this one. */
  prepare(next: Pick<PaymentOrder, 'address' | 'amount'>): Promise<Sending>;
  /** Units that an address must hold to be swept; null for a coin that stays where it came in. */
  readonly sweptFrom: bigint | null;
  /**
   * Null where the address holds nothing worth its fee.
   * @param height the balance at this block is moved. @throws TooDearError, TooLittleError
   */
  prepareSweep(number: bigint, height: number): Promise<Sweep | null>;
  /** Milliseconds after which a transaction that is in no block may be replaced; null for never. */
  readonly replaceAfter: number | null;
  /**
   * The same payment with a higher fee, spending the same, so that only one of the two can be in a block (CHAIN-27).
   * Coins that its address lacks for the fee come first. Null where its fee is not the cause, or nothing can be done.
   * @throws TooDearError, TooLittleError
   */
  replace(stuck: Stuck): Promise<BuiltTransaction | Sweep | null>;
  /**
   * Pays to the venue itself what a stored transaction would spend, so that this one can never be in a block once the
   * new one is. @param outputs of the venue among what it spends, that are on the chain. Null where none of it is. Left
   * out where this has to be done by hand.
   */
  prepareReturn?(stored: StoredSpending, outputs: readonly OwnOutput[]): Promise<BuiltTransaction | null>;
  /** Units in the wallet that pays withdrawals; null where the venue's own records tell. */
  held(): Promise<bigint | null>;
  /** Bytes that the chain already knows are not an error. */
  send(bytes: Uint8Array): Promise<void>;
}
