import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { directionOf, formatPercent, formatPrice, formatVolume, quoteDigits } from '../../domain/format.ts';
import { type Market, parsePair } from '../../domain/market.ts';
import { CoinIcon } from '../kit/CoinIcon.tsx';
import { Figure, Grouped } from '../kit/Figure.tsx';
import { useFavourites } from '../kit/usePreference.ts';
import classes from './MarketsTable.module.css';

interface MarketRowProps {
  readonly market: Market;
  readonly names: Readonly<Record<string, string>>;
  /** Takes no orders (MARKET-14). */
  readonly isClosed: boolean;
}

export function MarketRow({ market, names, isClosed }: MarketRowProps) {
  const { t } = useTranslation('markets');
  const { base, quote } = parsePair(market.pair) ?? { base: market.pair, quote: '' };
  const digits = quoteDigits(quote);
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.asset}>
        <span className={classes.coin}>
          <FavouriteStar pair={market.pair} />
          <CoinIcon symbol={base} />
          <span>
            <span className={classes.base} translate="no">
              {base}
            </span>
            <span className={classes.quote} translate="no">{`/${quote}`}</span>
            <span className={classes.name}>
              {isClosed ? <span className={classes.closed}>{t('table.closed')}</span> : (names[base] ?? '')}
            </span>
          </span>
        </span>
      </th>
      <td className={classes.price}>
        <Figure text={formatPrice(market.lastPrice, digits)} />
      </td>
      <td className={classes.change} translate="no" data-direction={directionOf(market.percentChange)}>
        {formatPercent(market.percentChange)}
      </td>
      <td className={classes.volume} translate="no">
        {formatVolume(market.quoteVolume)}
        <span className={classes.unit}>{` ${quote}`}</span>
      </td>
      <td className={classes.range} translate="no">
        <span className={classes.end}>
          <Grouped text={formatPrice(market.low24h, digits)} />
        </span>
        <span className={classes.dash}>{' – '}</span>
        <span className={classes.end}>
          <Grouped text={formatPrice(market.high24h, digits)} />
        </span>
      </td>
      <td className={classes.action}>
        <Link className={classes.trade} to={`/trade/${market.pair}`}>
          {t('table.trade')}
        </Link>
      </td>
    </tr>
  );
}

/** As high as a row, so that nothing moves when data arrives. */
export function PlaceholderRow() {
  return (
    <tr className={classes.row} aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing to be read */}
      <td colSpan={6}>
        <span className={classes.placeholder} />
      </td>
    </tr>
  );
}

/** Marks a pair, which then stands before the others (MARKET-12). */
export function FavouriteStar({ pair }: { readonly pair: string }) {
  const { t } = useTranslation('common');
  const [pairs, toggle] = useFavourites();
  return (
    <button
      type="button"
      className={classes.star}
      aria-pressed={pairs.includes(pair)}
      aria-label={t('favourite', { pair: pair.replace('-', '/') })}
      onClick={() => toggle(pair)}
    />
  );
}
