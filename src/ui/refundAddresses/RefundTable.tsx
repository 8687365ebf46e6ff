import { Paper, Table } from '@mantine/core';
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
    <Paper>
      <Table className={classes.table ?? ''} data-cards>
        <caption className="visually-hidden">{t('table.name')}</caption>
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map((column) => (
              <Table.Th key={column} scope="col" data-column={column}>
                {t(`table.column.${column}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <RefundTableRow key={row.ticker} row={row} isWanted={row.ticker === wanted} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
