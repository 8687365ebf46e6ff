import { useTranslation } from 'react-i18next';
import type { HistoryScreenState } from '../../hooks/useHistory.ts';
import classes from './History.module.css';

/** Previous, which page it is, next: how many there are nobody says (HISTORY-04). */
export function HistoryPager({ state }: { readonly state: HistoryScreenState<unknown> }) {
  const { t } = useTranslation('history');
  const { page, hasPrevious, hasNext, goBack, goNext } = state;
  return (
    <nav className={classes.pager} aria-label={t('pager.name')}>
      <button type="button" className={classes.control} disabled={!hasPrevious} onClick={goBack}>
        {t('pager.previous')}
      </button>
      <span className={classes.page} aria-current="page">
        {t('pager.page', { page })}
      </span>
      <button type="button" className={classes.control} disabled={!hasNext} onClick={goNext}>
        {t('pager.next')}
      </button>
    </nav>
  );
}
