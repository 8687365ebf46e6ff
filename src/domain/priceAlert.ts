/** Prices that a user wants to be alerted at, in this browser only (ALERT-01 to ALERT-04). */
import { compare, decimal, type DecimalText } from './decimal.ts';
import { parsePair } from './market.ts';
import { readTypedDecimal, type TypedDecimalOptions, type TypedFault } from './typedDecimal.ts';

/** Kept in one browser; one more is refused (ALERT-04). */
export const MAX_ALERTS = 50;

export interface PriceAlert {
  readonly pair: string;
  readonly price: DecimalText;
  /** The last price must reach this one: it was on the other side when the alert was set. */
  readonly side: 'above' | 'below';
  /** Epoch milliseconds: an older price does not reach it. */
  readonly setAt: number;
  /** Epoch milliseconds; null while it waits. */
  readonly reachedAt: number | null;
  /** The user has been alerted. */
  readonly isTold: boolean;
}

export type AlertFault =
  | TypedFault
  | 'zero'
  /** The last price is not known, so neither is the side. */
  | 'noLast'
  | 'atLast'
  | 'twice'
  | 'tooMany';

export type TypedAlert =
  | { readonly ok: true; readonly alert: PriceAlert }
  | { readonly ok: false; readonly fault: AlertFault };

/** By pair, price and side, which no two alerts share. */
export const isSameAlert = (one: PriceAlert, other: PriceAlert): boolean =>
  one.pair === other.pair && one.side === other.side && one.price === other.price;

export const hasReached = ({ side, price }: PriceAlert, last: DecimalText): boolean => {
  const order = compare(decimal(last), decimal(price));
  return side === 'above' ? order >= 0 : order <= 0;
};

/**
 * @param typed the price as the user wrote it
 * @param last the pair's last price; null while unknown
 * @param at now, in epoch milliseconds
 * @param kept all alerts of this browser
 */
export function readTypedAlert(
  typed: string,
  { pair, last, at }: { readonly pair: string; readonly last: DecimalText | null; readonly at: number },
  kept: readonly PriceAlert[],
  options: TypedDecimalOptions = {},
): TypedAlert {
  const read = readTypedDecimal(typed, options);
  if (!read.ok) return read;
  const price = decimal(read.text);
  if (price.units === 0n) return { ok: false, fault: 'zero' };
  if (last === null) return { ok: false, fault: 'noLast' };
  const order = compare(price, decimal(last));
  if (order === 0) return { ok: false, fault: 'atLast' };
  const side = order > 0 ? 'above' : 'below';
  const alert: PriceAlert = { pair, price: read.text, side, setAt: at, reachedAt: null, isTold: false };
  if (kept.some((one) => isSameAlert(one, alert))) return { ok: false, fault: 'twice' };
  return kept.length >= MAX_ALERTS ? { ok: false, fault: 'tooMany' } : { ok: true, alert };
}

/** The fault of the text after the language was changed, by its rules. */
export function alertFaultNow(
  found: AlertFault,
  typed: string,
  options: TypedDecimalOptions,
): AlertFault | null {
  const read = readTypedDecimal(typed, options);
  if (!read.ok) return read.fault;
  return ['zero', 'noLast', 'atLast', 'twice', 'tooMany'].includes(found) ? found : null;
}

/** `XMR-BTC>0.005@1764281234567`: set then, waits for a rise. `:` and a time: reached. `!`: the user was alerted. */
const WORD = /^([A-Z0-9]+-[A-Z0-9]+)([<>])(\d{1,20}(?:\.\d{1,18})?)@(\d{1,16})(?::(\d{1,16})(!?))?$/;

/** @param text of the storage: words with spaces between. What is none, or comes twice, is left out. */
export function parseAlerts(text: string): readonly PriceAlert[] {
  const alerts: PriceAlert[] = [];
  for (const word of text.split(' ')) {
    const [, pair = '', sign, price = '', set, reached, told] = WORD.exec(word) ?? [];
    const alert: PriceAlert = {
      pair,
      price,
      side: sign === '>' ? 'above' : 'below',
      setAt: Number(set),
      reachedAt: reached === undefined ? null : Number(reached),
      isTold: told === '!',
    };
    if (parsePair(pair) && alerts.length < MAX_ALERTS && !alerts.some((one) => isSameAlert(one, alert)))
      alerts.push(alert);
  }
  return alerts;
}

function wordOf({ pair, side, price, setAt, reachedAt, isTold }: PriceAlert): string {
  const reached = reachedAt === null ? '' : `:${reachedAt}${isTold ? '!' : ''}`;
  return `${pair}${side === 'above' ? '>' : '<'}${price}@${setAt}${reached}`;
}

/** For the storage; `parseAlerts` reads it. */
export const alertsText = (alerts: readonly PriceAlert[]): string => alerts.map(wordOf).join(' ');

/** A change of the alerts, which the storage applies instead of a new list: another tab may have changed it too. */
export type AlertChange =
  | { readonly kind: 'added' | 'removed'; readonly alert: PriceAlert }
  /** One that waits, to another price, side and time (ALERT-06). */
  | { readonly kind: 'moved'; readonly alert: PriceAlert; readonly to: PriceAlert }
  /** @property at epoch milliseconds */
  | { readonly kind: 'reached'; readonly alerts: readonly PriceAlert[]; readonly at: number }
  | { readonly kind: 'told'; readonly alerts: readonly PriceAlert[] }
  /** Those that were reached go. */
  | { readonly kind: 'cleared' };

/** Those that the change is news for: waiting ones that are reached, reached ones that are announced. */
export function newsIn(alerts: readonly PriceAlert[], change: AlertChange): readonly PriceAlert[] {
  if (change.kind !== 'reached' && change.kind !== 'told') return [];
  const isOne = (alert: PriceAlert) => change.alerts.some((one) => isSameAlert(one, alert));
  const isNews = ({ reachedAt, isTold }: PriceAlert) =>
    change.kind === 'told' ? reachedAt !== null && !isTold : reachedAt === null;
  return alerts.filter((alert) => isNews(alert) && isOne(alert));
}

export function changed(alerts: readonly PriceAlert[], change: AlertChange): readonly PriceAlert[] {
  if (change.kind === 'cleared') return alerts.filter(({ reachedAt }) => reachedAt === null);
  if (change.kind === 'moved') {
    if (!alerts.some((one) => isSameAlert(one, change.alert) && one.reachedAt === null)) return alerts;
    const others = alerts.filter((one) => !isSameAlert(one, change.to) || isSameAlert(one, change.alert));
    return others.map((one) => (isSameAlert(one, change.alert) && one.reachedAt === null ? change.to : one));
  }
  if ('alert' in change) {
    const others = alerts.filter((one) => !isSameAlert(one, change.alert));
    return change.kind === 'added' ? [...others, change.alert] : others;
  }
  const news = newsIn(alerts, change);
  const after = change.kind === 'told' ? { isTold: true } : { reachedAt: change.at };
  return alerts.map((one) => (news.includes(one) ? { ...one, ...after } : one));
}

/** A pair without a last price is not there. */
export interface LastPrice {
  readonly pair: string;
  readonly last: DecimalText;
}

/** Those that no longer wait. @param at the time of these prices, in epoch milliseconds */
export const reachedBy = (
  alerts: readonly PriceAlert[],
  prices: readonly LastPrice[],
  at: number,
): readonly PriceAlert[] =>
  alerts.filter(
    (alert) =>
      alert.reachedAt === null &&
      alert.setAt < at &&
      prices.some(({ pair, last }) => pair === alert.pair && hasReached(alert, last)),
  );
