import { useSpokenLanguage } from './useLanguage.ts';

/** Whether the language of the page writes decimals with a comma. */
export function useDecimalComma(): boolean {
  return new Intl.NumberFormat(useSpokenLanguage()).format(1.5).includes(',');
}
