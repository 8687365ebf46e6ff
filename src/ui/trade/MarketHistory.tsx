import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { clockText, type DayClass, dayClass, isoText, minuteText } from '../../domain/dates.ts';
import { formatTradeAmount, quoteDigits } from '../../domain/format.ts';
import { barePrice, type PriceDigits, priceUnit } from '../../domain/satoshi.ts';
import type { MarketTrade, Pair } from '../../domain/market.ts';
import { useFailureText } from '../kit/useFailureText.ts';
import { useRead } from '../kit/useRead.ts';
import { Figure, Grouped } from '../kit/Figure.tsx';
import lists from '../kit/DenseList.module.css';
import classes from './MarketHistory.module.css';
import { useIsOffline } from './useLastPrice.ts';

interface MarketHistoryProps {
  readonly pair: Pair;
  readonly digits: PriceDigits | undefined;
}

/** Newest first, read again every 10 s (TRADE-03). */
export function MarketHistory({ pair, digits }: MarketHistoryProps) {
  const { t } = useTranslation('trade');
  const read = useRead('trades', { pair: pair.symbol });
  const failureText = useFailureText();
  const isOffline = useIsOffline();
  const lines = linesOf(read.data ?? [], read.updatedAt ?? 0);
  const caption = t('history.caption', { pair: `${pair.base}/${pair.quote}` });
  return (
    <section
      className={`${lists.panel} ${classes.panel}`}
      aria-label={t('history.region')}
      data-dead={isOffline || read.failure !== null}
    >
      <h2 className={classes.title}>{t('history.region')}</h2>
      {read.failure !== null && read.status !== 'loading' && (
        <p className={classes.failure} role="status">
          {t('history.failed', { reason: failureText(read.failure) })}
          <Button size="compact-xs" variant="default" disabled={read.isRefreshing} onClick={read.refresh}>
            {t('word.retry')}
          </Button>
        </p>
      )}
      {/* Scrolling areas must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={lists.scroll} role="group" aria-label={caption} tabIndex={0}>
        {/* Dense rows that come several times a second. */}
        <table className={`${lists.table} ${classes.table}`} aria-busy={read.data === null}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t('book.price', { quote: priceUnit(pair.quote, digits) })}</th>
              <th scope="col">{t('history.amount', { base: pair.base })}</th>
              <th scope="col">{t('history.time')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, place) =>
              'name' in line ? (
                // Keyed by index: the content changes, and nothing moves (TRADE-20).
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={place} data-day={line.name}>
                  <th scope="col" colSpan={3} className={classes.dayName}>
                    {t(`history.day.${line.name}`)}
                  </th>
                </tr>
              ) : (
                // oxlint-disable-next-line react/no-array-index-key
                <TradeRow key={place} {...line} digits={digits ?? quoteDigits(pair.quote)} />
              ),
            )}
          </tbody>
        </table>
        {read.data?.length === 0 && <p className={lists.note}>{t('mine.noTradesAtAll')}</p>}
      </div>
    </section>
  );
}

interface TradeRowProps {
  readonly trade: MarketTrade;
  readonly day: DayClass;
  readonly digits: PriceDigits | undefined;
}

function TradeRow({ trade, day, digits }: TradeRowProps) {
  const { t } = useTranslation('trade');
  const moment = minuteText(trade.time);
  const [price, amount] = [barePrice(trade.price, digits), formatTradeAmount(trade.amount)];
  const iso = isoText(trade.time);
  return (
    <tr data-day={day}>
      <td data-side={trade.side} title={price} translate="no">
        <span className={classes.side} aria-hidden="true">
          {trade.side === 'buy' ? '▲' : '▼'}
        </span>
        <span className="visually-hidden">{t(`history.side.${trade.side}`)}</span>
        <Grouped text={price} />
      </td>
      <td title={amount}>
        <Figure text={amount} />
      </td>
      <td className={classes.time} translate="no">
        {iso === null || moment === null ? (
          t('chart.invalidTime')
        ) : (
          <time
            dateTime={iso}
            title={t('history.moment', {
              moment: `${moment}:${iso.slice(17, 19)}`,
              day: t(`history.day.${day}`),
            })}
          >
            {day === 'older' ? moment.slice(5) : clockText(trade.time)}
          </time>
        )}
      </td>
    </tr>
  );
}

type Line = { readonly name: DayClass } | { readonly trade: MarketTrade; readonly day: DayClass };

/** Day by day, each but today under a line that names it. */
function linesOf(trades: readonly MarketTrade[], now: number): Line[] {
  const days = new Map<DayClass, Line[]>();
  for (const trade of trades) {
    const day = dayClass(trade.time, now);
    const lines = days.get(day) ?? (day === 'today' ? [] : [{ name: day }]);
    days.set(day, [...lines, { trade, day }]);
  }
  return [...days.values()].flat();
}
