import { useTranslation } from 'react-i18next';
import type { Candle } from '../../domain/intervals.ts';
import { compare, decimal } from '../../domain/decimal.ts';
import { formatVolume } from '../../domain/format.ts';
import { type PriceDigits, priceText } from '../../domain/satoshi.ts';
import { Grouped } from '../kit/Figure.tsx';
import classes from './CandleChart.module.css';

interface LegendProps {
  readonly bar: Candle;
  readonly time: string;
  readonly digits: PriceDigits;
}

const FIGURES = ['open', 'high', 'low', 'close'] as const;

export function Legend({ bar, time, digits }: LegendProps) {
  const { t } = useTranslation('trade');
  const direction = compare(decimal(bar.close), decimal(bar.open)) >= 0 ? 'up' : 'down';
  return (
    <dl className={classes.legend} data-direction={direction}>
      <div className={classes.moment}>
        <dt className="visually-hidden">{t('mine.time')}</dt>
        <dd translate="no">
          {time}
          <span className={classes.sign} aria-hidden="true" data-direction={direction}>
            {direction === 'up' ? '▲' : '▼'}
          </span>
        </dd>
      </div>
      {FIGURES.map((figure) => (
        <div key={figure}>
          <dt title={t(`chart.table.${figure}`)}>{t(`chart.short.${figure}`)}</dt>
          <dd translate="no">
            <Grouped text={priceText(bar[figure], digits)} />
          </dd>
        </div>
      ))}
      <div>
        <dt title={t('chart.view.volume')}>{t('chart.short.volume')}</dt>
        <dd translate="no">{formatVolume(bar.volume)}</dd>
      </div>
    </dl>
  );
}
