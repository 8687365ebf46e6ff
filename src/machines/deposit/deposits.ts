import { createActor } from 'xstate';
import type { Clock } from '../../services/clock.ts';
import { watcherOf } from '../shared/common.ts';
import type { depositMachine, DepositRef } from './deposit.machine.ts';

export interface DepositVisit {
  readonly ref: DepositRef;
  /**
   * The visit ends when nobody watches it any more.
   * @returns a function that stops watching.
   */
  readonly watch: () => () => void;
}

export interface Deposits {
  /** Starts nothing. Each user has visits of their own. */
  readonly of: (symbol: string, userId: string | null) => DepositVisit;
}

export interface DepositsDependencies {
  readonly machine: typeof depositMachine;
  readonly clock: Clock;
  /** Called when an actor died of a defect. */
  readonly defect: (error: unknown) => void;
}

/** The visits of deposit pages. They live outside React, so that a page that mounts twice requests one address. */
export function createDeposits({ machine, clock, defect }: DepositsDependencies): Deposits {
  const visits = new Map<string, DepositVisit>();

  function begin(key: string, symbol: string): DepositVisit {
    const ref = createActor(machine, { clock, input: { symbol } });
    ref.subscribe({ error: defect });
    const watch = watcherOf(ref, (isWatched) => {
      if (isWatched) return;
      if (visits.get(key)?.ref === ref) visits.delete(key);
      ref.stop();
    });
    return { ref, watch };
  }

  return {
    of(symbol, userId) {
      const key = JSON.stringify([userId, symbol]);
      const visit = visits.get(key) ?? begin(key, symbol);
      visits.set(key, visit);
      return visit;
    },
  };
}
