/**
 * Dates as this product shows them: UTC, 24 hours (CHART-05); in ISO order where figures stand in columns or are
 * copied, in the language of the page where they are read as words. Every function answers null for a time that no
 * calendar holds, and the screen says so in words ("Invalid time").
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

/** Which UTC day a trade belongs to, seen from `now`; both epoch milliseconds (TRADE-03). */
export function dayClass(time: number, now: number): DayClass {
  const days = Math.floor(now / DAY) - Math.floor(time / DAY);
  // A clock that runs a little behind the server's puts a trade into tomorrow: it is not old.
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : 'older';
}

const readers = new Map<string, Intl.DateTimeFormat>();

/** Making one is slow, and lists have hundreds of dates. */
function readerOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${Object.keys(options).join(' ')}`;
  const reader =
    readers.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC', hourCycle: 'h23' });
  readers.set(key, reader);
  return reader;
}

const DATE = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const MOMENT = { ...DATE, hour: '2-digit', minute: '2-digit' } as const;

/**
 * `Jan 5, 2026`, `5. Jan. 2026`: the short form of the histories (HISTORY-07) in the language of the page, UTC.
 * @param time epoch milliseconds.
 */
export const shortDateText = (time: number, language: string): string | null =>
  isoOf(time) === null ? null : readerOf(language, DATE).format(time);

/** `Jan 5, 2026, 13:05`: the same with the minute. @param time epoch milliseconds. */
export const momentText = (time: number, language: string): string | null =>
  isoOf(time) === null ? null : readerOf(language, MOMENT).format(time);

/** `13:05`, UTC. @param time epoch milliseconds. */
export const hourMinuteText = (time: number): string | null => clockText(time)?.slice(0, 5) ?? null;

/**
 * The same instant on the clocks of a zone, with its distance from UTC: `2026-01-31T14:05:09+01:00`.
 * @param time epoch milliseconds.
 * @param zone an IANA name such as `Europe/Berlin`.
 */
export function zonedText(time: number, zone: string): string | null {
  if (isoOf(time) === null) return null;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts;
  const local = `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
  const minutes = Math.round((Date.parse(`${local}Z`) - Math.floor(time / 1000) * 1000) / 60_000);
  const pad = (part: number): string => String(part).padStart(2, '0');
  const distance = Math.abs(minutes);
  return `${local}${minutes < 0 ? '-' : '+'}${pad(Math.floor(distance / 60))}:${pad(distance % 60)}`;
}

const UTC_NAMES: ReadonlySet<string> = new Set(['UTC', 'Etc/UTC', 'Etc/UCT', 'Etc/GMT', 'GMT', 'UCT']);

/** Whether a zone is UTC under one of its names. @param zone an IANA name. */
export const isUtc = (zone: string): boolean => UTC_NAMES.has(zone);

/**
 * The first and the last millisecond of a UTC day.
 * @param text `2026-01-31`.
 * @returns null for a day that no calendar holds, such as 30 February.
 */
export function utcDay(text: string): { readonly first: number; readonly last: number } | null {
  const first = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(first) || dateText(first) !== text) return null;
  return { first, last: first + DAY - 1 };
}
