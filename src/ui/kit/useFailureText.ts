import { useTranslation } from 'react-i18next';
import { PASSWORD_COMMON, type Failure } from '../../domain/failure.ts';
import { CODE_LASTS, CODE_USED } from '../../domain/twoFactor.ts';

/** The server's own text where there is one, else ours; with the time to wait where known. */
export function useFailureText(): (failure: Failure) => string {
  const { t } = useTranslation('common');
  return ({ text, code, serverCode, retryAfter }) => {
    if (serverCode === CODE_USED)
      return t('failure.codeUsed', { count: Math.ceil(retryAfter ?? CODE_LASTS) });
    if (serverCode === PASSWORD_COMMON) return t('failure.passwordCommon');
    const words = text ?? t(`failure.${code}`);
    return retryAfter === undefined
      ? words
      : t('failure.wait', { text: words, count: Math.ceil(retryAfter) });
  };
}
