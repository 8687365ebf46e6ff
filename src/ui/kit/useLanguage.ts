import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type DecimalComma, decimalCommaOf } from '../../domain/typedDecimal.ts';
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

export function useDecimalComma(): DecimalComma {
  const language = useCurrentLanguage();
  // A format is costly to make, and forms ask at every key.
  return useMemo(() => decimalCommaOf(language), [language]);
}

/** IANA name, such as `Europe/Berlin`. */
export const userZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
