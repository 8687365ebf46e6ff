import { useTranslation } from 'react-i18next';
import { MarketsTable } from '../../components/marketsTable/MarketsTable.tsx';
import { useApp } from '../../hooks/app.tsx';
import { usePage } from '../../hooks/usePage.ts';
import classes from './Markets.module.css';

/** Header text and the markets table (spec 1 §2). */
export function MarketsScreen() {
  const { t } = useTranslation(['markets', 'common']);
  const { config } = useApp();
  usePage({
    title: t('common:title.page', { page: t('meta.title'), name: config.brand.name }),
    description: t('meta.description'),
  });
  return (
    <div className={classes['page']}>
      <h1 className={classes['title']}>{t('heading')}</h1>
      <p className={classes['lead']}>{t('lead')}</p>
      <MarketsTable />
    </div>
  );
}
