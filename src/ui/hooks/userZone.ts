/** The user's time zone, an IANA name such as `Europe/Berlin`. */
export const userZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
