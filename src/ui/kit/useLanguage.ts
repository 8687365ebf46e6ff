import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecimalComma } from '../../domain/typedDecimal.ts';
import { useApp } from './app.tsx';

/** Code of the page's language, such as `de`. */
export function useCurrentLanguage(): string {
  const { i18n } = useTranslation();
  return i18n.resolvedLanguage ?? i18n.language;
}

export function useLanguage() {
  const { root } = useApp();
  return {
    language: useCurrentLanguage(),
    isSwitching: useSelector(root, (snapshot) => snapshot.matches({ language: 'switching' })),
    choose: (language: string) => root.send({ type: 'language.chosen', language }),
  };
}

/** How the page's language writes 12345.5. */
export function decimalCommaOf(language: string): DecimalComma {
  const [, groups = ''] = /^12(.*)345,5$/.exec(new Intl.NumberFormat(language).format(12_345.5)) ?? [];
  return groups === '.' ? 'dots' : groups !== '';
}

export function useDecimalComma(): DecimalComma {
  const language = useCurrentLanguage();
  // A format is costly to make, and forms ask at every key.
  return useMemo(() => decimalCommaOf(language), [language]);
}

/** IANA name, such as `Europe/Berlin`. */
export const userZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
