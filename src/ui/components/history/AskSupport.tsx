import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AskedRecord } from '../../../domain/ticketList.ts';
import classes from './Cells.module.css';

/** The way to a new ticket about one record, whose id stands in it. The id goes along in the page, not in its address. */
export function AskSupport({ record }: { readonly record: AskedRecord }) {
  const { t } = useTranslation('history');
  return (
    <Link className={classes.minor} to={`/support?new=${record.category}`} state={{ record }}>
      {t('askSupport')}
    </Link>
  );
}
