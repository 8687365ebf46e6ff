import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CaptchaField } from './useCaptcha.ts';
import classes from './AccessForm.module.css';

interface CaptchaPlaceProps {
  readonly captcha: Omit<CaptchaField, 'readToken'>;
  /** The user pressed submit before passing it. */
  readonly isMissed: boolean;
}

export function CaptchaPlace({ captcha, isMissed }: CaptchaPlaceProps) {
  const { t } = useTranslation('auth');
  const { state, host, attempt, takePlace, retry } = captcha;
  return (
    <div role="group" aria-label={t('captcha.name')}>
      <div key={attempt} ref={takePlace} />
      <div role="alert">
        {state === 'failed' && (
          <>
            <p className={classes.captchaFault}>{t('captcha.failed', { host })}</p>
            <Button variant="default" size="xs" onClick={retry}>
              {t('captcha.retry')}
            </Button>
          </>
        )}
        {state === 'pending' && isMissed && <p className={classes.captchaFault}>{t('captcha.missed')}</p>}
      </div>
    </div>
  );
}
