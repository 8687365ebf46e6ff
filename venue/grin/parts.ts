import type { Pool } from 'pg';
import type { Wallet } from './wallet.ts';

export interface GrinParts {
  readonly pool: Pool;
  readonly wallet: Wallet;
  /** Whether deposits and withdrawals exist at all. */
  readonly hasChains: boolean;
  /** Minutes for the user to finalize: 30 to 60 (DEPOSIT-05). */
  readonly windowMinutes: number;
  /** Whether withdrawals are stopped because an audit failed; never without it. */
  readonly isStopped?: () => boolean;
  readonly now: () => Date;
}
