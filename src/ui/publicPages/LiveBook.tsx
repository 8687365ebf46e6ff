import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DepthPoint } from '../../domain/depth.ts';
import { formatPrice, formatVolume, quoteDigits } from '../../domain/format.ts';
import type { Pair } from '../../domain/market.ts';
import { toHeight } from '../candleChart/heights.ts';
import { useDepth } from '../candleChart/useDepth.ts';
import { Grouped } from '../kit/Figure.tsx';
import { useOrderBook } from '../orderBook/useOrderBook.ts';
import classes from './Landing.module.css';

/** Rows of each side. */
const ROWS = 6;

const sizeOf = (point: DepthPoint): number => toHeight(point.total);

/** The product itself: the best rows of the busiest market, once a second (PUBLIC-01). */
export function LiveBook({ pair }: { readonly pair: Pair }) {
  const { t } = useTranslation('landing');
  const { status } = useOrderBook(pair.symbol);
  const isLive = status === 'live' || status === 'empty';
  const points = useDepth(pair.symbol) ?? [];
  const bestAsk = points.findIndex(({ side }) => side === 'ask');
  const middle = bestAsk < 0 ? points.length : bestAsk;
  const asks = points.slice(middle, middle + ROWS).toReversed();
  const bids = points.slice(Math.max(0, middle - ROWS), middle).toReversed();
  const most = Math.max(...[...asks, ...bids].map(sizeOf));
  const name = `${pair.base}/${pair.quote}`;
  return (
    <>
      <Group component="header" justify="space-between" gap="md" mb="sm" wrap="nowrap">
        <Text component="h2" size="sm" fw={600}>
          {t('book.name', { pair: name })}
        </Text>
        {points.length > 0 && (
          <Text span inherit c={isLive ? 'up' : 'warning'} mr="auto" role="status">
            {t(isLive ? 'book.live' : 'book.old')}
          </Text>
        )}
        <Link to={`/trade/${pair.symbol}`}>{t('book.open', { pair: name })}</Link>
      </Group>
      {[asks, bids].map((rows, side) => (
        <ol key={side === 0 ? 'asks' : 'bids'} className={classes.rows} translate="no">
          {rows.map((point) => (
            <Row key={point.price} point={point} share={sizeOf(point) / most} quote={pair.quote} />
          ))}
        </ol>
      ))}
    </>
  );
}

interface RowProps {
  readonly point: DepthPoint;
  /** Share of the largest sum that is shown. */
  readonly share: number;
  readonly quote: string;
}

function Row({ point: { side, price, total }, share, quote }: RowProps) {
  return (
    <li className={classes.bookRow} data-side={side}>
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <rect x={1 - share} width={share} height="1" />
      </svg>
      <span data-side={side}>
        <Grouped text={formatPrice(price, quoteDigits(quote))} />
      </span>
      <span>{formatVolume(total)}</span>
    </li>
  );
}
