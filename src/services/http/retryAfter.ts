const SECONDS = /^\d+(?:\.\d+)?$/;
/** The one form of a date that HTTP writes (RFC 9110 §5.6.7). */
const DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * `Retry-After`: seconds, or a date.
 * @returns the seconds from `now`, epoch milliseconds; null where the header is missing or says neither.
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text);
  const time = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now) / 1000));
}
