import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { keyUriOf, type Enrolment } from '../../domain/twoFactor.ts';
import { useApp } from '../kit/app.tsx';
import { CopyButton } from '../kit/CopyButton.tsx';
import { QrCode } from '../kit/QrCode.tsx';
import code from '../kit/QrCode.module.css';
import classes from '../kit/Section.module.css';

/** Easier to type in groups; copying copies the secret itself. */
const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** The new secret as a QR code and as text. The code is drawn here: an image from elsewhere would reveal the secret. */
export function NewSecret({ enrolment, login }: { readonly enrolment: Enrolment; readonly login: string }) {
  const { t } = useTranslation('account');
  const { config } = useApp();
  const { secret, keyUri, picture } = enrolment;
  return (
    <Group gap="lg" align="flex-start">
      {picture === null ? (
        <QrCode
          text={keyUri ?? keyUriOf(secret, config.brand.name, login)}
          title={t('security.twoFactor.qrCode')}
          waiting={t('security.twoFactor.drawing')}
        />
      ) : (
        <img className={code.frame} src={picture} alt={t('security.twoFactor.qrCode')} />
      )}
      <div className={classes.what}>
        <span className={classes.label}>{t('security.twoFactor.secret')}</span>
        <Group gap="sm" wrap="nowrap">
          <code translate="no" className={classes.code}>
            {grouped(secret)}
          </code>
          <CopyButton text={secret} label={t('security.twoFactor.copySecret')} />
        </Group>
        <p className={classes.minor} data-warns="true">
          {t('security.twoFactor.keepSecret')}
        </p>
      </div>
    </Group>
  );
}
