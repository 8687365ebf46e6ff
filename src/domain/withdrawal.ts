import type { DecimalText } from './decimal.ts';
import type { WithdrawalStatus } from './withdrawalStatus.ts';

/** Null where the server did not send a value. Times are epoch milliseconds. */
export interface Withdrawal {
  readonly id: string;
  readonly currency: string;
  readonly amount: DecimalText | null;
  readonly status: WithdrawalStatus;
  /** The fee that the user pays on top (`our_fee_amount`, else `fee`); this one is shown. */
  readonly fee: DecimalText | null;
  readonly networkFee: DecimalText | null;
  readonly txHash: string | null;
  /** GRIN: the id of the slate instead of a hash. */
  readonly extraId: string | null;
  readonly address: string | null;
  readonly tag: string | null;
  readonly isConfirmed: boolean;
  readonly depositId: string | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly confirmedAt: number | null;
  /** It waits for the exchange (HELD-05). Sent only by a server with `withdrawalHolds`. */
  readonly awaitsRelease?: true;
  /** Why the exchange has refused it. */
  readonly refusedReason?: string;
}

/** The answer to a new withdrawal and to a status call. Not all servers repeat coin, amount, fee and address. */
export interface WithdrawalReceipt {
  readonly id: string | null;
  /** 'pending' by default (WITHDRAW-19). */
  readonly status: string;
  /** GRIN: the message that the user's wallet has to answer. */
  readonly slatepack: string | null;
  readonly currency: string | null;
  readonly amount: DecimalText | null;
  readonly fee: DecimalText | null;
  readonly address: string | null;
  readonly txHash: string | null;
  /** GRIN: end of the time to answer, epoch milliseconds. */
  readonly expiresAt: number | null;
  /** It waits for the exchange (HELD-05). */
  readonly awaitsRelease?: true;
}

/** Outcome of a finalized GRIN withdrawal (WITHDRAW-12); null where the server does not send it. */
export interface Broadcast {
  readonly isBroadcast: boolean | null;
  readonly txHash: string | null;
}
