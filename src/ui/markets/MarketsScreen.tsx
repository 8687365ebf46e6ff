import { useTranslation } from 'react-i18next';
import { MarketsTable } from './MarketsTable.tsx';
import { PageFrame } from '../kit/PageFrame.tsx';
import { useApp } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';

/** Header text and table of the markets (MARKET-09). */
export function MarketsScreen() {
  const { t } = useTranslation('markets');
  const { config } = useApp();
  usePage({
    title: t('title.page', { page: t('shell.markets'), name: config.brand.name }),
    description: t('meta.description'),
  });
  return (
    <PageFrame title={t('shell.markets')} lead={t('lead')}>
      <MarketsTable />
    </PageFrame>
  );
}
