import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { decimal, isPositive } from '../../domain/decimal.ts';
import { DASH, formatAmount, formatPrice, quoteDigits } from '../../domain/format.ts';
import { filledOf, isPartlyFilled, orderState, partOf, progressOf } from '../../domain/history/orders.ts';
import { isWaiting, type Order, stopOf } from '../../domain/order.ts';
import { parsePair } from '../../domain/market.ts';
import cells from '../history/Cells.module.css';
import { useCapabilities } from '../kit/app.tsx';
import type { PageState } from '../kit/pageState.ts';
import { useSession } from '../kit/useSession.ts';
import { Moment, PairAndId, SideBadge } from '../history/cells.tsx';
import type { Column } from '../history/column.ts';
import { ExactFigure, Foreign } from '../history/FullValue.tsx';

/** Columns of open orders and of all (HISTORY-22, HISTORY-25). */
export const ORDER_COLUMNS: readonly Column<Order>[] = [
  { name: 'date', cell: ({ createdAt }) => <Moment time={createdAt} /> },
  { name: 'pair', cell: ({ pair, id }) => <PairAndId pair={pair} id={id} of="orderId" /> },
  { name: 'type', cell: ({ side }) => <SideBadge side={side} /> },
  { name: 'kind', cell: (order) => <Kind order={order} /> },
  { name: 'price', isFigure: true, cell: (order) => <Price order={order} /> },
  {
    name: 'amount',
    isFigure: true,
    from: 'small',
    cell: ({ quantity, pair }) => {
      const base = parsePair(pair)?.base ?? '';
      return <ExactFigure shown={formatAmount(quantity, base)} exact={quantity} unit={base} />;
    },
  },
  { name: 'progress', from: 'large', cell: (order) => <Progress order={order} /> },
];

/** Its cost, where the server sends it (COST-01). */
const COST_COLUMNS: readonly Column<Order>[] = [
  {
    name: 'average',
    isFigure: true,
    from: 'large',
    cell: ({ averagePrice, pair }) => <QuotePrice price={averagePrice ?? null} pair={pair} />,
  },
  {
    name: 'cost',
    isFigure: true,
    from: 'small',
    cell: ({ cost = null, pair }) => {
      const quote = parsePair(pair)?.quote ?? '';
      return <ExactFigure shown={formatAmount(cost ?? '0', quote)} exact={cost} unit={quote} />;
    },
  },
];

export function useOrderColumns(): readonly Column<Order>[] {
  const { orderCost } = useCapabilities();
  return orderCost ? [...ORDER_COLUMNS, ...COST_COLUMNS] : ORDER_COLUMNS;
}

interface Props {
  readonly order: Order;
}

const NAMED = ['open', 'opened', 'partially_filled', 'filled', 'canceled'] as const;
const WAITING = ['waiting', 'triggered'] as const;

const hasTraded = (order: Order): boolean =>
  [filledOf(order), order.cost ?? null].some((figure) => figure !== null && isPositive(decimal(figure)));

function Kind({ order }: Props) {
  const { t } = useTranslation('history');
  const state = orderState(order);
  const named = (isWaiting(order) ? WAITING : NAMED).find((name) => name === state);
  const offers = useCapabilities();
  const term = order.timeInForce;
  // A resting order has no text, and a market order never rests (TYPE-08).
  const isImmediate = offers.timeInForce && order.kind === 'limit' && (term === 'IOC' || term === 'FOK');
  const filled = partOf(order);
  const stop = stopOf(order);
  const userId = useSession().user?.id;
  const trades: PageState = { search: `"${order.id}"`, ...(userId !== undefined && { searchOf: userId }) };
  return (
    <span className={cells.stack}>
      <span>
        {t(`kind.${order.kind}`)}
        {isImmediate && (
          <>
            {' '}
            · <span translate="no">{term}</span>
          </>
        )}
        {order.trailPercent !== undefined && <> · {t('kind.trailing', { percent: order.trailPercent })}</>}
        {stop !== undefined && (
          <> · {t(order.ocoStopPrice === undefined ? 'kind.stop' : 'kind.oco', { price: stop })}</>
        )}
        {order.displayQuantity !== undefined && (
          <> · {t('kind.iceberg', { quantity: order.displayQuantity })}</>
        )}
        {offers.postOnly && order.isPostOnly && <> · {t('kind.postOnly')}</>}
      </span>
      <span className={cells.minor} data-partial={isPartlyFilled(order)}>
        {named ? t(`state.${named}`) : <Foreign text={state} />}
        {filled !== null && (
          <>
            {' '}
            · <span translate="no">{t('filledOf', { filled, quantity: order.quantity })}</span>
          </>
        )}
        {offers.orderCost && hasTraded(order) && (
          <>
            {' '}
            ·{' '}
            <Link to="/trading-history" state={trades}>
              {t('ofOrder')}
            </Link>
          </>
        )}
      </span>
    </span>
  );
}

/** A market order has the price that it came to, once it is known. */
function Price({ order: { price, averagePrice, pair, kind } }: Props) {
  const { t } = useTranslation('history');
  const known = price ?? averagePrice ?? null;
  return known === null && kind === 'market' ? t('market') : <QuotePrice price={known} pair={pair} />;
}

function QuotePrice({ price, pair }: { readonly price: string | null; readonly pair: string }) {
  const quote = parsePair(pair)?.quote ?? '';
  const shown = price === null ? '' : formatPrice(price, quoteDigits(quote));
  return <ExactFigure shown={shown} exact={price} unit={quote} />;
}

function Progress({ order }: Props) {
  const { t } = useTranslation('history');
  const percent = progressOf(order);
  if (percent === null) return DASH;
  return (
    <span className={cells.progress}>
      <progress max={100} value={percent} aria-label={t('progressName')} />
      <span translate="no">{t('word.percent', { percent })}</span>
    </span>
  );
}
