import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MARKET_COLUMNS, type MarketColumn, type MarketSort } from '../../domain/marketList.ts';
import { SortHeading } from '../kit/SortHeading.tsx';

interface MarketsHeadProps {
  readonly sort: MarketSort;
  readonly onSort: (column: MarketColumn) => void;
}

export function MarketsHead({ sort, onSort }: MarketsHeadProps) {
  const { t } = useTranslation('markets');
  return (
    <Table.Thead>
      <Table.Tr>
        {MARKET_COLUMNS.map((column) => (
          <SortHeading
            key={column}
            column={column}
            direction={sort.column === column ? sort.direction : 'none'}
            isFigure={column !== 'asset'}
            onSort={() => onSort(column)}
          >
            {t(`table.column.${column}`)}
          </SortHeading>
        ))}
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a column of links needs no heading */}
        <Table.Td data-column="action" />
      </Table.Tr>
    </Table.Thead>
  );
}
