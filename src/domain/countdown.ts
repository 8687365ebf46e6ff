/** Time left, as the dashboard shows it (ACCOUNT-07). Hours may exceed 23; minutes and seconds have two digits. */
export interface TimeLeft {
  readonly hours: number;
  readonly minutes: string;
  readonly seconds: string;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** @param seconds whole seconds. */
export const timeLeft = (seconds: number): TimeLeft => ({
  hours: Math.floor(seconds / 3600),
  minutes: twoDigits(Math.floor(seconds / 60) % 60),
  seconds: twoDigits(seconds % 60),
});

const UNITS = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Without weeks. */
const SPANS = UNITS.slice(1);

/** `3 days 4 hr`: in whole minutes. */
export function durationText(seconds: number, language: string): string {
  const partOf = (count: number, unit: (typeof SPANS)[number][0]): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
  let left = seconds;
  const parts = SPANS.flatMap(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? [] : partOf(count, unit);
  });
  return parts.join(' ') || partOf(0, 'minute');
}

export interface Age {
  readonly unit: 'second' | (typeof UNITS)[number][0];
  readonly count: number;
}

/** Age in the largest unit of which one has passed. Epoch milliseconds; a future time counts as now. */
export function ageOf(time: number, now: number): Age {
  const seconds = Math.max(0, Math.floor((now - time) / 1000));
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? (['second', 1] as const);
  return { unit, count: Math.floor(seconds / size) };
}
