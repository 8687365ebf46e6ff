import { Button, Paper, Stack, Table, TextInput } from '@mantine/core';
import { useMemo, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  favouritesFirst,
  FIRST_VIEW,
  MARKET_COLUMNS,
  pageOf,
  MARKETS_PER_PAGE,
  searchMarkets,
  sortMarkets,
  viewAfter,
  volumeIn,
} from '../../domain/marketList.ts';
import { usdPrices } from '../../domain/usdPrices.ts';
import { useCoinNames, useOpenFirstOnEnter } from './useMarketSearch.ts';
import { useBtcPrice, useRead } from '../kit/useRead.ts';
import { useFavourites } from '../kit/usePreference.ts';
import { useShortcuts } from '../kit/useShortcuts.ts';
import { Pager } from '../kit/Pager.tsx';
import { PlaceholderRows } from '../kit/PlaceholderRows.tsx';
import { MarketsHead } from './MarketsHead.tsx';
import { MarketsNote } from './MarketsNote.tsx';
import { MarketRow } from './MarketRow.tsx';
import panel from '../kit/Panel.module.css';
import classes from './MarketsTable.module.css';

const PLACEHOLDERS = 7;

/** Searchable, sortable, twenty markets to a page (MARKET-01). */
export function MarketsTable() {
  const { t } = useTranslation('markets');
  const read = useRead('markets');
  const names = useCoinNames();
  const { data: pairs } = useRead('pairs');
  const closed = new Set((pairs ?? []).flatMap(({ pair, isEnabled }) => (isEnabled ? [] : [pair])));
  const [table, change] = useReducer(viewAfter, FIRST_VIEW);
  const sought = table.search.trim();
  const search = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => search.current?.focus() });

  const [favourites] = useFavourites();

  const btcPrice = useBtcPrice();
  const prices = useMemo(() => usdPrices(read.data ?? [], btcPrice ?? '1'), [read.data, btcPrice]);
  const unit = btcPrice === null ? 'BTC' : 'USD';

  const sorted = sortMarkets(read.data ?? [], table.sort);
  const found = favouritesFirst(searchMarkets(sorted, table.search, names), favourites);
  const openFirst = useOpenFirstOnEnter(found);
  const { rows, ...view } = pageOf(found, table.page, MARKETS_PER_PAGE);

  return (
    <Paper component="section" aria-label={t('table.region')}>
      <div className={panel.bar}>
        <TextInput
          ref={search}
          className={panel.search ?? ''}
          type="search"
          name="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('table.searchHint')}
          aria-label={t('table.search')}
          value={table.search}
          onChange={(event) => change({ search: event.currentTarget.value })}
          onKeyDown={openFirst}
        />
        <MarketsNote read={read} unit={unit} />
      </div>
      {read.status === 'failed' ? null : (
        <Table className={classes.table ?? ''} aria-busy={read.data === null}>
          <caption className="visually-hidden">{t('table.name')}</caption>
          <MarketsHead sort={table.sort} onSort={(column) => change({ column })} />
          <Table.Tbody>
            {read.data === null ? (
              <PlaceholderRows rows={PLACEHOLDERS} columns={MARKET_COLUMNS.length + 1} />
            ) : (
              rows.map((market) => (
                <MarketRow
                  key={market.pair}
                  market={market}
                  names={names}
                  isClosed={closed.has(market.pair)}
                  worth={{ amount: volumeIn(prices, market), unit }}
                />
              ))
            )}
          </Table.Tbody>
        </Table>
      )}
      {read.data !== null && view.total === 0 && (
        <Stack align="center" p="xl" c="dimmed" role="status">
          {sought === '' ? t('table.none') : t('table.noMatch', { search: sought })}
          {sought !== '' && (
            <Button variant="default" onClick={() => change({ search: '' })}>
              {t('table.clearSearch')}
            </Button>
          )}
        </Stack>
      )}
      {view.total > 0 && <Pager view={view} onPage={(page) => change({ page })} />}
    </Paper>
  );
}
