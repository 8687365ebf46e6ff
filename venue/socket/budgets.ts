import { createHmac, randomBytes } from 'node:crypto';
import type { LimitSettings } from '../config.ts';
import type { Source } from '../http/fairQueue.ts';

/** A point is worth about 50 µs of processor. */
export type BudgetSettings = Pick<LimitSettings, 'sockets' | 'socketPoints'>;

/**
 * What the sockets of one address may cost together; another socket does not refill it (LOAD-05). An IPv6 /56 may cost
 * twice as much as a /64, and a /48 twice as much as that, so that a line with many networks does not get many budgets.
 */
export interface Budget {
  readonly hasRoom: boolean;
  enter(): void;
  leave(): void;
  /** @returns `spent` when too little is left, `overdrawn` when far more was spent than there was. */
  charge(points: number): 'fine' | 'spent' | 'overdrawn';
}

export interface Budgets {
  of(source: Source): Budget;
  sweep(): void;
}

/** Seconds of points that can be saved up or overdrawn. */
const BURST = 15;

interface Account {
  /** How many times the budget of an address. */
  readonly times: number;
  points: number;
  filledAt: number;
  sockets: number;
}

/** Addresses stay in memory, as salted hashes. @param now epoch milliseconds. */
export function createBudgets({ sockets, socketPoints }: BudgetSettings, now: () => number): Budgets {
  const salt = randomBytes(32);
  const accounts = new Map<string, Account>();
  const mostOf = ({ times }: Account): number => socketPoints * BURST * times;

  function refill(account: Account): void {
    const filled = ((now() - account.filledAt) / 1000) * socketPoints * account.times;
    account.points = Math.min(mostOf(account), account.points + filled);
    account.filledAt = now();
  }

  function accountOf(name: string, times: number): Account {
    const key = createHmac('sha256', salt).update(name).digest('base64url');
    const points = socketPoints * BURST * times;
    const account = accounts.get(key) ?? { times, points, filledAt: now(), sockets: 0 };
    accounts.set(key, account);
    return account;
  }

  function charge(account: Account, spent: number): 'fine' | 'spent' | 'overdrawn' {
    refill(account);
    const isFine = account.points >= spent;
    account.points = Math.max(-mostOf(account), account.points - spent);
    if (isFine) return 'fine';
    return account.points > -mostOf(account) ? 'spent' : 'overdrawn';
  }

  return {
    of(source) {
      const own = source.map((name, depth) => accountOf(name, 2 ** (source.length - 1 - depth)));
      return {
        get hasRoom() {
          return own.every((account) => account.sockets < sockets * account.times);
        },
        enter: () => own.forEach((account) => (account.sockets += 1)),
        leave: () => own.forEach((account) => (account.sockets -= 1)),
        charge(spent) {
          const answers = new Set(own.map((account) => charge(account, spent)));
          return (['overdrawn', 'spent'] as const).find((answer) => answers.has(answer)) ?? 'fine';
        },
      };
    },

    sweep() {
      for (const [key, account] of accounts) {
        refill(account);
        if (account.sockets === 0 && account.points === mostOf(account)) accounts.delete(key);
      }
    },
  };
}
