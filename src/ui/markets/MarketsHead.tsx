import { useTranslation } from 'react-i18next';
import { MARKET_COLUMNS, type MarketColumn, type MarketSort } from '../../domain/marketList.ts';
import classes from './MarketsTable.module.css';

interface MarketsHeadProps {
  readonly sort: MarketSort;
  readonly onSort: (column: MarketColumn) => void;
}

export function MarketsHead({ sort, onSort }: MarketsHeadProps) {
  const { t } = useTranslation('markets');
  return (
    <thead>
      <tr>
        {MARKET_COLUMNS.map((column) => {
          const isSorted = sort.column === column;
          return (
            <th
              key={column}
              scope="col"
              className={classes[column]}
              aria-sort={isSorted ? sort.direction : 'none'}
            >
              <button type="button" className={classes.heading} onClick={() => onSort(column)}>
                <span className={classes.arrow} aria-hidden="true">
                  {isSorted ? (sort.direction === 'ascending' ? '▲' : '▼') : ''}
                </span>
                {t(`table.column.${column}`)}
              </button>
            </th>
          );
        })}
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a column of links needs no heading */}
        <td className={classes.action} />
      </tr>
    </thead>
  );
}
