/** The languages of the product, each under its own name (NAV-03). English is the fallback. */
export const LANGUAGE_NAMES = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  de: 'Deutsch',
  ru: 'Русский',
} as const;

export type Language = keyof typeof LANGUAGE_NAMES;

/** Those whose words are complete, in the order in which they are offered. */
export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[];

/**
 * The language that a tag asks for: `de-AT` asks for German. Null for one that this product does not speak.
 * @param known codes of languages.
 */
export function languageFor<T extends string>(tag: string, known: readonly T[]): T | null {
  const code = tag.toLowerCase().split(/[-_]/)[0];
  return known.find((one) => one === code) ?? null;
}
