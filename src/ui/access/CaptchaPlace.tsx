import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CaptchaField } from './useCaptcha.ts';

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
            <Text size="sm" c="down" mb="sm">
              {t('captcha.failed', { host })}
            </Text>
            <Button variant="default" size="xs" onClick={retry}>
              {t('captcha.retry')}
            </Button>
          </>
        )}
        {state === 'pending' && isMissed && (
          <Text size="sm" c="down">
            {t('captcha.missed')}
          </Text>
        )}
      </div>
    </div>
  );
}
