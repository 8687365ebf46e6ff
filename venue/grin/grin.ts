import type { Signing, WithdrawalRow } from '../coins/withdrawals.ts';
import type { Outcome } from '../exchange.ts';
import { type AnsweredDeposit, receiveDeposit } from './deposits.ts';
import type { GrinParts } from './parts.ts';
import { type Broadcast, cancelWithdrawal, createSigning, finalizeWithdrawal } from './withdrawals.ts';

/** GRIN in and out by slatepacks (spec 2 §2.3, 2.4; guide, "The flows"), for the account that is named. */
export interface Grin {
  /** The venue's slatepack address: wallets may encrypt to it, and ask it for payment proofs. */
  readonly address: string;
  /** Of withdrawals, for `createCoins`. */
  readonly signing: Signing;
  receive(account: string, text: string): Promise<Outcome<AnsweredDeposit>>;
  /** @param key `Idempotency-Key`. */
  finalize(account: string, text: string, key: string | undefined): Promise<Outcome<Broadcast>>;
  /** Gives the coins of a withdrawal back that nobody has signed. */
  cancel(account: string, withdrawal: string): Promise<Outcome<WithdrawalRow>>;
}

/** Within what the specification names. */
export const WINDOW_MINUTES = 45;

export function createGrin(parts: GrinParts): Grin {
  return {
    address: parts.wallet.identity.address,
    signing: createSigning(parts),
    receive: (account, text) => receiveDeposit(parts, account, text),
    cancel: (account, withdrawal) => cancelWithdrawal(parts, account, withdrawal),
    finalize: (account, text, key) => finalizeWithdrawal(parts, account, text, key),
  };
}
