import { Button, Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EVER } from '../../domain/history/rules.ts';
import type { HistoryName, HistoryRow } from '../../domain/history/types.ts';
import { useApp } from '../kit/app.tsx';
import { usePage } from '../kit/usePage.ts';
import { DateRange } from './DateRange.tsx';
import { ExportButton } from './ExportButton.tsx';
import { Filters, RecordSearch } from './Filters.tsx';
import classes from './History.module.css';
import { HistoryHead } from './HistoryHead.tsx';
import { HistoryTable } from './HistoryTable.tsx';
import { SummaryCard } from './SummaryCard.tsx';
import type { Column, SummaryItem } from './column.ts';
import { Copier } from './copier.tsx';
import type { HistoryScreenState } from './useHistory.ts';

/** Shows no number of pages: the server does not send one (HISTORY-04). */
export function HistoryPager({ state }: { readonly state: HistoryScreenState<unknown> }) {
  const { t } = useTranslation('history');
  const { page, hasPrevious, hasNext, goBack, goNext } = state;
  return (
    <nav className={classes.pager} aria-label={t('pager.name')}>
      <Button variant="default" size="xs" disabled={!hasPrevious} onClick={goBack}>
        {t('pager.previous')}
      </Button>
      <span className={classes.page} aria-current="page">
        {t('pager.page', { page })}
      </span>
      <Button variant="default" size="xs" disabled={!hasNext} onClick={goNext}>
        {t('pager.next')}
      </Button>
    </nav>
  );
}

interface Props<Row> {
  readonly list: HistoryName;
  readonly state: HistoryScreenState<Row>;
  readonly columns: readonly Column<Row>[];
  readonly summary: readonly SummaryItem[];
  readonly tools?: ReactNode;
}

/** What the four history screens share (HISTORY-01). */
export function HistoryFrame<Row extends HistoryRow>({ list, state, columns, summary, tools }: Props<Row>) {
  const { t } = useTranslation(['history', 'common']);
  const { config } = useApp();
  usePage({ title: t('common:title.page', { page: t(`list.${list}.title`), name: config.brand.name }) });
  return (
    <div className={classes.screen}>
      <HistoryHead list={list} />
      <SummaryCard state={state} items={summary} />
      <Paper component="section" className={classes.panel ?? ''} aria-label={t('tools')}>
        <div className={classes.tools}>
          <Filters list={list} filter={state.filter} onFilter={state.chooseFilter} />
          <RecordSearch list={list} text={state.search} onText={state.changeSearch} />
          {tools}
          <span className={classes.gap} />
          <DateRange range={state.range} onRange={state.chooseRange} />
          <ExportButton
            list={list}
            range={state.range}
            selection={{ filter: state.filter, search: state.search }}
          />
        </div>
        <p className={classes.scope}>
          {state.range === null && t('thisPage')}
          {state.range !== null &&
            state.records !== null &&
            t('allPages', { count: state.records.length })}{' '}
          {state.range === null && (
            <Button variant="subtle" size="compact-xs" onClick={() => state.chooseRange(EVER)}>
              {t('chooseAll')}
            </Button>
          )}
        </p>
        <Copier>
          <HistoryTable list={list} state={state} columns={columns} />
        </Copier>
        <HistoryPager state={state} />
      </Paper>
    </div>
  );
}
