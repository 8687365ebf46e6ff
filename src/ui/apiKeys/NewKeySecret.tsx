import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewKey } from '../../machines/apiKeys/index.ts';
import { CopyTextButton } from '../kit/CopyButton.tsx';
import classes from './ApiKeys.module.css';

interface Props {
  readonly made: NewKey;
  readonly onKept: () => void;
}

/** The secret of a new key, shown once (APIKEY-11). */
export function NewKeySecret({ made: { id, label, privateSecret }, onKept }: Props) {
  const { t } = useTranslation('account');
  const section = useRef<HTMLDivElement>(null);
  // The form that was pressed is gone.
  useEffect(() => section.current?.focus(), []);
  return (
    <div className={classes.secret} ref={section} tabIndex={-1}>
      <h3 className={classes.heading}>{t('security.apiKeys.madeTitle', { label })}</h3>
      <p className={classes.text}>{t('security.apiKeys.once')}</p>
      <dl className={classes.parts}>
        <dt>{t('security.apiKeys.id')}</dt>
        <dd>
          <code translate="no">{id}</code>
        </dd>
        <dt>{t('security.apiKeys.secret')}</dt>
        <dd>
          <code translate="no">{privateSecret}</code>
        </dd>
      </dl>
      <div className={classes.buttons}>
        <CopyTextButton
          text={id}
          label={t('security.apiKeys.copyId')}
          copiedLabel={t('security.apiKeys.copied')}
        />
        <CopyTextButton
          text={privateSecret}
          label={t('security.apiKeys.copySecret')}
          copiedLabel={t('security.apiKeys.copied')}
        />
        <Button onClick={onKept}>{t('security.apiKeys.kept')}</Button>
      </div>
    </div>
  );
}
