const FIRST = 1000;
const LONGEST = 30_000;
const JITTER = 0.25;

/**
 * How long to wait before a read is tried again, in milliseconds: 1 s, doubled each time, at most 30 s, and up to a
 * quarter more, so that many clients do not come back at once (LOST-06).
 * @param attempt 1 for the first retry.
 * @param random from 0 up to 1.
 * @param atLeast seconds the server asked to wait (`Retry-After`).
 */
export function retryDelay(attempt: number, random: number, atLeast = 0): number {
  const delay = Math.min(FIRST * 2 ** (attempt - 1), LONGEST);
  return Math.max(Math.round(delay * (1 + JITTER * random)), atLeast * 1000);
}
