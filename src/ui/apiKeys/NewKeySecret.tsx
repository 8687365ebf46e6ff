import { Button, Paper } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewKey } from '../../machines/apiKeys/apiKeys.machine.ts';
import { CopyTextButton } from '../kit/CopyButton.tsx';
import classes from '../kit/Section.module.css';

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
    <Paper className={classes.section ?? ''} p="lg" ref={section} tabIndex={-1}>
      <h3>{t('security.apiKeys.madeTitle', { label })}</h3>
      <p className={classes.text}>{t('security.apiKeys.once')}</p>
      <dl>
        <dt>{t('security.apiKeys.id')}</dt>
        <dd>
          <code className={classes.code} translate="no">
            {id}
          </code>
        </dd>
        <dt>{t('security.apiKeys.secret')}</dt>
        <dd>
          <code className={classes.code} translate="no">
            {privateSecret}
          </code>
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
    </Paper>
  );
}
