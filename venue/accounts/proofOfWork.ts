import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isSolved, type Work, type WorkChallenge } from '../../src/domain/proofOfWork.ts';

/** Milliseconds in which a challenge must come back solved (LOGIN-22). */
export const CHALLENGE_LIFETIME = 120_000;
/** Most bits that pressure adds: a phone then needs about eight times as long (LOGIN-23). */
export const MAX_PRESSURE = 3;

/** Challenges that strangers solve instead of waiting (LOGIN-21). Open ones are not stored. */
export interface ProofOfWork {
  /** @param subject the call and the account that it is for. @param pressure see `pressureOf`. */
  issue(subject: string, pressure: number): WorkChallenge;
  /** Whether the solution is right, in time, for this subject, and new. Each is accepted once. */
  accept(subject: string, work: Work): boolean;
}

const FORM = /^(\d{13,15})\.(\d{1,2})\.([\w-]{22})\.([\w-]{43})$/;

/** @param difficulty bits without pressure. @param now epoch milliseconds. */
export function createProofOfWork(difficulty: number, now: () => number): ProofOfWork {
  const key = randomBytes(32);
  // Two generations, each as long as a challenge lives: everything dropped has expired.
  let [recent, older] = [new Set<string>(), new Set<string>()];
  let rotatedAt = now();

  const sealOf = (subject: string, text: string): Buffer =>
    createHmac('sha256', key).update(`${text} ${subject}`).digest();

  function rotate(): void {
    if (now() - rotatedAt <= CHALLENGE_LIFETIME) return;
    [recent, older] = [new Set(), recent];
    rotatedAt = now();
  }

  return {
    issue(subject, pressure) {
      const bits = difficulty + Math.min(MAX_PRESSURE, Math.max(0, pressure));
      const text = `${now() + CHALLENGE_LIFETIME}.${bits}.${randomBytes(16).toString('base64url')}`;
      return { challenge: `${text}.${sealOf(subject, text).toString('base64url')}`, difficulty: bits };
    },

    accept(subject, work) {
      const [, expiresAt = '', bits = '', nonce = '', seal = ''] = FORM.exec(work.challenge) ?? [];
      const received = Buffer.from(seal, 'base64url');
      const expected = sealOf(subject, `${expiresAt}.${bits}.${nonce}`);
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return false;
      if (Number(expiresAt) <= now() || !isSolved(work, Number(bits))) return false;
      rotate();
      if (recent.has(nonce) || older.has(nonce)) return false;
      recent.add(nonce);
      return true;
    },
  };
}

/**
 * Bits to add: one each time that the solved challenges double. Only finished work counts, so that making it harder for
 * others costs that much work. @param worked attempts in the window. @param free those without work.
 */
export const pressureOf = (worked: number, free: number): number => Math.floor(Math.log2(1 + worked / free));
