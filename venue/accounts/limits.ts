import { createHmac, randomBytes } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitSettings } from '../config.ts';
import { RefusedError } from '../refused.ts';

const ACTIONS = ['login', 'registration', 'password', 'twoFactor', 'ticket', 'comment'] as const;
/** Windows in seconds, counted per account whether calls succeed or not. */
const MONEY = { order: 10, coins: 60 } as const satisfies Record<string, number>;
type MoneyAction = keyof typeof MONEY;
export type LimitedAction = (typeof ACTIONS)[number] | MoneyAction;

export interface Attempt {
  readonly action: LimitedAction;
  readonly account: string;
  readonly source: string | null;
}

/**
 * Limits attempts per account and failures per address, under salted hashes in memory.
 * The limit per address is much higher because many Tor users share one.
 */
export interface Limits {
  /** Counts an attempt. @throws RefusedError 429 with `Retry-After`. */
  spend(attempt: Attempt): Promise<void>;
  forgive(attempt: Attempt): Promise<void>;
  reset(): Promise<void>;
}

export function createLimits(settings: LimitSettings): Limits {
  const { attempts, sourceAttempts, window, orders, coins } = settings;
  const salt = randomBytes(32);
  const create = (points: number): Map<LimitedAction, RateLimiterMemory> =>
    new Map(ACTIONS.map((action) => [action, new RateLimiterMemory({ points, duration: window })]));
  const createAccounts = (): Map<LimitedAction, RateLimiterMemory> =>
    create(attempts)
      .set('order', new RateLimiterMemory({ points: orders, duration: MONEY.order }))
      .set('coins', new RateLimiterMemory({ points: coins, duration: MONEY.coins }));
  let accounts = createAccounts();
  let sources = create(sourceAttempts);
  const keyOf = (name: string): string =>
    createHmac('sha256', salt).update(name.toLowerCase()).digest('base64url');

  async function consume(limiter: RateLimiterMemory | undefined, name: string): Promise<void> {
    try {
      await limiter?.consume(keyOf(name));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw new RefusedError(
        429,
        'TOO_MANY_ATTEMPTS',
        `Too many attempts. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
        seconds,
      );
    }
  }

  return {
    async spend({ action, account, source }) {
      if (source !== null) await consume(sources.get(action), source);
      await consume(accounts.get(action), account);
    },
    async forgive({ action, account, source }) {
      if (source !== null) await sources.get(action)?.reward(keyOf(source));
      await accounts.get(action)?.delete(keyOf(account));
    },
    async reset() {
      accounts = createAccounts();
      sources = create(sourceAttempts);
    },
  };
}
