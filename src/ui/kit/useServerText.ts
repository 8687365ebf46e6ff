import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Said } from '../../domain/failure.ts';

/** What a server said: the rule that it names in the user's language, else its own words (CALL-19). */
export function useServerText(): (said: Said) => string | undefined {
  const { t, i18n } = useTranslation('common');
  return useCallback(
    ({ text, brokenRule }) => {
      if (!brokenRule) return text;
      const { field, rule, limit } = brokenRule;
      if (field === '' && rule === 'long') return t('rule.all');
      const words: string = `rule.${rule}`;
      const label: string = `field.${field}`;
      // What no user types is a mistake of this page.
      if (!i18n.exists(words) || !i18n.exists(label)) return t('rule.page');
      return t(words as 'rule.long', { field: t(label as 'field.email'), limit });
    },
    [t, i18n],
  );
}
