import { Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { EVER } from '../../domain/history/rules.ts';
import type { HistoryName, HistoryRow } from '../../domain/history/types.ts';
import type { TicketCategory } from '../../domain/ticket.ts';
import { useApp } from '../kit/app.tsx';
import { PageFrame } from '../kit/PageFrame.tsx';
import panel from '../kit/Panel.module.css';
import { usePage } from '../kit/usePage.ts';
import { DateRange } from './DateRange.tsx';
import { ExportButton } from './ExportButton.tsx';
import { Filters, PairAndType, RecordSearch } from './Filters.tsx';
import classes from './History.module.css';
import { HistoryTable } from './HistoryTable.tsx';
import { SummaryCard } from './SummaryCard.tsx';
import type { Column, SummaryItem } from './column.ts';
import { Copier } from './copier.tsx';
import type { HistoryScreenState } from './useHistory.ts';

const CATEGORIES: Readonly<Record<HistoryName, TicketCategory>> = {
  trades: 'trading',
  deposits: 'deposit',
  withdrawals: 'withdrawal',
  orders: 'trading',
  orderHistory: 'trading',
};

/** One step back (HISTORY-15). */
function Back() {
  const { t } = useTranslation('history');
  const navigate = useNavigate();
  const { key } = useLocation();
  // A screen that was opened by its address has no page before it.
  const goBack = () => (key === 'default' ? navigate('/dashboard') : navigate(-1));
  return (
    <Button variant="default" size="xs" onClick={() => void goBack()}>
      {t('back')}
    </Button>
  );
}

/** Shows no number of pages: the server does not send one (HISTORY-04). */
export function HistoryPager({ state }: { readonly state: HistoryScreenState<unknown> }) {
  const { t } = useTranslation('history');
  const { page, hasPrevious, hasNext, send } = state;
  return (
    <Group component="nav" className={classes.pager ?? ''} aria-label={t('word.pagination')}>
      <Button
        variant="default"
        size="xs"
        disabled={!hasPrevious}
        onClick={() => send({ type: 'page.previous' })}
      >
        {t('word.previous')}
      </Button>
      <Text size="sm" c="dimmed" aria-current="page">
        {t('pager.page', { page })}
      </Text>
      <Button variant="default" size="xs" disabled={!hasNext} onClick={() => send({ type: 'page.next' })}>
        {t('word.next')}
      </Button>
    </Group>
  );
}

interface Props<Row> {
  readonly list: HistoryName;
  readonly state: HistoryScreenState<Row>;
  readonly columns: readonly Column<Row>[];
  readonly summary: readonly SummaryItem[];
  readonly tools?: ReactNode;
  /** Below the list. */
  readonly children?: ReactNode;
  /** Rows that one row opens to. */
  readonly partsOf?: ((row: Row) => readonly Row[]) | undefined;
}

/** Shared by the four history screens (HISTORY-01). */
export function HistoryFrame<Row extends HistoryRow>({
  list,
  state,
  columns,
  summary,
  tools,
  children,
  partsOf,
}: Props<Row>) {
  const { t } = useTranslation('history');
  const { config } = useApp();
  usePage({ title: t('title.page', { page: t(`list.${list}.title`), name: config.brand.name }) });
  return (
    <PageFrame title={t(`list.${list}.title`)} lead={t(`list.${list}.lead`)} aside={<Back />}>
      <SummaryCard state={state} items={summary} />
      <Paper component="section" className={classes.panel ?? ''} aria-label={t('tools')}>
        <div className={panel.bar} data-open="true">
          <Filters
            list={list}
            filter={state.filter}
            onFilter={(filter) => state.send({ type: 'filter.chosen', filter })}
          />
          <PairAndType list={list} state={state} />
          <RecordSearch
            list={list}
            text={state.search}
            onText={(text) => state.send({ type: 'search.changed', text })}
          />
          {tools}
          <DateRange range={state.range} onRange={(range) => state.send({ type: 'range.chosen', range })} />
          <ExportButton
            list={list}
            range={state.range}
            selection={{ filter: state.filter, search: state.search }}
          />
        </div>
        <Text className={classes.scope ?? ''} size="xs" c="var(--tertiary)">
          {state.range === null && t('thisPage')}
          {state.range !== null &&
            state.records !== null &&
            t('allPages', { count: state.records.length })}{' '}
          {state.range === null && (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => state.send({ type: 'range.chosen', range: EVER })}
            >
              {t('chooseAll')}
            </Button>
          )}
        </Text>
        <Copier>
          <HistoryTable list={list} state={state} columns={columns} partsOf={partsOf} />
        </Copier>
        <HistoryPager state={state} />
      </Paper>
      {children}
      <Text size="sm" c="dimmed">
        {t('support')} <Link to={`/support?new=${CATEGORIES[list]}`}>{t('supportLink')}</Link>
      </Text>
    </PageFrame>
  );
}
