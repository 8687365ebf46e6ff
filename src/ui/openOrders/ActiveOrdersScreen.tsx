import { useTranslation } from 'react-i18next';
import { formatAmount, formatPrice, quoteDigits } from '../../domain/format.ts';
import { isPartlyFilled, orderState, progressOf, summariseOrders } from '../../domain/history/orders.ts';
import type { Order } from '../../domain/order.ts';
import { parsePair } from '../../domain/market.ts';
import { CancelAll } from './CancelAll.tsx';
import cells from '../history/Cells.module.css';
import { Moment, PairAndId, SideBadge, PerUser } from '../history/cells.tsx';
import type { Column, SummaryItem } from '../history/column.ts';
import { ExactFigure, Foreign } from '../history/FullValue.tsx';
import { HistoryFrame } from '../history/HistoryFrame.tsx';
import { CancelOrder } from './CancelOrder.tsx';
import { useClosedOrders } from './useCancellations.ts';
import { useHistory } from '../history/useHistory.ts';

const COLUMNS: readonly Column<Order>[] = [
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
  { name: 'action', cell: (order) => <CancelOrder order={order} className={cells.cancel} /> },
];

/** The user's open orders (HISTORY-11). */
export function ActiveOrdersScreen() {
  return (
    <PerUser>
      <ActiveOrders />
    </PerUser>
  );
}

function ActiveOrders() {
  const state = useHistory('orders', useClosedOrders());
  const { active, buy, sell, partial } = summariseOrders(state.records ?? []);
  const summary: readonly SummaryItem[] = [
    { name: 'active', value: active },
    { name: 'buy', value: buy },
    { name: 'sell', value: sell },
    { name: 'partial', value: partial },
  ];
  return (
    <HistoryFrame
      list="orders"
      state={state}
      columns={COLUMNS}
      summary={summary}
      tools={<CancelAll pair={null} disabled={state.records !== null && active === 0 && state.page === 1} />}
    />
  );
}

interface Props {
  readonly order: Order;
}

const NAMED = ['open', 'opened', 'partially_filled'] as const;

function Kind({ order }: Props) {
  const { t } = useTranslation('history');
  const state = orderState(order);
  const named = NAMED.find((name) => name === state);
  return (
    <span className={cells.stack}>
      <span>{t(`kind.${order.kind}`)}</span>
      <span className={cells.minor} data-partial={isPartlyFilled(order)}>
        {named ? t(`state.${named}`) : <Foreign text={state} />}
      </span>
    </span>
  );
}

function Price({ order: { price, pair } }: Props) {
  const { t } = useTranslation('history');
  if (price === null) return t('market');
  const quote = parsePair(pair)?.quote ?? '';
  return <ExactFigure shown={formatPrice(price, quoteDigits(quote))} exact={price} unit={quote} />;
}

function Progress({ order }: Props) {
  const { t } = useTranslation('history');
  const percent = progressOf(order);
  return (
    <span className={cells.progress}>
      <progress className={cells.bar} max={100} value={percent} aria-label={t('progressName')} />
      <span>{t('progress', { percent })}</span>
    </span>
  );
}
