import { useTranslation } from 'react-i18next';

/** Whether the language of the page writes decimals with a comma. */
export function useDecimalComma(): boolean {
  const { i18n } = useTranslation();
  return new Intl.NumberFormat(i18n.resolvedLanguage ?? 'en').format(1.5).includes(',');
}
