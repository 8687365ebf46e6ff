import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { directionOf, formatPercent, formatVolume } from '../../domain/format.ts';
import { type PriceDigits, priceText } from '../../domain/satoshi.ts';
import type { Market, Pair } from '../../domain/market.ts';
import type { Reading } from '../kit/useRead.ts';
import { Grouped } from '../kit/Figure.tsx';
import classes from './PairBar.module.css';

interface DayFiguresProps {
  readonly pair: Pair;
  readonly markets: Reading<readonly Market[]>;
  readonly digits: PriceDigits | undefined;
}

/** The last 24 hours of a pair (TRADE-08). */
export function DayFigures({ pair, markets, digits }: DayFiguresProps) {
  const { t } = useTranslation('trade');
  if (markets.status === 'failed') {
    return (
      <p className={classes.failed} role="status">
        {markets.failure?.text ?? t('header.failed')}
        <Button size="compact-xs" variant="default" onClick={markets.refresh}>
          {t('word.retry')}
        </Button>
      </p>
    );
  }
  const market = markets.data?.find((one) => one.pair === pair.symbol) ?? null;
  const change = market?.percentChange ?? null;
  return (
    <dl className={classes.stats}>
      <div className={classes.change} data-direction={directionOf(change)}>
        <dt>{t('header.change')}</dt>
        <dd translate="no">{formatPercent(change)}</dd>
      </div>
      <div>
        <dt>{t('header.high')}</dt>
        <dd translate="no">
          <Grouped text={priceText(market?.high24h ?? null, digits)} />
        </dd>
      </div>
      <div>
        <dt>{t('header.low')}</dt>
        <dd translate="no">
          <Grouped text={priceText(market?.low24h ?? null, digits)} />
        </dd>
      </div>
      <div>
        <dt>{t('header.volume', { coin: pair.base })}</dt>
        <dd translate="no">{formatVolume(market?.baseVolume ?? null)}</dd>
      </div>
      <div>
        <dt>{t('header.volume', { coin: pair.quote })}</dt>
        <dd translate="no">{formatVolume(market?.quoteVolume ?? null)}</dd>
      </div>
    </dl>
  );
}
