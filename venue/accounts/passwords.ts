import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { asRead } from '../../src/domain/credentials.ts';
import { RefusedError } from '../refused.ts';

/** OWASP's parameters for Argon2id: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Normalised to what people read. Older hashes used the bytes as sent, usually in one of the two Unicode forms. */
const formsOf = (password: string): ReadonlySet<string> =>
  new Set([asRead(password), password, password.normalize('NFC'), password.normalize('NFD')]);

export interface Passwords {
  /** @throws RefusedError 503 when too many are waiting. */
  hash(password: string, who?: Asking): Promise<string>;
  /** Does the same work without a hash, so that timing reveals nothing. @throws RefusedError 503 when too many wait. */
  verify(hash: string | undefined, password: string, who?: Asking): Promise<boolean>;
}

/** Known devices go first, in a queue of their own (LOGIN-16). */
export type Asking = 'stranger' | 'known';

/** @param parallel hashes at once; the database shares the thread pool. @param waiting limit of either queue. */
export async function createPasswords(parallel = 2, waiting = 200): Promise<Passwords> {
  const nobody = await hash(randomBytes(24), COST);
  const queues: Readonly<Record<Asking, (() => void)[]>> = { known: [], stranger: [] };
  let running = 0;

  async function inTurn<T>(who: Asking, work: () => Promise<T>): Promise<T> {
    if (running >= parallel) {
      const queue = queues[who];
      if (queue.length >= waiting) {
        throw new RefusedError(
          503,
          'BUSY',
          'Too many sign-ins at the moment. Try again in a few seconds.',
          5,
        );
      }
      await new Promise<void>((resolve) => {
        queue.push(resolve);
      });
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queues.known.shift() ?? queues.stranger.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    hash: (password, who = 'stranger') => inTurn(who, () => hash(asRead(password), COST)),
    verify: (known, password, who = 'stranger') =>
      inTurn(who, async () => {
        for (const form of formsOf(password))
          if ((await verify(known ?? nobody, form)) && known !== undefined) return true;
        return false;
      }),
  };
}
