import { useTranslation } from 'react-i18next';
import { formatPrice } from '../../domain/format.ts';
import type { Pair } from '../../domain/market.ts';
import { useBookTop } from '../orderBook/useOrderBook.ts';
import { Grouped } from '../kit/Figure.tsx';
import classes from './FormSheet.module.css';

interface BestPricesProps {
  readonly pair: Pair;
  readonly digits: number | undefined;
}

/** For a form that covers the book. */
export function BestPrices({ pair, digits }: BestPricesProps) {
  const { t } = useTranslation('trade');
  const { bid, ask } = useBookTop(pair.symbol);
  return (
    <dl className={classes.best}>
      <div>
        <dt>{t('layout.bid')}</dt>
        <dd translate="no" data-side="bid">
          <Grouped text={formatPrice(bid, digits)} />
        </dd>
      </div>
      <div>
        <dt>{t('layout.ask')}</dt>
        <dd translate="no" data-side="ask">
          <Grouped text={formatPrice(ask, digits)} />
        </dd>
      </div>
    </dl>
  );
}
