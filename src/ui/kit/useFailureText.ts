import { useTranslation } from 'react-i18next';
import { PASSWORD_COMMON, type Failure } from '../../domain/failure.ts';
import { CODE_LASTS, CODE_USED } from '../../domain/twoFactor.ts';
import { useServerText } from './useServerText.ts';

/** The server's own text where there is one, else ours; with the time to wait where known. */
export function useFailureText(): (failure: Failure) => string {
  const { t } = useTranslation('common');
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
