import { useTranslation } from 'react-i18next';
import type { Failure } from '../../domain/failure.ts';

/** Puts a failure into words: the server's own where it sent some, else ours, and how long to wait where it said so. */
export function useFailureText(): (failure: Failure) => string {
  const { t } = useTranslation('common');
  return ({ text, code, retryAfter }) => {
    const words = text ?? t(`failure.${code}`);
    return retryAfter === undefined
      ? words
      : t('failure.wait', { text: words, count: Math.ceil(retryAfter) });
  };
}
