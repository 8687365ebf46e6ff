import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isChosen, isEver, rulesOf } from '../../domain/history/rules.ts';
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
  /** Rows that one row opens to; none by default (HISTORY-31). */
  readonly partsOf?: ((row: Row) => readonly Row[]) | undefined;
}

const PLACEHOLDERS = 7;

/** The table of a history, or why there is none (HISTORY-01). */
export function HistoryTable<Row extends HistoryRow>({ list, state, columns, partsOf }: Props<Row>) {
  const { t } = useTranslation('history');
  const { phase, rows, records, sort, send } = state;
  const sortable = rulesOf(list).columns;
  return (
    <>
      <Table className={classes.table ?? ''} data-list={list} data-cards aria-busy={phase === 'loading'}>
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
                  onSort={() => send({ type: 'sort.chosen', column: name })}
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
          {rows.map((row) => {
            const id = rulesOf(list).id(row);
            const parts = partsOf?.(row) ?? [];
            return parts.length === 0 ? (
              <Row key={id} row={row} columns={columns} />
            ) : (
              <Folded key={`of ${id}`} list={list} row={row} parts={parts} columns={columns} />
            );
          })}
        </Table.Tbody>
      </Table>
      {phase === 'loading' && (
        <p className="visually-hidden" role="status">
          {t('word.loading')}
        </p>
      )}
      {phase === 'missing' && <Missing list={list} state={state} />}
      {records !== null && rows.length === 0 && <Empty list={list} state={state} />}
    </>
  );
}

interface RowProps<Row> extends Pick<Props<Row>, 'columns'> {
  readonly row: Row;
  readonly isPart?: boolean;
  /** Below its first cell. */
  readonly opener?: ReactNode;
}

function Row<Kind>({ row, columns, isPart, opener }: RowProps<Kind>) {
  const { t } = useTranslation('history');
  return (
    <Table.Tr data-part={isPart} {...(isPart && { bg: 'var(--raised)' })}>
      {columns.map(({ name, cell, from, isFigure }, place) => (
        <Table.Td
          key={name}
          data-column={name}
          data-from={from}
          data-figure={isFigure}
          data-label={t(`column.${name}`)}
        >
          {opener !== undefined && place === 0 ? (
            <Group gap="sm">
              {cell(row)}
              {opener}
            </Group>
          ) : (
            cell(row)
          )}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

interface FoldedProps<Row> extends Pick<Props<Row>, 'list' | 'columns'> {
  readonly row: Row;
  readonly parts: readonly Row[];
}

/** A row that opens to those that it stands for. */
function Folded<Kind extends HistoryRow>({ list, row, parts, columns }: FoldedProps<Kind>) {
  const { t } = useTranslation('history');
  const [isOpen, setOpen] = useState(false);
  const opener = (
    <Button size="compact-xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {t('fills', { count: parts.length })}
    </Button>
  );
  return (
    <>
      <Row row={row} columns={columns} opener={opener} />
      {isOpen &&
        parts.map((part) => <Row key={rulesOf(list).id(part)} row={part} columns={columns} isPart />)}
    </>
  );
}

function Missing<Row>({ list, state: { failure, send } }: Omit<Props<Row>, 'columns'>) {
  const { t } = useTranslation('history');
  const sayFailure = useFailureText();
  return (
    <Stack className={classes.note ?? ''} role="alert" data-kind="failure">
      <Text fw={600} c="down">
        {t(`list.${list}.refreshFailed`)}
      </Text>
      <p>{failure ? sayFailure(failure) : t('failedHint')}</p>
      <Button variant="default" onClick={() => send({ type: 'user.refresh' })}>
        {t('word.retry')}
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
  const isRanged = range !== null && (!isEver(range) || isChosen(range));
  const isNarrowed = filter !== 'all' || search !== '' || isRanged || hasPrevious;
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
