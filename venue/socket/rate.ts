/** Messages at once and a second, and those in excess after which a client is disconnected. */
const BURST = 100;
export const REFILL = 10;
const MAX_EXCESS = 10_000;

type RateState = 'fine' | 'first excess' | 'excess' | 'exhausted';

/** Token bucket. Only the first excess message is answered. */
export function createBucket(now: () => number): { take(isAffordable: boolean): RateState } {
  let tokens = BURST;
  let filledAt = now();
  let excess = 0;
  let isWarned = false;
  return {
    take(isAffordable) {
      tokens = Math.min(BURST, tokens + ((now() - filledAt) / 1000) * REFILL);
      filledAt = now();
      if (tokens >= 1 && isAffordable) {
        tokens -= 1;
        if (tokens > BURST / 2) isWarned = false;
        return 'fine';
      }
      excess += 1;
      if (excess > MAX_EXCESS) return 'exhausted';
      if (isWarned) return 'excess';
      isWarned = true;
      return 'first excess';
    },
  };
}
