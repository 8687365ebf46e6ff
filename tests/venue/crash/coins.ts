import type { Pool } from 'pg';
import { type Coins, createCoins } from '../../../venue/coins/coins.ts';
import { testBox } from '../secrets/box.ts';
import { openKeys } from '../../../venue/coins/keys.ts';

/** The same each time; only the key differs. */
export const WITHDRAWAL = {
  coin: 'AVAX',
  amount: '1',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
};

/** Deposits and withdrawals, with a constant fee. */
export async function openCoins(pool: Pool): Promise<Coins> {
  return createCoins({
    pool,
    keys: await openKeys(pool, testBox),
    fees: { quotes: () => ({ current: '0.001', recent: ['0.001'] }) },
    signings: new Map(),
    hasChains: true,
    // From the fourth of an account on they wait.
    ceilings: { account: { AVAX: '3' }, venue: {} },
    reauthenticate: async () => null,
    now: () => new Date(),
  });
}
