import { createHmac, randomBytes } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { asRead } from '../../src/domain/credentials.ts';
import type { Work, WorkChallenge } from '../../src/domain/proofOfWork.ts';
import type { LimitSettings } from '../config.ts';
import { networksOf } from '../http/source.ts';
import { RefusedError } from '../refused.ts';
import { createProofOfWork, pressureOf } from './proofOfWork.ts';

const ACTIONS = ['login', 'registration', 'recovery', 'password', 'twoFactor', 'ticket', 'comment'] as const;
/** Windows in seconds, counted per account whether calls succeed or not. */
const PACED = { order: 10, coins: 60, signed: 10 } as const satisfies Record<string, number>;
type PacedAction = keyof typeof PACED;
/** `passkey` is counted by network address alone: it names no account (PASSKEY-08). */
export type LimitedAction = (typeof ACTIONS)[number] | PacedAction | 'passkey';

/** What strangers may do with proof of work once the attempts are used up (LOGIN-21). */
const WORKED: ReadonlySet<LimitedAction> = new Set(['login', 'registration', 'recovery']);

export interface Attempt {
  readonly action: LimitedAction;
  readonly account: string;
  readonly source: string | null;
  /** A solved challenge of an earlier refusal. */
  readonly work?: Work | undefined;
}

export class TooManyAttemptsError extends RefusedError {
  /** Admits the same attempt at once; null where only waiting does. */
  readonly work: WorkChallenge | null;

  /** @param seconds until the window ends. */
  constructor(seconds: number, work: WorkChallenge | null = null) {
    super(
      429,
      'TOO_MANY_ATTEMPTS',
      `Too many attempts. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      seconds,
    );
    this.work = work;
  }
}

/** What is left of a window. */
export interface RateLeft {
  readonly limit: number;
  readonly left: number;
  /** Seconds until the limit is whole again. */
  readonly seconds: number;
}

/**
 * Limits attempts per account and failures per address, under salted hashes in memory. The limit per address is much
 * higher because many Tor users share one. An IPv6 /56 has twice the limit of a /64, and a /48 four times, so that one
 * line with many networks does not get many limits (LOGIN-25).
 */
export interface Limits {
  /** Counts an attempt, or accepts its proof of work when the limit is used up. @throws TooManyAttemptsError */
  spend(attempt: Attempt): Promise<RateLeft>;
  forgive(attempt: Attempt): Promise<void>;
  reset(): Promise<void>;
}

const NONE_LEFT: RateLeft = { limit: 0, left: 0, seconds: 0 };

/** How many times the limit of an address each network has, narrowest first. */
const TIMES = [1, 2, 4] as const;
const networksIn = (source: string | null): readonly string[] =>
  source === null ? [] : networksOf(source).toReversed();

/** @param now epoch milliseconds. */
export function createLimits(settings: LimitSettings, now: () => number = Date.now): Limits {
  const { attempts, sourceAttempts, window, orders, coins, signed, difficulty } = settings;
  const proof = difficulty === 0 ? null : createProofOfWork(difficulty, now);
  const salt = randomBytes(32);
  const create = (points: number): Map<LimitedAction, RateLimiterMemory> =>
    new Map(ACTIONS.map((action) => [action, new RateLimiterMemory({ points, duration: window })]));
  const createAccounts = (): Map<LimitedAction, RateLimiterMemory> =>
    create(attempts)
      .set('order', new RateLimiterMemory({ points: orders, duration: PACED.order }))
      .set('coins', new RateLimiterMemory({ points: coins, duration: PACED.coins }))
      .set('signed', new RateLimiterMemory({ points: signed, duration: PACED.signed }));
  const createSources = (): Map<LimitedAction, RateLimiterMemory[]> =>
    new Map(
      ([...ACTIONS, 'passkey'] as const).map((action) => [
        action,
        TIMES.map((times) => new RateLimiterMemory({ points: sourceAttempts * times, duration: window })),
      ]),
    );
  let accounts = createAccounts();
  let sources = createSources();
  /** Attempts paid for with work, under both names. */
  let worked = create(0);
  const keyOf = (name: string): string =>
    createHmac('sha256', salt).update(asRead(name).toLowerCase()).digest('base64url');

  async function consume(limiter: RateLimiterMemory | undefined, name: string): Promise<RateLeft> {
    if (!limiter) return NONE_LEFT;
    try {
      const { remainingPoints, msBeforeNext } = await limiter.consume(keyOf(name));
      return { limit: limiter.points, left: remainingPoints, seconds: Math.ceil(msBeforeNext / 1000) };
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new TooManyAttemptsError(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
    }
  }

  async function pressureOn({ action, account, source }: Attempt): Promise<number> {
    const workedOf = async (name: string): Promise<number> =>
      (await worked.get(action)?.get(keyOf(name)))?.consumedPoints ?? 0;
    const bySource = networksIn(source).map(async (network, width) =>
      pressureOf(await workedOf(network), sourceAttempts * (TIMES[width] ?? 1)),
    );
    return Math.max(pressureOf(await workedOf(account), attempts), ...(await Promise.all(bySource)));
  }

  /** @throws TooManyAttemptsError with a challenge, unless the attempt comes with its solution (LOGIN-21). */
  async function takeWork(attempt: Attempt, seconds: number): Promise<void> {
    const { action, account, source, work } = attempt;
    if (!proof || !WORKED.has(action)) throw new TooManyAttemptsError(seconds);
    const subject = `${action} ${asRead(account).toLowerCase()}`;
    if (!work || !proof.accept(subject, work))
      throw new TooManyAttemptsError(seconds, proof.issue(subject, await pressureOn(attempt)));
    await worked.get(action)?.penalty(keyOf(account));
    for (const network of networksIn(source)) await worked.get(action)?.penalty(keyOf(network));
  }

  return {
    async spend(attempt) {
      const { action, account, source } = attempt;
      try {
        for (const [width, network] of networksIn(source).entries())
          await consume(sources.get(action)?.[width], network);
        return await consume(accounts.get(action), account);
      } catch (error) {
        if (!(error instanceof TooManyAttemptsError)) throw error;
        await takeWork(attempt, error.retryAfter ?? window);
        return NONE_LEFT;
      }
    },
    async forgive({ action, account, source }) {
      for (const [width, network] of networksIn(source).entries())
        await sources.get(action)?.[width]?.reward(keyOf(network));
      await accounts.get(action)?.delete(keyOf(account));
    },
    async reset() {
      accounts = createAccounts();
      sources = createSources();
      worked = create(0);
    },
  };
}
