import { useTranslation } from 'react-i18next';
import { readGrouping } from '../../../domain/bookGrouping.ts';
import type { BookGrouping } from '../../hooks/useBookGrouping.ts';
import classes from './OrderBook.module.css';

/** Chooses how many ticks a row of the book gathers, by the step in quote coin that stands between two rows. */
export function GroupingChoice({ grouping, choices, choose }: BookGrouping) {
  const { t } = useTranslation('trade');
  if (choices === null) return null;
  return (
    <select
      className={classes.grouping}
      aria-label={t('book.grouping')}
      title={t('book.grouping')}
      value={grouping}
      onChange={({ currentTarget }) => choose(readGrouping(currentTarget.value))}
    >
      {choices.map(({ grouping: one, step }) => (
        <option key={one} value={one}>
          {step}
        </option>
      ))}
    </select>
  );
}
