import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { PASSWORD_COMMON, type Failure, type Said } from '../../domain/failure.ts';
import { CODE_LASTS, CODE_USED } from '../../domain/twoFactor.ts';

/** A server's message: the rule that it names in the user's language, else its own words (CALL-19). */
export function useServerText(): (said: Said) => string | undefined {
  const { t, i18n } = useTranslation();
  return useCallback(
    ({ text, brokenRule }) => {
      if (!brokenRule) return text;
      const { field, rule, limit } = brokenRule;
      if (field === '' && rule === 'long') return t('rule.all');
      const words: string = `rule.${rule}`;
      const label: string = `field.${field}`;
      // A fault in values that no user types is a mistake of this page.
      if (!i18n.exists(words) || !i18n.exists(label)) return t('rule.page');
      return t(words as 'rule.long', { field: t(label as 'field.email'), limit });
    },
    [t, i18n],
  );
}

/** Our own text for two codes; else the server's where there is one, else ours; with the time to wait where known. */
export function useFailureText(): (failure: Failure) => string {
  const { t } = useTranslation();
  const serverText = useServerText();
  return (failure) => {
    const { code, serverCode, retryAfter } = failure;
    if (serverCode === CODE_USED)
      return t('failure.codeUsed', { count: Math.ceil(retryAfter ?? CODE_LASTS) });
    if (serverCode === PASSWORD_COMMON) return t('failure.passwordCommon');
    const words = serverText(failure) ?? t(`failure.${code}`);
    return retryAfter === undefined
      ? words
      : t('failure.wait', { text: words, count: Math.ceil(retryAfter) });
  };
}
