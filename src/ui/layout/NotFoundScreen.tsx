import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useApp } from '../kit/app.tsx';
import { useGoBack } from '../kit/pageState.ts';
import { usePage } from '../kit/usePage.ts';
import { MessagePage } from './MaintenanceScreen.tsx';

/** Unknown paths and pairs (PUBLIC-13). */
export function NotFoundScreen() {
  const { t } = useTranslation();
  const { config } = useApp();
  usePage({ title: t('title.page', { page: t('notFound.title'), name: config.brand.name }) });
  const goBack = useGoBack();
  return (
    <MessagePage title={t('notFound.title')} text={t('notFound.text')}>
      <Button component={Link} to="/">
        {t('notFound.home')}
      </Button>
      <Button variant="default" onClick={goBack}>
        {t('notFound.back')}
      </Button>
    </MessagePage>
  );
}
