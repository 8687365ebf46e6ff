import { useTranslation } from 'react-i18next';
import type { Candle } from '../../domain/intervals.ts';
import { isoText } from '../../domain/dates.ts';
import { formatVolume } from '../../domain/format.ts';
import { type PriceDigits, priceText } from '../../domain/satoshi.ts';
import lists from '../kit/DenseList.module.css';
import { Grouped } from '../kit/Figure.tsx';
import classes from './CandleTable.module.css';

interface CandleTableProps {
  readonly id: string;
  /** Oldest first. */
  readonly bars: readonly Candle[];
  readonly digits: PriceDigits;
  readonly timeText: (time: number) => string;
}

const FIGURES = ['open', 'high', 'low', 'close'] as const;

/** The visible candles, newest first, for users who cannot see the canvas. */
export function CandleTable({ id, bars, digits, timeText }: CandleTableProps) {
  const { t } = useTranslation('trade');
  return (
    <section
      id={id}
      className={`${lists.scroll} ${classes.scroll}`}
      aria-label={t('chart.table.name')}
      // A region that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {/* Dense rows, like those of the lists below the chart. */}
      <table className={`${lists.table} ${classes.table} ${lists.cards}`}>
        <caption className="visually-hidden">{t('chart.table.name')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('mine.time')}</th>
            {FIGURES.map((figure) => (
              <th key={figure} scope="col">
                {t(`chart.table.${figure}`)}
              </th>
            ))}
            <th scope="col">{t('chart.view.volume')}</th>
          </tr>
        </thead>
        <tbody translate="no">
          {bars.toReversed().map((bar) => (
            <tr key={bar.time}>
              <th scope="row">
                <time dateTime={isoText(bar.time * 1000) ?? undefined}>{timeText(bar.time)}</time>
              </th>
              {FIGURES.map((figure) => (
                <td key={figure} data-label={t(`chart.table.${figure}`)}>
                  <Grouped text={priceText(bar[figure], digits)} />
                </td>
              ))}
              <td data-label={t('chart.view.volume')}>{formatVolume(bar.volume)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
