import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pair } from '../../../domain/pair.ts';
import classes from './OrderBook.module.css';

/** What stands in a cell until the painter has written it. */
const UNWRITTEN = '\u00a0';

interface SideProps {
  readonly side: 'ask' | 'bid';
  readonly rows: number;
  readonly pair: Pair;
  readonly isHidden: boolean;
}

/**
 * One side as a table of fixed rows, the best price next to the spread. The rows are laid out as blocks, because a
 * real table measures all its cells for every change; browsers keep it a table for those who cannot see it.
 */
export const Side = memo(function Side({ side, rows, pair, isHidden }: SideProps) {
  const { t } = useTranslation('trade');
  const levels = Array.from({ length: rows }, (_, index) => (side === 'ask' ? rows - 1 - index : index));
  return (
    <table className={classes['side']} data-book={side} hidden={isHidden}>
      <caption className="visually-hidden">{t(side === 'ask' ? 'book.asks' : 'book.bids')}</caption>
      <thead className="visually-hidden">
        <tr>
          <th>{t('book.price', { quote: pair.quote })}</th>
          <th>{t('book.quantity', { base: pair.base })}</th>
          <th>{t('book.total', { base: pair.base })}</th>
        </tr>
      </thead>
      <tbody>
        {levels.map((level) => (
          <tr
            key={level}

            className={classes['row']}
            data-side={side}
            data-level={level}
            data-empty=""
          >
            <td>
              <span data-cell="bar" />
              <button type="button" data-cell="price" tabIndex={level === 0 ? 0 : -1}>
                {UNWRITTEN}
              </button>
            </td>
            <td data-cell="quantity">{UNWRITTEN}</td>
            <td data-cell="total">{UNWRITTEN}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
});
