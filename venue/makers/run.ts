import type { Pool } from 'pg';
import type { Exchange } from '../exchange.ts';
import type { Log } from '../log.ts';
import type { Store } from '../sql/types.ts';
import { createMakers, MAKER_ACCOUNTS } from './makers.ts';
import { createCleanup } from './cleanup.ts';

/** Factor by which makers are slower without open sockets, because trades are stored for good. */
const UNWATCHED = 12;

export interface RunParts {
  readonly store: Store;
  readonly exchange: Exchange;
  readonly lastPrice: (pair: string) => string | null;
  readonly seed: string;
  /** Actions per second while sockets are open. */
  readonly rate: number;
  readonly isWatched: () => boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

export interface RunningMakers {
  readonly isOpen: Promise<void>;
  close(): Promise<void>;
}

export function runMakers({ store, isWatched, rate, now, log, ...parts }: RunParts): RunningMakers {
  const makers = createMakers({
    ...parts,
    ensureAccounts: (ids) => ensureMakerAccounts(store.pool, ids),
    rate: () => (isWatched() ? rate : rate / UNWATCHED),
    log,
  });
  const cleanup = createCleanup({
    store,
    accounts: [...MAKER_ACCOUNTS.quoters, MAKER_ACCOUNTS.taker],
    now,
    log,
  });
  return {
    isOpen: makers.start(),
    async close() {
      await cleanup.close();
      await makers.close();
    },
  };
}

/** Creates accounts without a user: nobody can sign in to them. */
export async function ensureMakerAccounts(pool: Pool, ids: readonly string[]): Promise<void> {
  await pool.query('insert into accounts (id) select unnest($1::uuid[]) on conflict do nothing', [ids]);
}
