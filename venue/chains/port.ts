/**
 * What a chain tells and does, whichever coin it is of. Adapters speak to a node, or to the simulated chain. A call that
 * the node does not answer, or not in time, throws: nothing may be concluded from it.
 */

import type { OwnCoin } from '../grin/ownCoin.ts';

/** The same height with another hash is a reorganisation. */
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
  /** Units; what the chain has below a unit is cut. */
  readonly amount: bigint;
  /** Where the chain lets several outputs have one key, of which one alone can be spent (XMR). */
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

/** What a node says of itself, for whoever runs it. */
export interface NodeState {
  readonly height: number;
  /** When its newest block was made, in epoch milliseconds; null where blocks tell no time. */
  readonly tipAt: number | null;
  /** Other nodes that it is connected to; null where it does not tell. */
  readonly peers: number | null;
  /** As the node names it. */
  readonly network: string;
  readonly isSyncing: boolean;
}

/** What a chain tells. It needs no spending key. */
export interface ChainReader {
  readonly coin: string;
  /** Where what is left of a payment goes, on a chain whose outputs are spent as a whole. */
  readonly ownAddress?: string;
  /** Whose nonces withdrawals use, as `namesOf` names it, on a chain that counts nonces and tells who pays. */
  readonly wallet?: string;
  /** The deposit address with this number; null for a coin without addresses. */
  addressOf(number: bigint): string | null;
  /** Throws nothing: an outage is an answer here. */
  health(): Promise<Health>;
  node(): Promise<NodeState>;
  tip(): Promise<BlockId>;
  /** Null above the tip. */
  blockAt(height: number): Promise<Block | null>;
  /**
   * What the transactions of a block say that they pay. Whether one has failed, `placeOf` tells.
   * @returns null for a block that is no longer on the chain.
   */
  paymentsIn(block: BlockId): Promise<readonly ChainPayment[] | null>;
  /**
   * Hashes of the transactions of a block, on a chain that hides what is paid to others: those that the venue has sent
   * are known by them. Null as above.
   */
  transactionsIn?(block: BlockId): Promise<readonly string[] | null>;
  /** What a block of a chain without addresses and amounts has (GRIN): the venue finds its own in it. Null as above. */
  hiddenIn?(block: BlockId): Promise<HiddenBlock | null>;
  /** Whether a recorded coin of such a chain is of the configured seed. */
  isOwn?(coin: OwnCoin, commitment: string): boolean;
  placeOf(txHash: string): Promise<Place>;
  /** What the transactions of a block spend, named as by `spentBy`, on a chain whose outputs are chosen from. Null as above. */
  spentIn?(block: BlockId): Promise<readonly string[] | null>;
  /** What a transaction of the node spends, as `namesOf` tells it for a stored one. Empty for an unknown one. */
  spentBy(txHash: string): Promise<readonly string[]>;
  /** What the network takes now, in the unit of the fees feed (FEES-02), such as gwei; null where it takes nothing. */
  feePrice(): Promise<number | null>;
}

export interface BuiltTransaction {
  readonly txHash: string;
  /** Signed. Sent as often as it takes, and never built a second time. */
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

/** The network takes more now than the venue pays: what needs it waits until it is cheaper. */
export class TooDearError extends Error {
  override readonly name = 'TooDearError';
}

/** The wallet that pays withdrawals has too little for a fee. */
export class TooLittleError extends Error {
  override readonly name = 'TooLittleError';
}

/** What the node said for transactions that are about to be built, so that storing them waits for nobody. */
export interface Sending {
  /** Whose nonces are counted: an account of one network. */
  readonly wallet: string;
  readonly firstNonce: bigint;
  /** Units that the wallet can pay; null where building says whether it can. */
  readonly balance: bigint | null;
  /** Payments that may be built with it. */
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

/** What a stored transaction spends: of two that have one name in common, one alone can ever be in a block. */
export const namesOf = ({ wallet, nonce, inputs }: StoredSpending): readonly string[] =>
  inputs.length > 0 ? inputs : [`${wallet}/${nonce}`];

/** Coins of a deposit address on their way into the wallet that pays withdrawals, or what their fee takes. */
export interface Sweep {
  readonly wallet: string;
  readonly firstNonce: bigint;
  /** Units; with its own fee where it is gas. */
  readonly amount: bigint;
  /** It goes from the wallet that pays to the address, which holds nothing to pay a fee with. */
  readonly isGas: boolean;
  /** Units that may be taken from `wallet` for it. */
  readonly balance: bigint;
  build(nonce: bigint): BuiltTransaction;
}

/** A stored transaction that is in no block after a long time. */
export interface Stuck {
  readonly bytes: Uint8Array;
  /** Of the deposit address that it sweeps, or whose sweep it pays for. */
  readonly number: bigint | null;
  readonly isGas: boolean;
  /** What it spends, where the chain has no nonces. */
  readonly spends: readonly OwnOutput[];
}

/** What a chain does. Only the part of the venue that sends has one, as it holds the spending key. */
export interface ChainSender {
  /** @param next the payment that is built first. A wallet that builds by itself builds this one alone. */
  prepare(next: Pick<PaymentOrder, 'address' | 'amount'>): Promise<Sending>;
  /** Units that must lie on a deposit address to be swept; null for a coin that stays where it came in. */
  readonly sweptFrom: bigint | null;
  /**
   * Null where nothing lies on the address that is worth its fee.
   * @param height what was there at this block is moved. @throws TooDearError, TooLittleError
   */
  prepareSweep(number: bigint, height: number): Promise<Sweep | null>;
  /** Milliseconds after which a transaction that is in no block may be replaced; null for never. */
  readonly replaceAfter: number | null;
  /**
   * The same payment at a dearer fee, spending the same, so that one of the two alone can be in a block (CHAIN-27).
   * What its address lacks for the fee comes first. Null where its fee is not the cause, or nothing can be done.
   * @throws TooDearError, TooLittleError
   */
  replace(stuck: Stuck): Promise<BuiltTransaction | Sweep | null>;
  /**
   * Pays to the venue itself what a stored transaction would spend, so that this one can never be in a block once the
   * new one is. @param outputs of the venue among what it spends, that are on the chain. Null where none of it is. Left
   * out where somebody has to do that by hand.
   */
  prepareReturn?(stored: StoredSpending, outputs: readonly OwnOutput[]): Promise<BuiltTransaction | null>;
  /** Units in the wallet that pays withdrawals; null where the venue's own records tell. */
  held(): Promise<bigint | null>;
  /** Bytes that the chain knows already are no error. */
  send(bytes: Uint8Array): Promise<void>;
}
