import { useTranslation } from 'react-i18next';
import { pageButtons, type PageOf } from '../../domain/marketList.ts';
import classes from './Pager.module.css';

interface PagerProps {
  readonly view: Omit<PageOf<unknown>, 'rows'>;
  readonly onPage: (page: number) => void;
}

/** Page numbers on a narrow screen (WALLET-01). */
const MOST_WHEN_NARROW = 3;

export function Pager({ view, onPage }: PagerProps) {
  const { t } = useTranslation('markets');
  const { page, pages, from, to, total } = view;
  const near = pageButtons(page, pages, MOST_WHEN_NARROW);
  return (
    <nav className={classes.pager} aria-label={t('pager.name')}>
      <p className={classes.count} role="status">
        {t('pager.count', { from, to, total })}
      </p>
      <ul className={classes.buttons}>
        <li>
          <button
            type="button"
            className={classes.step}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            {t('pager.previous')}
          </button>
        </li>
        {pageButtons(page, pages).map((number) => (
          <li key={number} className={near.includes(number) ? undefined : classes.far}>
            <button
              type="button"
              className={classes.number}
              translate="no"
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {number}
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            className={classes.step}
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          >
            {t('pager.next')}
          </button>
        </li>
      </ul>
    </nav>
  );
}
