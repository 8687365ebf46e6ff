import { createHmac, randomBytes } from 'node:crypto';
import type { LimitSettings } from '../config.ts';

/** A point is worth about 50 µs of processor. */
export type BudgetSettings = Pick<LimitSettings, 'sockets' | 'socketPoints'>;

/** What the sockets of one address may cost together; another socket does not refill it (LOAD-05). */
export interface Budget {
  readonly hasRoom: boolean;
  enter(): void;
  leave(): void;
  /** @returns `spent` when too little is left, `overdrawn` when far more was spent than there was. */
  charge(points: number): 'fine' | 'spent' | 'overdrawn';
}

export interface Budgets {
  of(source: string | null): Budget;
  sweep(): void;
}

/** Seconds of points that can be saved up or overdrawn. */
const BURST = 15;

interface Account {
  points: number;
  filledAt: number;
  sockets: number;
}

/** Addresses stay in memory, as salted hashes. @param now epoch milliseconds. */
export function createBudgets({ sockets, socketPoints }: BudgetSettings, now: () => number): Budgets {
  const salt = randomBytes(32);
  const accounts = new Map<string, Account>();
  const most = socketPoints * BURST;

  function refill(account: Account): void {
    account.points = Math.min(most, account.points + ((now() - account.filledAt) / 1000) * socketPoints);
    account.filledAt = now();
  }

  return {
    of(source) {
      const key = createHmac('sha256', salt)
        .update(source ?? '')
        .digest('base64url');
      const account = accounts.get(key) ?? { points: most, filledAt: now(), sockets: 0 };
      accounts.set(key, account);
      return {
        get hasRoom() {
          return account.sockets < sockets;
        },
        enter: () => void (account.sockets += 1),
        leave: () => void (account.sockets -= 1),
        charge(spent) {
          refill(account);
          const isFine = account.points >= spent;
          account.points = Math.max(-most, account.points - spent);
          if (isFine) return 'fine';
          return account.points > -most ? 'spent' : 'overdrawn';
        },
      };
    },

    sweep() {
      for (const [key, account] of accounts) {
        refill(account);
        if (account.sockets === 0 && account.points === most) accounts.delete(key);
      }
    },
  };
}
