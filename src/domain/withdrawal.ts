import type { DecimalText } from './decimal.ts';
import type { WithdrawalStatus } from './withdrawalStatus.ts';

/** One withdrawal of the user. What the server did not send is null. */
export interface Withdrawal {
  readonly id: string;
  readonly currency: string;
  readonly amount: DecimalText;
  readonly status: WithdrawalStatus;
  /** What the user pays on top (`our_fee_amount`, else `fee`): the one that is shown. */
  readonly fee: DecimalText | null;
  /** What the network took. */
  readonly networkFee: DecimalText | null;
  readonly txHash: string | null;
  /** GRIN: the id of the slate, which stands for the hash. */
  readonly extraId: string | null;
  readonly address: string | null;
  /** Tag or memo. */
  readonly tag: string | null;
  readonly isConfirmed: boolean;
  readonly depositId: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number | null;
  readonly confirmedAt: number | null;
}

/**
 * The server's answer to a new withdrawal, and to the question how one stands. The venue repeats what it does
 * (coin, amount, fee, address), so that a screen shows what happens and not what was asked for; others may not.
 */
export interface WithdrawalReceipt {
  readonly id: string | null;
  /** As returned, 'pending' unless told (WITHDRAW-19). */
  readonly status: string;
  /** GRIN: what the user's wallet has to answer. Null where no text came. */
  readonly slatepack: string | null;
  readonly currency: string | null;
  readonly amount: DecimalText | null;
  readonly fee: DecimalText | null;
  readonly address: string | null;
  readonly txHash: string | null;
  /** GRIN: until when the answer is awaited. Epoch milliseconds. */
  readonly expiresAt: number | null;
}

/** What became of a finalized GRIN withdrawal (WITHDRAW-12). Null where the server does not say. */
export interface Broadcast {
  readonly isBroadcast: boolean | null;
  readonly txHash: string | null;
}
