/**
 * Dates in UTC, 24 hours (CHART-05): ISO order in columns and copies, the page's language in prose.
 * Times are epoch milliseconds. Every function returns null for an invalid time.
 */

const DAY = 86_400_000;

export type DayClass = 'today' | 'yesterday' | 'older';

function isoOf(time: number | null): string | null {
  if (time === null) return null;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** `2026-01-31` */
export const dateText = (time: number): string | null => isoOf(time)?.replace(/T.*/, '') ?? null;

/** `13:05:09` */
export const clockText = (time: number): string | null =>
  isoOf(time)?.replace(/^.*T/, '').slice(0, 8) ?? null;

/** `2026-01-31 13:05` */
export function minuteText(time: number): string | null {
  const date = dateText(time);
  return date === null ? null : `${date} ${(clockText(time) ?? '').slice(0, 5)}`;
}

export const isoText = (time: number | null): string | null => isoOf(time);

/** The UTC day of a trade, seen from `now` (TRADE-03). */
export function dayClass(time: number, now: number): DayClass {
  const days = Math.floor(now / DAY) - Math.floor(time / DAY);
  // The server's clock may be a little ahead: a trade of tomorrow counts as today.
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : 'older';
}

const readers = new Map<string, Intl.DateTimeFormat>();

/** Cached, because making one is slow and lists have hundreds of dates. */
function readerOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${Object.keys(options).join(' ')}`;
  const reader =
    readers.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC', hourCycle: 'h23' });
  readers.set(key, reader);
  return reader;
}

const DATE = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const MOMENT = { ...DATE, hour: '2-digit', minute: '2-digit' } as const;

/** `Jan 5, 2026`, `5. Jan. 2026`: the short form of the histories (HISTORY-07). */
export const shortDateText = (time: number, language: string): string | null =>
  isoOf(time) === null ? null : readerOf(language, DATE).format(time);

/** `Jan 5, 2026, 13:05` */
export const momentText = (time: number, language: string): string | null =>
  isoOf(time) === null ? null : readerOf(language, MOMENT).format(time);

/** Such as `2026-01-31T14:05:09+01:00`. @param zone an IANA name such as `Europe/Berlin`. */
export function zonedText(time: number | null, zone: string): string | null {
  if (time === null || isoOf(time) === null) return null;
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

/** By its clock and not its name: privacy browsers report `Atlantic/Reykjavik`. */
export function isUtc(zone: string): boolean {
  const known =
    utcZones.get(zone) ?? [0, 6].every((month) => zonedText(Date.UTC(2026, month), zone)?.endsWith('+00:00'));
  utcZones.set(zone, known);
  return known;
}

/** Cached, because every row asks. */
const utcZones = new Map<string, boolean>();

/** First and last millisecond of a UTC day such as `2026-01-31`; null for an invalid day, such as 30 February. */
export function utcDay(text: string): { readonly first: number; readonly last: number } | null {
  const first = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(first) || dateText(first) !== text) return null;
  return { first, last: first + DAY - 1 };
}
