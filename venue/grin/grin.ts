import { type CodeAttempt, NO_CODE } from '../accounts/twoFactor.ts';
import type { Signing } from '../coins/withdrawals.ts';
import type { Outcome } from '../exchange.ts';
import { type AnsweredDeposit, receiveDeposit } from './deposits.ts';
import type { GrinParts } from './wallet.ts';
import { type Broadcast, createSigning, finalizeWithdrawal } from './withdrawals.ts';

/** Slatepack deposits (DEPOSIT-05) and withdrawals (WITHDRAW-11) of the given account. */
export interface Grin {
  /** Slatepack address, for encryption and payment proofs. */
  readonly address: string;
  readonly signing: Signing;
  receive(account: string, text: string): Promise<Outcome<AnsweredDeposit>>;
  /** @param key `Idempotency-Key`: the same reply gets the same answer, without another second factor. */
  finalize(
    account: string,
    text: string,
    key: string | undefined,
    attempt?: CodeAttempt,
  ): Promise<Outcome<Broadcast>>;
}

export const WINDOW_MINUTES = 45;

export function createGrin(parts: GrinParts): Grin {
  return {
    address: parts.wallet.identity.address,
    signing: createSigning(parts),
    receive: (account, text) => receiveDeposit(parts, account, text),
    finalize: (account, text, key, attempt = NO_CODE) =>
      finalizeWithdrawal(parts, { account, text, key, attempt }),
  };
}
