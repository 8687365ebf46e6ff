import type { SendingWithdrawal, WithdrawalInput } from '../../machines/withdrawal/index.ts';

/** What the wizard needs besides its machine. */
export interface Withdrawals {
  /** What this tab kept of the coin's last withdrawal, which is still on its way; null when there is none. */
  readonly recall: (ticker: string) => SendingWithdrawal | null;
  /** What the server can do beyond the specification. */
  readonly offers: Pick<WithdrawalInput, 'fixesFee' | 'canCancel'>;
}
