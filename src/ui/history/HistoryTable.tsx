import { Button, Skeleton, Table, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isEver, rulesOf } from '../../domain/history/rules.ts';
import type { HistoryName, HistoryRow, HistorySort } from '../../domain/history/types.ts';
import type { HistoryScreenState } from './useHistory.ts';
import { useFailureText } from '../kit/useFailureText.ts';
import type { Column, ColumnName } from './column.ts';
import classes from './Table.module.css';

interface Props<Row> {
  readonly list: HistoryName;
  readonly state: HistoryScreenState<Row>;
  readonly columns: readonly Column<Row>[];
}

const PLACEHOLDERS = 5;

/** The table of a history, or why there is none (HISTORY-01). */
export function HistoryTable<Row extends HistoryRow>({ list, state, columns }: Props<Row>) {
  const { t } = useTranslation('history');
  const { phase, rows, records, sort, chooseSort } = state;
  const sortable = rulesOf(list).columns;
  return (
    <>
      <Table className={classes.table ?? ''} data-list={list} aria-busy={phase === 'loading'}>
        <caption className="visually-hidden">{t(`list.${list}.title`)}</caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th
                key={column.name}
                scope="col"
                data-column={column.name}
                data-from={column.from}
                data-figure={column.isFigure}
                {...(Object.hasOwn(sortable, column.name) ? { 'aria-sort': sortOf(column.name, sort) } : {})}
              >
                {Object.hasOwn(sortable, column.name) ? (
                  <SortButton name={column.name} sort={sort} onSort={chooseSort} />
                ) : (
                  t(`column.${column.name}`)
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records === null && phase !== 'missing' && <Placeholders columns={columns.length} />}
          {rows.map((row) => (
            <Table.Tr key={rulesOf(list).id(row)}>
              {columns.map(({ name, cell, from, isFigure }) => (
                <Table.Td
                  key={name}
                  data-column={name}
                  data-from={from}
                  data-figure={isFigure}
                  data-label={t(`column.${name}`)}
                >
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {phase === 'loading' && (
        <p className="visually-hidden" role="status">
          {t('loading')}
        </p>
      )}
      {phase === 'missing' && <Missing list={list} state={state} />}
      {records !== null && rows.length === 0 && <Empty list={list} state={state} />}
    </>
  );
}

const sortOf = (name: ColumnName, { column, direction }: HistorySort) =>
  column === name ? direction : 'none';

interface SortButtonProps {
  readonly name: ColumnName;
  readonly sort: HistorySort;
  readonly onSort: (column: string) => void;
}

function SortButton({ name, sort, onSort }: SortButtonProps) {
  const { t } = useTranslation('history');
  const direction = sortOf(name, sort);
  return (
    <UnstyledButton className={classes.sort ?? ''} onClick={() => onSort(name)}>
      {t(`column.${name}`)}
      <span className={classes.arrow} aria-hidden="true">
        {direction === 'ascending' ? '▲' : direction === 'descending' ? '▼' : ''}
      </span>
    </UnstyledButton>
  );
}

function Placeholders({ columns }: { readonly columns: number }) {
  return Array.from({ length: PLACEHOLDERS }, (_, index) => (
    <Table.Tr key={index} aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing to be read */}
      <Table.Td colSpan={columns}>
        <Skeleton height={12} animate={false} />
      </Table.Td>
    </Table.Tr>
  ));
}

function Missing<Row>({ list, state: { failure, retry } }: Omit<Props<Row>, 'columns'>) {
  const { t } = useTranslation('history');
  const sayFailure = useFailureText();
  return (
    <div className={classes.note} role="alert" data-kind="failure">
      <p className={classes.noteTitle}>{t(`list.${list}.refreshFailed`)}</p>
      <p>{failure ? sayFailure(failure) : t('failedHint')}</p>
      <Button variant="default" onClick={retry}>
        {t('retry')}
      </Button>
    </div>
  );
}

/** A new user is led to where the first row comes from (HISTORY-26). */
function Empty<Row>({ list, state }: Omit<Props<Row>, 'columns'>) {
  const { t } = useTranslation('history');
  const { records, filter, search, range, hasPrevious } = state;
  const hasRecords = records !== null && records.length > 0;
  const isOfCoins = list === 'deposits' || list === 'withdrawals';
  const isNarrowed = filter !== 'all' || search !== '' || (range !== null && !isEver(range)) || hasPrevious;
  return (
    <div className={classes.note} role="status">
      <p className={classes.noteTitle}>{t(`list.${list}.empty`)}</p>
      {hasRecords || isNarrowed ? (
        <p>{t(!hasRecords ? 'emptyHint' : state.range === null ? 'emptyPage' : 'emptyAll')}</p>
      ) : (
        <Link to={isOfCoins ? '/wallet' : '/markets'}>{t(isOfCoins ? 'begin.coins' : 'begin.trading')}</Link>
      )}
    </div>
  );
}
