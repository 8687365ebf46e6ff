import { useTranslation } from 'react-i18next';
import { useMaintenance } from '../../hooks/useMaintenance.ts';
import { useApp } from '../../hooks/app.tsx';
import { usePage } from '../../hooks/usePage.ts';
import { MessagePage } from '../../layout/MessagePage.tsx';

/** Where a screen ends up that could not begin (PUBLIC-14). It leads back once the server answers. */
export function MaintenanceScreen() {
  const { t } = useTranslation('common');
  const { config } = useApp();
  usePage({ title: t('title.page', { page: t('maintenance.title'), name: config.brand.name }) });
  const { isAsking, socialLink, retry } = useMaintenance();
  return (
    <MessagePage title={t('maintenance.title')} text={t('maintenance.text')}>
      <button type="button" disabled={isAsking} onClick={retry}>
        {t('maintenance.retry')}
      </button>
      {socialLink && (
        <a href={socialLink} target="_blank" rel="noopener noreferrer">
          {t('maintenance.social')}
        </a>
      )}
    </MessagePage>
  );
}
