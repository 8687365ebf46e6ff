import { createActor } from 'xstate';
import type { Clock } from '../../services/clock.ts';
import type { DepositRef, depositMachine } from './deposit.machine.ts';

/** One visit of one coin's deposit page. */
export interface DepositVisit {
  readonly ref: DepositRef;
  /**
   * Says that somebody shows it; the visit ends with the last one.
   * @returns a function that says that they left.
   */
  readonly watch: () => () => void;
}

export interface Deposits {
  /**
   * Calling it starts nothing.
   * @param userId who is signed in; visits are kept apart by user.
   */
  readonly of: (symbol: string, userId: string | null) => DepositVisit;
}

export interface DepositsDependencies {
  /** With its implementations. */
  readonly machine: typeof depositMachine;
  readonly clock: Clock;
  /** Told when an actor died of a defect. */
  readonly defect: (error: unknown) => void;
}

/**
 * The deposit pages that are shown. Their actors live outside React: one visit is one actor, and so one request for
 * an address, however often React puts the page up and takes it down again.
 */
export function createDeposits({ machine, clock, defect }: DepositsDependencies): Deposits {
  const visits = new Map<string, DepositVisit>();

  function begin(key: string, symbol: string): DepositVisit {
    const ref = createActor(machine, { clock, input: { symbol } });
    ref.subscribe({ error: defect });
    let readers = 0;
    const endIfLeft = (): void => {
      if (readers > 0) return;
      if (visits.get(key) === visit) visits.delete(key);
      ref.stop();
    };
    const visit: DepositVisit = {
      ref,
      watch() {
        readers += 1;
        if (ref.getSnapshot().status === 'active') ref.start();
        let isOver = false;
        return () => {
          if (isOver) return;
          isOver = true;
          readers -= 1;
          // A moment late: a page that is taken down and put up at once is the same visit.
          queueMicrotask(endIfLeft);
        };
      },
    };
    return visit;
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
