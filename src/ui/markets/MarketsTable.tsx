import { useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  favouritesFirst,
  FIRST_VIEW,
  pageOf,
  MARKETS_PER_PAGE,
  searchMarkets,
  sortMarkets,
  viewAfter,
} from '../../domain/marketList.ts';
import { useCoinNames, useFirstOnEnter } from './useMarkets.ts';
import { useRead } from '../kit/useRead.ts';
import { useFavourites } from '../kit/usePreference.ts';
import { useShortcuts } from '../kit/useShortcuts.ts';
import { Pager } from '../kit/Pager.tsx';
import { MarketsHead } from './MarketsHead.tsx';
import { MarketsNote } from './MarketsNote.tsx';
import { MarketRow, PlaceholderRow } from './MarketRow.tsx';
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

  const sorted = sortMarkets(searchMarkets(read.data ?? [], table.search, names), table.sort);
  const found = favouritesFirst(sorted, favourites);
  const openFirst = useFirstOnEnter(found);
  const { rows, ...view } = pageOf(found, table.page, MARKETS_PER_PAGE);

  return (
    <section className={classes.panel} aria-label={t('table.region')}>
      <div className={classes.tools}>
        <input
          ref={search}
          className={classes.search}
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
        <MarketsNote read={read} />
      </div>
      {read.status === 'failed' ? null : (
        <table className={classes.table} aria-busy={read.data === null}>
          <caption className="visually-hidden">{t('table.name')}</caption>
          <MarketsHead sort={table.sort} onSort={(column) => change({ column })} />
          <tbody>
            {read.data === null
              ? Array.from({ length: PLACEHOLDERS }, (_, index) => <PlaceholderRow key={index} />)
              : rows.map((market) => (
                  <MarketRow
                    key={market.pair}
                    market={market}
                    names={names}
                    isClosed={closed.has(market.pair)}
                  />
                ))}
          </tbody>
        </table>
      )}
      {read.data !== null && view.total === 0 && (
        <div className={classes.empty} role="status">
          <p>{sought === '' ? t('table.none') : t('table.noMatch', { search: sought })}</p>
          {sought !== '' && (
            <button type="button" className={classes.clear} onClick={() => change({ search: '' })}>
              {t('table.clearSearch')}
            </button>
          )}
        </div>
      )}
      {view.total > 0 && <Pager view={view} onPage={(page) => change({ page })} />}
    </section>
  );
}
