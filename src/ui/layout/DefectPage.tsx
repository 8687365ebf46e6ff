import { useTranslation } from 'react-i18next';
import { MessagePage } from './MessagePage.tsx';

/** Stands in for a page that threw. */
export function DefectPage() {
  const { t } = useTranslation('common');
  return (
    <MessagePage title={t('defect.title')} text={t('defect.text')}>
      <button type="button" onClick={() => window.location.reload()}>
        {t('defect.reload')}
      </button>
    </MessagePage>
  );
}
