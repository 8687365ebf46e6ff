import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { isSwitchingLanguage } from '../../machines/app/index.ts';
import { useApp } from './app.tsx';

/** The code of the language of the page, such as `de`. */
export function useSpokenLanguage(): string {
  const { i18n } = useTranslation();
  return i18n.resolvedLanguage ?? i18n.language;
}

/** The language of the page, and how to choose another. */
export function useLanguage() {
  const { root } = useApp();
  return {
    language: useSpokenLanguage(),
    isSwitching: useSelector(root, isSwitchingLanguage),
    choose: (language: string) => root.send({ type: 'language.chosen', language }),
  };
}

/** Whether the language of the page writes decimals with a comma. */
export function useDecimalComma(): boolean {
  return new Intl.NumberFormat(useSpokenLanguage()).format(1.5).includes(',');
}

/** The user's time zone, an IANA name such as `Europe/Berlin`. */
export const userZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
