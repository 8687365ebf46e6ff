/**
 * Dates as this product shows them: UTC, ISO order, 24 hours (spec 1 §9: "UTC, 24x7"). Every function answers
 * null for a time that no calendar holds, and the screen says so in words ("Invalid time").
 */

const DAY = 86_400_000;

export type DayClass = 'today' | 'yesterday' | 'older';

function isoOf(time: number): string | null {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** `2026-01-31`. @param time epoch milliseconds. */
export const dateText = (time: number): string | null => isoOf(time)?.replace(/T.*/, '') ?? null;

/** `13:05:09`. @param time epoch milliseconds. */
export const clockText = (time: number): string | null =>
  isoOf(time)?.replace(/^.*T/, '').slice(0, 8) ?? null;

/** `2026-01-31 13:05`. @param time epoch milliseconds. */
export function minuteText(time: number): string | null {
  const date = dateText(time);
  return date === null ? null : `${date} ${(clockText(time) ?? '').slice(0, 5)}`;
}

/** The machine-readable form for `<time dateTime>`. @param time epoch milliseconds. */
export const isoText = (time: number): string | null => isoOf(time);

/** Which UTC day a trade belongs to, seen from `now`; both epoch milliseconds (spec 1 §2, market history). */
export function dayClass(time: number, now: number): DayClass {
  const days = Math.floor(now / DAY) - Math.floor(time / DAY);
  // A clock that runs a little behind the server's puts a trade into tomorrow: it is not old.
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : 'older';
}
