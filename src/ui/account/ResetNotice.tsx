import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { momentText } from '../../domain/dates.ts';
import { useCapabilities } from '../kit/app.tsx';
import { Message } from '../kit/Message.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import { useCurrentLanguage } from '../kit/useLanguage.ts';
import { useSession } from '../kit/useSession.ts';
import { useResetStop } from './useSecuritySections.ts';

/** Shows every session that somebody asked for a reset of the second factor, and stops it (RESET-02). */
export function ResetNotice() {
  const { twoFactorReset } = useCapabilities();
  const at = useSession().user?.twoFactorResetAt;
  return twoFactorReset && at !== undefined ? <OpenReset at={at} /> : null;
}

function OpenReset({ at }: { readonly at: number }) {
  const { t } = useTranslation('account');
  const language = useCurrentLanguage();
  const sayFailure = useFailureText();
  const { isBusy, failure, lost, send } = useResetStop();
  return (
    <Message kind="warning">
      <p>
        <strong>{t('reset.title')}</strong>
      </p>
      <p>{t('reset.text', { time: momentText(at, language) ?? '' })}</p>
      {failure && <p>{sayFailure(failure)}</p>}
      {lost && <p>{t(`reset.lost.${lost}`)}</p>}
      <Button variant="default" size="xs" disabled={isBusy} onClick={() => send({ type: 'user.stop' })}>
        {t(isBusy ? 'reset.stopping' : 'reset.stop')}
      </Button>
    </Message>
  );
}
