import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatPrice, type Direction, type Figure } from '../../domain/format.ts';
import { type PriceDigits, priceText } from '../../domain/satoshi.ts';
import { inUsd } from '../../domain/marketList.ts';
import type { Pair } from '../../domain/market.ts';
import { useBtcPrice } from '../kit/useRead.ts';
import { Grouped } from '../kit/Figure.tsx';
import classes from './PairBar.module.css';
import { useLastPrice, useLinkStatus } from './useLastPrice.ts';

interface PairPriceProps {
  readonly pair: Pair;
  readonly digits: PriceDigits | undefined;
}

const SIGNS: Readonly<Record<Direction, string>> = { up: '▲', down: '▼', level: '' };

export function PairPrice({ pair, digits }: PairPriceProps) {
  const { t } = useTranslation('trade');
  const { price, direction } = useLastPrice(pair.symbol);
  return (
    <p className={classes.last} data-direction={direction}>
      <span className="visually-hidden">{t('header.last')}</span>
      <strong translate="no">
        <Grouped text={priceText(price, digits)} />
      </strong>
      <span className={classes.sign} aria-hidden="true">
        {SIGNS[direction]}
      </span>
      {direction !== 'level' && <span className="visually-hidden">{t(`header.direction.${direction}`)}</span>}
      {pair.quote === 'BTC' && <UsdEquivalent price={price} />}
    </p>
  );
}

/** The USD value of a BTC price; nothing while not known (MARKET-08). */
function UsdEquivalent({ price }: { readonly price: Figure }) {
  const { t } = useTranslation('trade');
  const btcPrice = useBtcPrice();
  const usd = inUsd(price, btcPrice);
  return usd === null ? null : (
    <span className={classes.usd} translate="no">
      <Grouped text={t('header.usd', { value: formatPrice(usd) })} />
    </span>
  );
}

/** The socket's status on narrow screens, where the book may be hidden. */
export function LinkDot() {
  const { t } = useTranslation('trade');
  const status = useLinkStatus();
  const words = t(`header.link.${status}`);
  return (
    <Box
      component="span"
      hiddenFrom="sm"
      className={classes.dot ?? ''}
      data-status={status}
      role="img"
      aria-label={words}
      title={words}
    />
  );
}
