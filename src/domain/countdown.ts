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
