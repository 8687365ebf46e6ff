const FIRST_DELAY = 1000;
const LONGEST_DELAY = 30_000;
const JITTER = 0.25;

/** Reconnects before the socket gives up (SOCKET-01). */
export const MOST_ATTEMPTS = 5;

/**
 * How long to wait before a reconnect, in milliseconds: 1 s, doubled each time, at most 30 s, and up to a quarter
 * more, so that the clients of a restarted server do not all come back at once (SOCKET-01).
 * @param attempt 1 for the first reconnect.
 * @param random from 0 up to 1.
 */
export function reconnectDelay(attempt: number, random: number): number {
  const delay = Math.min(FIRST_DELAY * 2 ** (attempt - 1), LONGEST_DELAY);
  return Math.round(delay * (1 + JITTER * random));
}

/** A link from which nothing came for so long is dead, in milliseconds (SOCKET-03). */
export const SILENCE_LIMIT = 45_000;
