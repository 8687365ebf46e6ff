/** Languages under their own names (NAV-03). English is the fallback. */
export const LANGUAGE_NAMES = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  de: 'Deutsch',
  ru: 'Русский',
} as const;

export type Language = keyof typeof LANGUAGE_NAMES;

/** In the order in which they are offered. */
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[];

/** The language of a tag: `de-AT` gives German; null for one that is not offered. */
export function languageFor<T extends string>(tag: string, known: readonly T[]): T | null {
  const code = tag.toLowerCase().split(/[-_]/)[0];
  return known.find((one) => one === code) ?? null;
}
