import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';
import classes from './MessagePage.module.css';
import { useMaintenance } from './useMaintenance.ts';

interface Props {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

export function MessagePage({ title, text, children }: Props) {
  return (
    <div className={classes.page}>
      <h1>{title}</h1>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}

/** Shown where a screen cannot load; leads back once the server answers (PUBLIC-14). */
export function MaintenanceScreen() {
  const { t } = useTranslation();
  const { config } = useApp();
  usePage({ title: t('title.page', { page: t('maintenance.title'), name: config.brand.name }) });
  const { isAsking, socialLink, retry } = useMaintenance();
  return (
    <MessagePage title={t('maintenance.title')} text={t('maintenance.text')}>
      <Button disabled={isAsking} onClick={retry}>
        {t('maintenance.retry')}
      </Button>
      {socialLink && (
        <Button component="a" variant="default" href={socialLink} target="_blank" rel="noopener noreferrer">
          {t('maintenance.social')}
        </Button>
      )}
    </MessagePage>
  );
}
