/** A time left, as the dashboard shows it (ACCOUNT-07). */
export interface TimeLeft {
  /** May be more than a day holds. */
  readonly hours: number;
  /** Two digits. */
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

export interface Age {
  readonly unit: 'second' | (typeof UNITS)[number][0];
  /** Whole units that have passed. */
  readonly count: number;
}

/**
 * How long ago something was, in the largest unit of which at least one has passed.
 * @param time epoch milliseconds, as is `now`; a time ahead of this clock is no age at all and counts as now.
 */
export function ageOf(time: number, now: number): Age {
  const seconds = Math.max(0, Math.floor((now - time) / 1000));
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? (['second', 1] as const);
  return { unit, count: Math.floor(seconds / size) };
}
