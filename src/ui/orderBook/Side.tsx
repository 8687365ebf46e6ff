import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pair } from '../../domain/market.ts';
import classes from './OrderBook.module.css';

/** Content of a cell before the first paint. */
const UNWRITTEN = '\u00a0';

interface SideProps {
  readonly side: 'ask' | 'bid';
  readonly rows: number;
  readonly pair: Pair;
  readonly mayPick: boolean;
  readonly isHidden: boolean;
}

/** Boxes of fixed size, because a real table measures all cells at every change; a table for screen readers. */
export const Side = memo(function Side({ side, rows, pair, mayPick, isHidden }: SideProps) {
  const { t } = useTranslation('trade');
  const levels = Array.from({ length: rows }, (_, index) => (side === 'ask' ? rows - 1 - index : index));
  return (
    <div className={classes.side} data-book={side} hidden={isHidden}>
      <svg
        className={classes.bars}
        viewBox={`0 0 1000 ${rows}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path data-cell={`${side}-bars`} />
      </svg>
      {/* Written by the painter, cell by cell: nothing of it is rendered twice. */}
      <table className={classes.table}>
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

              className={classes.row}
              data-side={side}
              data-level={level}
              data-empty=""
            >
              <td>
                {/* The painter writes the price, which is its name. */}
                {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
                <button type="button" tabIndex={-1} aria-disabled={!mayPick}>
                  <span data-cell="price">{UNWRITTEN}</span>
                  <span data-cell="own" className={classes.own} hidden>
                    <span className="visually-hidden"> {t('book.own')}</span>
                  </span>
                </button>
              </td>
              <td data-cell="quantity">{UNWRITTEN}</td>
              <td data-cell="total">{UNWRITTEN}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
