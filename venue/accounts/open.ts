import type { Pool } from 'pg';
import type { VenueConfig } from '../config.ts';
import { SANDBOX_EMAIL } from '../sandbox/accounts.ts';
import { type ApiKeys, createApiKeys } from './apiKeys.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { createDeletion, type Deletion } from './deletion.ts';
import { createDevices, type Devices } from './devices.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import type { SecretBox } from '../secrets/secretBox.ts';
import { createPasswords } from './passwords.ts';
import { createSessionList, type SessionList } from './sessionList.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createTwoFactor, type TwoFactor } from './twoFactor.ts';
import { createTwoFactorReset, type TwoFactorReset } from './twoFactorReset.ts';

export interface AccountParts {
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly twoFactor: TwoFactor;
  readonly devices: Devices;
  readonly passkeys: Passkeys;
  readonly apiKeys: ApiKeys;
  readonly sessionList: SessionList;
  readonly deletion: Deletion;
  readonly twoFactorReset: TwoFactorReset;
}

/** @param now epoch milliseconds. @param feeOf the fee of a withdrawal of the coin, in units. */
export async function openAccounts(
  pool: Pool,
  now: () => number,
  { mode, sessionIdle }: Pick<VenueConfig, 'mode' | 'sessionIdle'>,
  box: SecretBox,
  feeOf: (coin: string) => bigint,
  venueName: string,
): Promise<AccountParts> {
  // Its password is public, so a live venue never has it (LOGIN-17).
  const reserved = mode === 'live' ? [SANDBOX_EMAIL] : [];
  const sessions = createSessions(pool, now, sessionIdle);
  const twoFactor = createTwoFactor(pool, now, box, venueName);
  return {
    accounts: createAccounts(pool, await createPasswords(), now, reserved),
    sessions,
    sessionList: createSessionList(pool, now, sessionIdle, sessions),
    twoFactor,
    deletion: createDeletion({ pool, feeOf, reauthenticate: twoFactor.reauthenticate }),
    apiKeys: createApiKeys({ pool, now, box, sessions, reauthenticate: twoFactor.reauthenticate }),
    devices: createDevices(pool, now),
    passkeys: createPasskeys(pool, now, venueName),
    twoFactorReset: createTwoFactorReset(pool, now),
  };
}
