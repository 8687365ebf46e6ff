import type { FormatterModule, InitOptions } from 'i18next';
import { formatCount } from '../domain/format.ts';

/** How words are put together, in the browser and where pages are rendered ahead of time. */
export const I18N_OPTIONS = {
  defaultNS: 'common',
  // React escapes by itself.
  interpolation: { escapeValue: false, alwaysFormat: true },
  returnNull: false,
} as const satisfies InitOptions;

/**
 * Writes what is put into a sentence: numbers count something and follow the language; decimal text, which is how every
 * amount comes here, stays as it is, and so does all other text.
 */
export const countsInWords: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  // The words name no formats.
  add: () => undefined,
  addCached: () => undefined,
  // What is no number is given back as it came; i18next makes a text of it, and tells of what is missing.
  format: (value: unknown, _format, language) =>
    typeof value === 'number' ? formatCount(value, language ?? 'en') : (value as string),
};
