import { Button, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isEver, rulesOf } from '../../domain/history/rules.ts';
import type { HistoryName, HistoryRow } from '../../domain/history/types.ts';
import type { HistoryScreenState } from './useHistory.ts';
import { PlaceholderRows } from '../kit/PlaceholderRows.tsx';
import { SortHeading } from '../kit/SortHeading.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import type { Column } from './column.ts';
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
            {columns.map(({ name, from, isFigure }) =>
              Object.hasOwn(sortable, name) ? (
                <SortHeading
                  key={name}
                  column={name}
                  from={from}
                  isFigure={isFigure}
                  direction={sort.column === name ? sort.direction : 'none'}
                  onSort={() => chooseSort(name)}
                >
                  {t(`column.${name}`)}
                </SortHeading>
              ) : (
                <Table.Th key={name} scope="col" data-column={name} data-from={from} data-figure={isFigure}>
                  {t(`column.${name}`)}
                </Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records === null && phase !== 'missing' && (
            <PlaceholderRows rows={PLACEHOLDERS} columns={columns.length} />
          )}
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

function Missing<Row>({ list, state: { failure, retry } }: Omit<Props<Row>, 'columns'>) {
  const { t } = useTranslation('history');
  const sayFailure = useFailureText();
  return (
    <Stack className={classes.note ?? ''} role="alert" data-kind="failure">
      <Text fw={600} c="down">
        {t(`list.${list}.refreshFailed`)}
      </Text>
      <p>{failure ? sayFailure(failure) : t('failedHint')}</p>
      <Button variant="default" onClick={retry}>
        {t('retry')}
      </Button>
    </Stack>
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
    <Stack className={classes.note ?? ''} role="status">
      <Text fw={600} c="var(--text)">
        {t(`list.${list}.empty`)}
      </Text>
      {hasRecords || isNarrowed ? (
        <p>{t(!hasRecords ? 'emptyHint' : state.range === null ? 'emptyPage' : 'emptyAll')}</p>
      ) : (
        <Link to={isOfCoins ? '/wallet' : '/markets'}>{t(isOfCoins ? 'begin.coins' : 'begin.trading')}</Link>
      )}
    </Stack>
  );
}
