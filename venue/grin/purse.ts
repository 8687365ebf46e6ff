import type { Slate } from '../../src/domain/slatepack/slate.ts';
import type { Client } from '../coins/post.ts';
import type { WithdrawalRow } from '../coins/withdrawals.ts';
import type { Refusal } from '../exchange.ts';
import type { OwnCoin } from './ownCoin.ts';
import type { FinalPayment } from './payment.ts';

/** For a withdrawal; amounts in units. */
export interface Wanted {
  readonly id: string;
  readonly amount: bigint;
  /** What the user pays for the network. */
  readonly fee: bigint;
}

export interface Taken {
  /** Undefined for coins that are on no chain. */
  readonly inputs: readonly OwnCoin[] | undefined;
  /** Nanogrin, for the network. */
  readonly fee: bigint;
}

/** The coins that pay withdrawals of GRIN: those of a sandbox, or real ones. */
export interface Purse {
  /** Notes the output that an answered deposit may bring. */
  expect(client: Client, output: OwnCoin, deposit: string, at: Date): Promise<void>;
  /** Why this amount cannot be paid now; null where it can, with the coins locked until the transaction ends. */
  whyShort(client: Client, amount: bigint): Promise<Refusal | null>;
  /** Takes the coins that pay a withdrawal. They are free again when the withdrawal is given back. */
  take(client: Client, wanted: Wanted): Promise<Taken>;
  takenFor(client: Client, withdrawal: string): Promise<Taken['inputs']>;
  /** Why a reply must not be finalized: no node would accept the result. */
  whyUnfit(inputs: Taken['inputs'], s2: Slate): Promise<Refusal | null>;
  /** Stores the payment, in the transaction that marks the withdrawal as sent. The chain is locked. */
  post(client: Client, row: WithdrawalRow, final: FinalPayment, at: Date): Promise<void>;
}
