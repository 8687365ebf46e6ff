import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { directionOf, formatPercent, formatPrice, quoteDigits } from '../../../domain/format.ts';
import { DEFAULT_SORT, sortMarkets } from '../../../domain/marketList.ts';
import type { Market } from '../../../domain/market.ts';
import { parsePair } from '../../../domain/pair.ts';
import { useRead } from '../../hooks/useRead.ts';
import { Figure } from '../figure/Figure.tsx';
import classes from './MarketList.module.css';

/** All markets beside the book, the busiest first; a row leads to its trade screen (spec 1 §2). */
export function MarketList({ pair }: { readonly pair: string }) {
  const { t } = useTranslation('trade');
  const { data: markets, status } = useRead('markets');
  if (status === 'failed') {
    // The panel is hidden (spec 1 §8); the sentence stays for those who look for it.
    return <p className={classes['failed']}>{t('list.failed')}</p>;
  }
  return (
    <section className={classes['panel']} aria-label={t('list.region')}>
      <div className={classes['scroll']}>
        <table className={classes['table']} aria-busy={markets === null}>
          <caption className="visually-hidden">{t('list.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('list.pair')}</th>
              <th scope="col">{t('list.price')}</th>
              <th scope="col">{t('list.change')}</th>
            </tr>
          </thead>
          <tbody>
            {sortMarkets(markets ?? [], DEFAULT_SORT).map((market) => (
              <ListRow key={market.pair} market={market} isCurrent={market.pair === pair} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function ListRow({ market, isCurrent }: { readonly market: Market; readonly isCurrent: boolean }) {
  const { base, quote } = parsePair(market.pair) ?? { base: market.pair, quote: '' };
  return (
    <tr className={classes['row']} data-current={isCurrent}>
      <th scope="row">
        <Link
          className={classes['link']}
          to={`/trade/${market.pair}`}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {base}
          <span className={classes['quote']}>{`/${quote}`}</span>
        </Link>
      </th>
      <td>
        <Figure text={formatPrice(market.lastPrice, quoteDigits(quote))} />
      </td>
      <td className={classes['change']} data-direction={directionOf(market.percentChange)}>
        {formatPercent(market.percentChange)}
      </td>
    </tr>
  );
}
