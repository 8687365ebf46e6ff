import type { Pool } from 'pg';
import { type Accounts, createAccounts } from './accounts.ts';
import { createDevices, type Devices } from './devices.ts';
import { createPasswords } from './passwords.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createTwoFactor, type TwoFactor } from './twoFactor.ts';

/** Who the users are and how they sign in: what the calls under `/auth` work with. */
export interface AccountParts {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly twoFactor: TwoFactor;
  readonly devices: Devices;
}

/**
 * @param pool for everything that moves no coins.
 * @param now epoch milliseconds.
 * @param sessionIdle seconds without a request after which a session ends.
 */
export async function openAccounts(
  pool: Pool,
  now: () => number,
  sessionIdle: number,
): Promise<AccountParts> {
  return {
    accounts: createAccounts(pool, await createPasswords(), now),
    sessions: createSessions(pool, now, sessionIdle),
    twoFactor: createTwoFactor(pool, now),
    devices: createDevices(pool, now),
  };
}
