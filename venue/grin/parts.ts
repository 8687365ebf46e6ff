import type { Pool } from 'pg';
import type { Wallet } from './wallet.ts';

/** What deposits and withdrawals of GRIN are made with. */
export interface GrinParts {
  readonly pool: Pool;
  readonly wallet: Wallet;
  /** Whether coins can come and go at all. */
  readonly hasChains: boolean;
  /** How long a user has to finalize: 30 to 60 (spec 2 §9). */
  readonly windowMinutes: number;
  /** Whether nothing may leave, because the books are wrong; never without it. */
  readonly isStopped?: () => boolean;
  readonly now: () => Date;
}
