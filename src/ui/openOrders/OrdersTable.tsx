import { useTranslation } from 'react-i18next';
import { progressOf } from '../../domain/history/orders.ts';
import { totalOf } from '../../domain/orderFigures.ts';
import { DASH, formatQuantity } from '../../domain/format.ts';
import { type PriceDigits, priceUnit } from '../../domain/satoshi.ts';
import { type Order, stopOf } from '../../domain/order.ts';
import type { Pair } from '../../domain/market.ts';
import { useClosedOrders } from './useCancellations.ts';
import { useCapabilities } from '../kit/app.tsx';
import { Grouped } from '../kit/Figure.tsx';
import { useOrderFocus } from './useOrderFocus.ts';
import lists from '../kit/DenseList.module.css';
import { FigureCell, figuresOf, ownPriceText, PairCell, SideName, TimeCell } from './OrderCells.tsx';
import { Amending, OrderActions } from './OrderActions.tsx';
import classes from './MyOrders.module.css';

interface OrdersTableProps {
  readonly orders: readonly Order[];
  /** Of all pairs: each row names its own. */
  readonly isOfAll: boolean;
  readonly pair: Pair;
  readonly digits: PriceDigits | undefined;
  readonly quantityDigits: number;
}

/** Newest first; a cancelled order leaves at once (CANCEL-03). */
export function OrdersTable({ orders, isOfAll, ...shown }: OrdersTableProps) {
  const { t } = useTranslation('trade');
  const closed = useClosedOrders();
  const open = orders.filter(({ id }) => !closed.includes(id));
  return (
    <Amending orders={open}>
      {open.length === 0 ? (
        <p className={lists.note}>{t(isOfAll ? 'mine.noOrdersAtAll' : 'mine.noOrders')}</p>
      ) : (
        <Table orders={open} isOfAll={isOfAll} {...shown} />
      )}
    </Amending>
  );
}

function Table({ orders, isOfAll, pair, digits, quantityDigits }: OrdersTableProps) {
  const { t } = useTranslation('trade');
  const { base, quote } = pair;
  const focus = useOrderFocus(orders);
  return (
    // Not Mantine's: dense rows of fixed columns under a head that stays, repainted with each order (TRADE-23).
    <table
      className={`${lists.table} ${classes.table} ${classes.orders} ${lists.cards}`}
      data-of={isOfAll ? 'all' : 'one'}
    >
      <caption className="visually-hidden">
        {isOfAll ? t('mine.ordersOfAll') : t('mine.ordersOf', { pair: `${base}/${quote}` })}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('mine.side')}</th>
          <th scope="col" className={classes.kind}>
            {t('form.kind')}
          </th>
          {isOfAll && <th scope="col">{t('word.pair')}</th>}
          <th scope="col">
            {isOfAll ? t('form.price') : t('mine.price', { coin: priceUnit(quote, digits) })}
          </th>
          <th scope="col" className={classes.quantity}>
            {isOfAll ? t('form.quantity') : t('mine.quantity', { coin: base })}
          </th>
          <th scope="col">{t('mine.filled')}</th>
          <th scope="col">{t('mine.trigger')}</th>
          <th scope="col">{isOfAll ? t('form.total') : t('mine.total', { coin: quote })}</th>
          <th scope="col" className={classes.time}>
            {t('mine.time')}
          </th>
          <th scope="col" className={classes.act}>
            <span className="visually-hidden">{t('mine.action')}</span>
          </th>
        </tr>
      </thead>
      <tbody {...focus}>
        {orders.map((order, place) => (
          <OrderRow
            // A row that comes or goes repaints those below it and moves none: no press that starts on one order ends
            // on another (TRADE-21).
            // oxlint-disable-next-line react/no-array-index-key
            key={`${place} ${order.id}`}
            order={order}
            isOfAll={isOfAll}
            {...figuresOf(order.pair, { pair, digits, quantityDigits })}
          />
        ))}
      </tbody>
    </table>
  );
}

function kindOf(order: Order, namesPostOnly: boolean) {
  if (order.trailPercent !== undefined) return 'trailing';
  if (order.ocoStopPrice !== undefined) return 'oco';
  if (order.stopPrice !== undefined) return order.kind === 'market' ? 'stopMarket' : 'stopLimit';
  return namesPostOnly && order.isPostOnly ? 'postOnly' : order.kind;
}

interface OrderRowProps {
  readonly order: Order;
  readonly isOfAll: boolean;
  readonly pair: Pair;
  readonly digits: PriceDigits;
  readonly quantityDigits: number;
}

function OrderRow({ order, isOfAll, pair: { base, quote }, digits, quantityDigits }: OrderRowProps) {
  const { t } = useTranslation('trade');
  const isPartial = order.state === 'PARTIALLY_FILLED';
  const quantity = isPartial
    ? t('mine.remaining', { left: order.quantityLeft ?? DASH, total: order.quantity ?? DASH })
    : formatQuantity(order.quantity, quantityDigits);
  const offers = useCapabilities();
  const kind = t(`form.${kindOf(order, offers.postOnly)}`);
  // There is room for the first only.
  const kinds =
    order.displayQuantity === undefined
      ? [kind]
      : [t('mine.iceberg', { quantity: formatQuantity(order.displayQuantity, quantityDigits) }), kind];
  const percent = progressOf(order);
  const stop = stopOf(order);
  // A market order has the price that it came to, once it is known.
  const known = order.price ?? order.averagePrice ?? null;
  return (
    <tr>
      <td className={classes.lead}>
        <SideName side={order.side} />
        {isPartial && <span className={classes.badge}>{t('mine.partial')}</span>}
      </td>
      <td className={classes.kind} data-label={t('form.kind')} title={kinds.join(' · ')}>
        {kinds[0]}
      </td>
      {isOfAll && <PairCell base={base} quote={quote} />}
      <FigureCell
        label={t('mine.price', { coin: priceUnit(quote, digits) })}
        text={
          known === null && order.kind === 'market' ? t('mine.market') : ownPriceText(known, digits, isOfAll)
        }
      />
      <FigureCell label={t('mine.quantity', { coin: base })} text={quantity}>
        {isPartial ? <Grouped text={quantity} /> : undefined}
      </FigureCell>
      <FigureCell label={t('mine.filled')} text={percent === null ? DASH : t('word.percent', { percent })} />
      <FigureCell
        label={t('mine.trigger')}
        text={
          stop === undefined && order.trailPercent !== undefined
            ? t('word.percent', { percent: order.trailPercent })
            : ownPriceText(stop ?? null, digits, isOfAll)
        }
      />
      <FigureCell
        label={t('mine.total', { coin: quote })}
        text={totalOf(order.price, order.quantityLeft) ?? DASH}
      />
      <TimeCell time={order.createdAt} />
      <td className={classes.act}>
        <OrderActions order={order} className={classes.cancel} />
      </td>
    </tr>
  );
}
