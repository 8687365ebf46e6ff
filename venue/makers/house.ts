import { ensureHouseAccounts } from '../accounts/house.ts';
import type { Exchange } from '../exchange.ts';
import type { Log } from '../log.ts';
import type { Store } from '../sql/types.ts';
import { createMakers, HOUSE } from './makers.ts';
import { createUpkeep } from './upkeep.ts';

/** How much slower the market makers are while no socket is open: what is traded is kept for good. */
const UNWATCHED = 12;

export interface HouseParts {
  readonly store: Store;
  readonly exchange: Exchange;
  readonly lastPrice: (pair: string) => string | null;
  readonly seed: string;
  /** Actions a second while somebody watches. */
  readonly rate: number;
  readonly isWatched: () => boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** The market makers at work, with what clears up behind them. */
export interface House {
  /** Resolves when they have built their books. */
  readonly isOpen: Promise<void>;
  close(): Promise<void>;
}

export function runHouse({ store, isWatched, rate, now, log, ...parts }: HouseParts): House {
  const makers = createMakers({
    ...parts,
    ensureAccounts: (ids) => ensureHouseAccounts(store.pool, ids),
    rate: () => (isWatched() ? rate : rate / UNWATCHED),
    log,
  });
  const upkeep = createUpkeep({ store, accounts: [...HOUSE.quoters, HOUSE.taker], now, log });
  return {
    isOpen: makers.start(),
    async close() {
      await upkeep.close();
      await makers.close();
    },
  };
}
