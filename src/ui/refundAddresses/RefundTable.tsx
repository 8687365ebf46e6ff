import { useTranslation } from 'react-i18next';
import type { RefundRow } from '../../domain/refundAddress.ts';
import classes from './Refund.module.css';
import { RefundTableRow } from './RefundTableRow.tsx';

const COLUMNS = ['asset', 'address', 'status', 'actions'] as const;

interface Props {
  readonly rows: readonly RefundRow[];
  /** The coin that the user came for, whose row takes the focus. */
  readonly wanted: string | null;
}

/** Every coin with its refund address (REFUND-02). */
export function RefundTable({ rows, wanted }: Props) {
  const { t } = useTranslation('refund');
  if (rows.length === 0) return <p role="status">{t('table.empty')}</p>;
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{t('table.name')}</caption>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" data-column={column}>
              {t(`table.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <RefundTableRow key={row.ticker} row={row} isWanted={row.ticker === wanted} />
        ))}
      </tbody>
    </table>
  );
}
