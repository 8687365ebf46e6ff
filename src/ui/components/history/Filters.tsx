import { useTranslation } from 'react-i18next';
import { rulesOf } from '../../../domain/history/rules.ts';
import type { HistoryName } from '../../../domain/history/types.ts';
import classes from './History.module.css';

interface Props {
  readonly list: HistoryName;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

const NAMES = [
  'all',
  'buy',
  'sell',
  'completed',
  'created',
  'processing',
  'pending',
  'failed',
  'cancelled',
  'unsuccessful',
] as const;

/** Which rows of the page are shown. */
export function Filters({ list, filter, onFilter }: Props) {
  const { t } = useTranslation('history');
  const { filters } = rulesOf(list);
  return (
    <div role="group" aria-label={t('filterName')} className={classes.filters}>
      {filters.map((name) => {
        const known = NAMES.find((one) => one === name);
        return (
          known && (
            <button
              key={name}
              type="button"
              className={classes.filter}
              aria-pressed={name === filter}
              onClick={() => onFilter(name)}
            >
              {t(`filter.${known}`)}
            </button>
          )
        );
      })}
    </div>
  );
}
