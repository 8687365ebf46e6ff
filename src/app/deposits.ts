import { createActor } from 'xstate';
import type { depositMachine } from '../machines/deposit/index.ts';
import type { Clock } from '../services/clock.ts';
import type { DepositVisit, Deposits } from '../ui/hooks/deposits.ts';

export interface DepositsDependencies {
  /** Wired. */
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
