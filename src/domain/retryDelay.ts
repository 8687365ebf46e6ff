const FIRST = 1000;
const LONGEST = 30_000;
const JITTER = 0.25;

/**
 * Milliseconds before a reconnect (SOCKET-01), and before a read is tried again (LOST-06): 1 s, doubled each time, at
 * most 30 s, and up to a quarter more at random, so that many clients do not come back at once.
 * @param attempt 1 for the first one.
 * @param random from 0 up to 1.
 * @param atLeast seconds that the server asked to wait (`Retry-After`).
 */
export function retryDelay(attempt: number, random: number, atLeast = 0): number {
  const delay = Math.min(FIRST * 2 ** (attempt - 1), LONGEST);
  return Math.max(Math.round(delay * (1 + JITTER * random)), atLeast * 1000);
}
