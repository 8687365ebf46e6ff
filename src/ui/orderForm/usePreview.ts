import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { compare, decimal, type DecimalText, multiply, toText } from '../../domain/decimal.ts';
import { formatPrice } from '../../domain/format.ts';
import type { Pair, PairSettings } from '../../domain/market.ts';
import { isByCost, isWaiting, type NewOrder } from '../../domain/order.ts';
import { quantityStep } from '../../domain/orderFigures.ts';
import { SAT, toSat } from '../../domain/satoshi.ts';
import { isCrossed, ownInReach, type TakenFill, takenFill, type Taking } from '../../domain/takenFill.ts';
import { usdPrices } from '../../domain/usdPrices.ts';
import { legValues, valueOfOrder } from '../../machines/orderForm/orderWarnings.rules.ts';
import { useBtcPrice, useRead } from '../kit/useRead.ts';
import { useBookLevels } from '../orderBook/useOrderBook.ts';
import { useOwnOrders } from '../orderBook/useOwnPrices.ts';
import type { OrderForm } from './useOrderForm.ts';

/** Least milliseconds between two figures. */
const PACE = 250;
/** Digits of an average price beyond those of a price. */
const MORE_DIGITS = 2;

interface Preview {
  /** More than there is of the coin that it spends: a market order, whose price no field names. */
  readonly exceedsBalance: boolean;
  /** Parts of a sentence. */
  readonly parts: readonly string[];
}

/**
 * What the order would trade with the present book, and its value in USD (ORDER-23, ORDER-24).
 * @param order null where nothing is shown
 */
export function usePreview(
  order: NewOrder | null,
  { settings, offers, available, draft }: OrderForm,
  isStale: boolean,
  pair: Pair,
): Preview {
  const { t } = useTranslation('trade');
  const own = useOwnOrders(pair.symbol);
  const taking = order && settings && !isStale ? takingOf(order, settings) : null;
  const book = useBookLevels(pair.symbol, PACE, taking !== null);
  const usd = useUsd(pair.quote);
  const exceeds = (spent: DecimalText | null): boolean =>
    spent !== null && available !== null && compare(decimal(spent), decimal(available)) > 0;
  const priceText = (price: DecimalText): string => (draft.isSat === true ? `${toSat(price)} ${SAT}` : price);
  const previewOf = (parts: readonly string[], fill: TakenFill | null = null): Preview => ({
    exceedsBalance:
      order?.kind === 'market' && exceeds(order.isByQuantity ? (fill?.cost ?? null) : order.amount),
    parts,
  });
  if (order === null) return previewOf([]);
  const legs = legValues(order);
  if (legs) {
    const stop = legs.isAtAnyPrice ? 'about' : order.side === 'sell' ? 'least' : 'most';
    return previewOf([
      t('form.preview.oco.take', { value: formatPrice(legs.take), coin: pair.quote }),
      t(`form.preview.oco.${stop}`, { value: formatPrice(legs.stop), coin: pair.quote }),
    ]);
  }
  // Only by its own figures: a market sell is worth its stop price, where it has one.
  const value = valueOfOrder(order, { bestBid: order.stopPrice ?? null });

  const worth = (quote: DecimalText | null): string[] =>
    quote === null || usd === null
      ? []
      : [t('header.usd', { value: formatPrice(toText(multiply(decimal(quote), decimal(usd)))) })];
  if (order.kind === 'market' && order.trailPercent !== undefined)
    return previewOf([
      t(`form.preview.trail.${order.side}`, { percent: order.trailPercent }),
      ...worth(value),
    ]);
  if (taking === null) return previewOf(worth(value));
  // Not known yet, or read while it changes.
  if (book === null || isCrossed(book)) return previewOf([]);
  const other = (own ?? []).filter((one) => one.side !== order.side && !isWaiting(one));
  const met = ownInReach(taking, book, other, offers.iceberg);
  if (met !== null) {
    const refusal = t(met.isSure ? 'form.preview.refused' : 'form.preview.mayBeRefused');
    return previewOf([
      t('form.preview.own', { price: priceText(met.price) }),
      ...(offers.comforts ? [refusal] : []),
    ]);
  }
  const fill = takenFill(taking, book);
  const mayRest = order.kind === 'limit' && order.timeInForce === undefined;
  const isKilled = order.kind === 'limit' && order.timeInForce === 'FOK' && fill?.reach !== 'whole';
  // Hidden quantity may fill more, or all, and at a worse average (TYPE-11).
  const mayFillMore = fill?.reach === 'part' && offers.iceberg;
  if (fill?.reach === 'unknown' || (isKilled && mayFillMore))
    return previewOf([t('form.preview.deep')], fill);
  if (mayFillMore)
    return previewOf([t('form.preview.atLeast', { quantity: fill.quantity, base: pair.base })], fill);
  if (isKilled || (fill === null && !mayRest)) return previewOf([t('form.preview.nothing')]);
  if (fill === null) return previewOf(worth(value));
  const parts = [
    t('form.preview.average', { price: priceText(fill.average) }),
    ...(order.kind === 'market' ? [t('form.preview.worst', { price: priceText(fill.worst) })] : []),
    ...(fill.slippage === null ? [] : [t('form.preview.slippage', { percent: fill.slippage })]),
    ...(fill.reach === 'whole'
      ? worth(fill.cost)
      : [t('form.preview.part', { quantity: fill.quantity, base: pair.base })]),
  ];
  return previewOf(parts, fill);
}

/** Null for an order that waits for its stop, or only rests. */
function takingOf(order: NewOrder, settings: PairSettings): Taking | null {
  if (order.stopPrice !== undefined || (order.kind === 'market' && order.trailPercent !== undefined))
    return null;
  const { side } = order;
  const rules = { step: quantityStep(settings), digits: settings.pricePrecision + MORE_DIGITS };
  if (order.kind === 'limit')
    return order.isPostOnly === true
      ? null
      : { side, amount: order.quantity, unit: 'base', limit: order.price, ...rules };
  const unit = isByCost(order) ? 'quote' : 'base';
  return { side, amount: order.amount, unit, limit: order.protection ?? null, ...rules };
}

/** Price in USD of one of the coin; null where no price is known. */
function useUsd(coin: string): DecimalText | null {
  const { data: markets } = useRead('markets');
  const btcPrice = useBtcPrice();
  return useMemo(() => usdPrices(markets ?? [], btcPrice)[coin] ?? null, [markets, btcPrice, coin]);
}
