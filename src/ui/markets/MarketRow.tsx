import { Button, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DecimalText } from '../../domain/decimal.ts';
import { directionOf, formatPercent, formatPrice, formatVolume, quoteDigits } from '../../domain/format.ts';
import { type Market, parsePair } from '../../domain/market.ts';
import { CoinIcon } from '../kit/CoinIcon.tsx';
import { Note } from '../kit/Fact.tsx';
import { Figure, Grouped } from '../kit/Figure.tsx';
import { FavouriteStar } from './FavouriteStar.tsx';
import classes from './MarketsTable.module.css';

interface MarketRowProps {
  readonly market: Market;
  readonly names: Readonly<Record<string, string>>;
  /** Takes no orders (MARKET-14). */
  readonly isClosed: boolean;
  /** Its volume in the unit in which all are compared; null where its coin has no price (MARKET-16). */
  readonly worth: { readonly amount: DecimalText | null; readonly unit: string };
}

export function MarketRow({ market, names, isClosed, worth }: MarketRowProps) {
  const { t } = useTranslation('markets');
  const { base, quote } = parsePair(market.pair) ?? { base: market.pair, quote: '' };
  const digits = quoteDigits(quote);
  return (
    <Table.Tr>
      <Table.Th scope="row" data-column="asset">
        <span className={classes.coin}>
          <FavouriteStar pair={market.pair} />
          <CoinIcon symbol={base} />
          <span>
            <strong translate="no">{base}</strong>
            <span className={classes.unit} translate="no">{`/${quote}`}</span>
            <Note data-closed={isClosed}>{isClosed ? t('table.closed') : (names[base] ?? '')}</Note>
          </span>
        </span>
      </Table.Th>
      <Table.Td data-column="price" data-figure>
        <Figure text={formatPrice(market.lastPrice, digits)} />
      </Table.Td>
      <Table.Td
        data-column="change"
        data-figure
        translate="no"
        data-direction={directionOf(market.percentChange)}
      >
        {formatPercent(market.percentChange)}
      </Table.Td>
      <Table.Td data-column="volume" data-figure translate="no">
        {formatVolume(market.quoteVolume)}
        <span className={classes.unit}>{` ${quote}`}</span>
        {worth.amount !== null && worth.unit !== quote && (
          <Note>{`≈ ${formatVolume(worth.amount)} ${worth.unit}`}</Note>
        )}
      </Table.Td>
      <Table.Td data-column="range" data-figure className={classes.unit ?? ''} translate="no">
        <span className={classes.end}>
          <Grouped text={formatPrice(market.low24h, digits)} />
        </span>
        <span className={classes.dash}>{' – '}</span>
        <span className={classes.end}>
          <Grouped text={formatPrice(market.high24h, digits)} />
        </span>
      </Table.Td>
      <Table.Td data-column="action">
        <Button component={Link} variant="default" size="xs" to={`/trade/${market.pair}`}>
          {t('table.trade')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
