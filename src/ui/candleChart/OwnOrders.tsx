import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../domain/decimal.ts';
import { formatQuantity, quoteDigits } from '../../domain/format.ts';
import type { Pair } from '../../domain/market.ts';
import { isWaiting, type Order } from '../../domain/order.ts';
import { priceStep } from '../../domain/orderFigures.ts';
import { usePalette } from '../kit/usePreference.ts';
import { useRead } from '../kit/useRead.ts';
import { AmendDialog } from '../openOrders/AmendDialog.tsx';
import { useAmendment } from '../openOrders/useAmendment.ts';
import { useClosedOrders } from '../openOrders/useCancellations.ts';
import { useOwnOrders } from '../orderBook/useOwnPrices.ts';
import type { Surface } from './drawing.ts';
import { placeTags, toHeight } from './heights.ts';
import { OrderHandle } from './OrderHandle.tsx';
import classes from './OwnOrders.module.css';

interface OwnOrdersProps {
  readonly surface: Surface;
  readonly pair: Pair;
}

interface Line {
  readonly order: Order;
  readonly price: DecimalText;
}

const NONE: readonly Order[] = [];

/** The user's open orders as lines, which can be moved to amend them (CHART-15, CHART-16). */
export function OwnOrders({ surface, pair }: OwnOrdersProps) {
  const { t } = useTranslation('trade');
  const orders = useOwnOrders(pair.symbol) ?? NONE;
  const closed = useClosedOrders();
  const { data: settings } = useRead('pairSettings', { pair: pair.symbol });
  const digits = settings?.pricePrecision ?? quoteDigits(pair.quote) ?? 0;
  const flow = useAmendment();
  const [moved, setMoved] = useState<{ readonly id: string; readonly price: DecimalText } | null>(null);
  const [asked, setAsked] = useState<DecimalText | null>(null);
  const handles = useRef<HTMLDivElement>(null);
  const hintId = useId();

  const priceOf = (order: Order): DecimalText | null => {
    if (moved?.id === order.id) return moved.price;
    if (flow.isOpen && flow.order?.id === order.id) return asked;
    return isWaiting(order) ? (order.stopPrice ?? null) : order.price;
  };
  const lines = orders.flatMap((order): Line[] => {
    const price = closed.includes(order.id) ? null : priceOf(order);
    return price === null ? [] : [{ order, price }];
  });
  useLines(surface, lines);
  usePlaces(surface, handles);

  const step = settings === null ? null : priceStep(settings);
  function ask(order: Order, price: DecimalText): void {
    setAsked(price);
    setMoved(null);
    flow.send({ type: 'user.begin', order });
  }
  return (
    <>
      <div ref={handles} className={classes.handles}>
        {lines.map(({ order, price }) => (
          <OrderHandle
            key={order.id}
            order={order}
            pair={pair}
            price={price}
            shown={formatQuantity(price, digits)}
            step={flow.isOffered(order) ? step : null}
            isMoved={moved?.id === order.id}
            surface={surface}
            hintId={hintId}
            onMove={(to) => setMoved(to === null ? null : { id: order.id, price: to })}
            onAsk={() => ask(order, price)}
          />
        ))}
        <p id={hintId} hidden>
          {t('chart.own.hint')}
        </p>
        <p className="visually-hidden" role="status">
          {moved?.price}
        </p>
      </div>
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

/** Draws them in the canvas. */
function useLines({ candles }: Surface, lines: readonly Line[]): void {
  const { palette } = usePalette();
  const key = lines.map(({ order, price }) => [order.side, isWaiting(order), price].join(' ')).join(',');
  useLayoutEffect(() => {
    const style = getComputedStyle(document.documentElement);
    const drawn = lines.map(({ order, price }) =>
      candles.createPriceLine({
        price: toHeight(price),
        color: style.getPropertyValue(order.side === 'buy' ? '--up' : '--down').trim(),
        lineWidth: 1,
        // Dashed for orders that are not in the book yet. The library's names of the styles would load with the page.
        lineStyle: candles.options()[isWaiting(order) ? 'priceLineStyle' : 'baseLineStyle'],
        title: '',
        // Ten of them would hide the scale; the tag has the price (CHART-18).
        axisLabelVisible: false,
      }),
    );
    return () => {
      for (const line of drawn) candles.removePriceLine(line);
    };
    // All that is drawn is in the key, and the colours are those of the palette.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [candles, key, palette]);
}

/** Puts each handle at its line, whenever the chart has drawn. */
function usePlaces({ chart, candles }: Surface, handles: { readonly current: HTMLElement | null }): void {
  const place = (): void => {
    const bottom = chart.panes()[0]?.getHeight() ?? 0;
    const shown: { handle: HTMLElement; y: number }[] = [];
    for (const handle of handles.current?.querySelectorAll<HTMLElement>('[data-height]') ?? []) {
      const y = candles.priceToCoordinate(Number(handle.dataset.height));
      // One that is being moved stays at the edge: hidden, it would lose the focus and its new price.
      const isHeld = handle === document.activeElement || handle.dataset.moved === 'true';
      handle.hidden = y === null || (!isHeld && (y < 0 || y > bottom));
      if (y !== null && !handle.hidden) shown.push({ handle, y: Math.min(Math.max(y, 0), bottom) });
    }
    // The others keep their places while one is moved over them.
    const [moved, still] = [true, false].map((isMoved) =>
      shown.filter(({ handle }) => (handle.dataset.moved === 'true') === isMoved),
    );
    for (const { handle, y } of moved ?? [])
      handle.style.translate = `${handle.style.translate.split(' ')[0] || '0px'} ${y}px`;
    const tags = (still ?? []).map(({ handle, y }) => ({ y, width: handle.offsetWidth }));
    const places = placeTags(tags, still?.[0]?.handle.offsetHeight ?? 0, {
      room: chart.timeScale().width(),
      bottom,
    });
    for (const [place, { handle }] of (still ?? []).entries())
      handle.style.translate = `${places[place]?.x ?? 0}px ${places[place]?.y ?? 0}px`;
  };
  const latest = useRef(place);
  useLayoutEffect(() => {
    latest.current = place;
    place();
  });
  useLayoutEffect(() => {
    const primitive = { updateAllViews: () => latest.current() };
    candles.attachPrimitive(primitive);
    return () => candles.detachPrimitive(primitive);
  }, [candles]);
}
