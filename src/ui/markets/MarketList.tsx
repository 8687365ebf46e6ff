import { Button, TextInput } from '@mantine/core';
import { useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { directionOf, formatPercent, quoteDigits } from '../../domain/format.ts';
import { type PriceDigits, priceText } from '../../domain/satoshi.ts';
import {
  DEFAULT_SORT,
  favouritesFirst,
  FIRST_VIEW,
  searchMarkets,
  sortMarkets,
  viewAfter,
} from '../../domain/marketList.ts';
import { type Market, parsePair } from '../../domain/market.ts';
import { FavouriteStar } from './FavouriteStar.tsx';
import { useCoinNames, useOpenFirstOnEnter } from './useMarketSearch.ts';
import { useLastPrice } from '../trade/useLastPrice.ts';
import { useCapabilities } from '../kit/app.tsx';
import { useFavourites } from '../kit/usePreference.ts';
import { useRead } from '../kit/useRead.ts';
import { Figure } from '../kit/Figure.tsx';
import lists from '../kit/DenseList.module.css';
import classes from './MarketList.module.css';

interface MarketListProps {
  readonly pair: string;
  /** Decimals of its prices, as the rest of its screen has them; only the pair's own rules name them. */
  readonly digits?: PriceDigits | undefined;
}

/** Searchable, busiest first; a row leads to its trading screen (MARKET-06). */
export function MarketList({ pair, digits }: MarketListProps) {
  const { t } = useTranslation('trade');
  const { data: markets, status, refresh } = useRead('markets');
  const names = useCoinNames();
  const [{ search }, change] = useReducer(viewAfter, FIRST_VIEW);
  const [favourites] = useFavourites();
  const found = favouritesFirst(
    searchMarkets(sortMarkets(markets ?? [], DEFAULT_SORT), search, names),
    favourites,
  );
  const openFirst = useOpenFirstOnEnter(found);
  if (status === 'failed') {
    // The panel is hidden (MARKET-06); a message with a retry takes its place.
    return (
      <p className={classes.failed} role="status">
        {t('list.failed')}
        <Button size="compact-xs" variant="default" onClick={refresh}>
          {t('word.retry')}
        </Button>
      </p>
    );
  }
  return (
    <section className={lists.panel} aria-label={t('shell.markets')}>
      <TextInput
        className={classes.search ?? ''}
        size="xs"
        type="search"
        name="market"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('list.searchHint')}
        aria-label={t('keys.search')}
        value={search}
        onChange={(event) => change({ search: event.currentTarget.value })}
        onKeyDown={openFirst}
      />
      {/* Until rows come, nothing in it takes the focus; it can still be scrolled by keyboard. */}
      <div
        className={lists.scroll}
        role="group"
        aria-label={t('list.caption')}
        {...(found.length === 0 && { tabIndex: 0 })}
      >
        {/* Dense rows that come with the desk, which does without Mantine's. */}
        <table className={`${lists.table} ${classes.table}`} aria-busy={markets === null}>
          <caption className="visually-hidden">{t('list.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('word.pair')}</th>
              <th scope="col">{t('field.price')}</th>
              <th scope="col">{t('list.change')}</th>
            </tr>
          </thead>
          <tbody>
            {found.map((market) => (
              // While one types, a row that comes elsewhere is another, so that nothing moves (TRADE-22).
              <ListRow
                key={search + market.pair}
                market={market}
                isCurrent={market.pair === pair}
                digits={market.pair === pair ? digits : undefined}
              />
            ))}
          </tbody>
        </table>
        {markets !== null && found.length === 0 && (
          <p className={lists.note} role="status">
            {t('list.noMatch')}
          </p>
        )}
      </div>
    </section>
  );
}

/** The pair on the screen has one last price everywhere (LIVE-09). */
function CurrentPrice({ pair, digits }: MarketListProps) {
  return <Figure text={priceText(useLastPrice(pair).price, digits)} />;
}

interface ListRowProps {
  readonly market: Market;
  readonly isCurrent: boolean;
  readonly digits: PriceDigits | undefined;
}

function ListRow({ market, isCurrent, digits: known }: ListRowProps) {
  const { liveTrades } = useCapabilities();
  const { base, quote } = parsePair(market.pair) ?? { base: market.pair, quote: '' };
  const digits = known ?? quoteDigits(quote);
  return (
    <tr className={classes.row} data-current={isCurrent}>
      <th scope="row">
        <FavouriteStar pair={market.pair} />
        <Link
          className={classes.link}
          to={`/trade/${market.pair}`}
          aria-current={isCurrent ? 'page' : undefined}
          translate="no"
        >
          {base}
          <span className={classes.quote}>{`/${quote}`}</span>
        </Link>
      </th>
      <td>
        {isCurrent && liveTrades ? (
          <CurrentPrice pair={market.pair} digits={digits} />
        ) : (
          <Figure text={priceText(market.lastPrice, digits)} />
        )}
      </td>
      <td key={market.percentChange} translate="no" data-direction={directionOf(market.percentChange)}>
        {formatPercent(market.percentChange)}
      </td>
    </tr>
  );
}
