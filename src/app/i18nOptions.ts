import type { FormatterModule, InitOptions } from 'i18next';
import { formatCount } from '../domain/format.ts';

/** For the browser and for prerendering. */
export const I18N_OPTIONS = {
  defaultNS: 'common',
  // Words that several screens share need no prefix.
  fallbackNS: 'common',
  // React escapes texts itself.
  interpolation: { escapeValue: false, alwaysFormat: true },
  returnNull: false,
} as const satisfies InitOptions;

/** Numbers are counts and follow the language; amounts are decimal text, which stays as it is. */
export const countsInWords: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  // Values other than numbers are returned as they came.
  format: (value: unknown, _format, language) =>
    typeof value === 'number' ? formatCount(value, language ?? 'en') : (value as string),
};
