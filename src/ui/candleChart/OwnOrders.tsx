import { useId, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decimal, DecimalText } from '../../domain/decimal.ts';
import { DASH } from '../../domain/format.ts';
import { ownPrice, type PriceDigits, priceUnit } from '../../domain/satoshi.ts';
import type { Pair } from '../../domain/market.ts';
import { hasBothLegs, isWaiting, type Order, stopOf } from '../../domain/order.ts';
import { AmendDialog } from '../openOrders/AmendDialog.tsx';
import { useAmendment } from '../openOrders/useAmendment.ts';
import { useClosedOrders } from '../openOrders/useCancellations.ts';
import { useOwnOrders } from '../orderBook/useOwnPrices.ts';
import type { Surface } from './drawing.ts';
import { LineHandle } from './LineHandle.tsx';
import { useLines, usePlaces } from './priceLines.ts';

export interface LinesProps {
  readonly surface: Surface;
  readonly pair: Pair;
  /** Digits of the pair's prices. */
  readonly digits: PriceDigits;
  /** Step of the pair's prices; null while not known. */
  readonly step: Decimal | null;
  /** Where the handles of all lines are, which keep clear of each other. */
  readonly handles: RefObject<HTMLElement | null>;
}

interface Line {
  readonly id: string;
  readonly order: Order;
  readonly price: DecimalText;
  /** A stop that was not reached yet, which is not in the book. */
  readonly isStop: boolean;
}

const NONE: readonly Order[] = [];

/** The user's open orders as lines, which can be moved to amend them (CHART-15, CHART-16). */
export function OwnOrders({ surface, pair, digits, step, handles }: LinesProps) {
  const { t } = useTranslation('trade');
  const orders = useOwnOrders(pair.symbol) ?? NONE;
  const closed = useClosedOrders();
  const flow = useAmendment();
  const [moved, setMoved] = useState<{ readonly id: string; readonly price: DecimalText } | null>(null);
  const [asked, setAsked] = useState<DecimalText | null>(null);
  const hintId = useId();

  const priceOf = (order: Order): DecimalText | null => {
    if (moved?.id === order.id) return moved.price;
    if (flow.isOpen && flow.order?.id === order.id) return asked;
    return isWaiting(order) ? (stopOf(order) ?? null) : order.price;
  };
  const lines = orders.flatMap((order): Line[] => {
    const price = closed.includes(order.id) ? null : priceOf(order);
    if (price === null) return [];
    const line = { id: order.id, order, price, isStop: isWaiting(order) };
    const stop = hasBothLegs(order) ? stopOf(order) : undefined;
    return stop === undefined ? [line] : [line, { id: `${order.id} stop`, order, price: stop, isStop: true }];
  });
  useLines(
    surface,
    lines.map(({ order, price, isStop }) => ({
      price,
      colour: order.side === 'buy' ? '--up' : '--down',
      isDashed: isStop,
    })),
  );
  usePlaces(surface, handles);

  function ask(order: Order, price: DecimalText): void {
    setAsked(price);
    setMoved(null);
    flow.send({ type: 'user.begin', order });
  }
  return (
    <>
      {lines.map(({ id, order, price, isStop }) => {
        const [quantity, shown] = [order.quantityLeft ?? DASH, ownPrice(price, digits)];
        return (
          <LineHandle
            key={id}
            of={order.side}
            text={`${t(`mine.${order.side}`)} ${quantity}`}
            label={t(`chart.own.${isStop ? 'stop.' : ''}${order.side}`, {
              quantity,
              price: shown,
              base: pair.base,
              quote: priceUnit(pair.quote, digits),
            })}
            price={price}
            shown={shown}
            step={flow.isOffered(order) ? step : null}
            isMoved={moved?.id === order.id}
            surface={surface}
            hintId={hintId}
            onMove={(to) => setMoved(to === null ? null : { id: order.id, price: to })}
            onChosen={() => ask(order, price)}
          />
        );
      })}
      <p id={hintId} hidden>
        {t('chart.own.hint')}
      </p>
      <p className="visually-hidden" role="status" translate="no">
        {moved && `${ownPrice(moved.price, digits)} ${priceUnit(pair.quote, digits)}`}
      </p>
      {flow.isOpen && flow.order && asked !== null && (
        <AmendDialog
          flow={flow}
          order={flow.order}
          listed={orders.find(({ id }) => id === flow.order?.id) ?? null}
          newPrice={asked}
        />
      )}
    </>
  );
}
