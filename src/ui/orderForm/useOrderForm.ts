import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type DecimalText, toText, ZERO } from '../../domain/decimal.ts';
import type { Side, Pair } from '../../domain/market.ts';
import type { NewOrder } from '../../domain/order.ts';
import {
  faultAsReadNow,
  fieldText,
  readTypedDecimal,
  type TypedDecimalOptions,
} from '../../domain/typedDecimal.ts';
import { checkOrder, type OrderFault } from '../../machines/orderForm/orderEntry.rules.ts';
import {
  cutQuantityOf,
  priceOf,
  quantityOf,
  steppedPrice,
  withSeed,
  withTerms,
  withTidied,
  withTotal,
  withTotalDone,
  withTyped,
  type DraftField,
  type OrderDraft,
  type OrderTerms,
  filledDraft,
} from '../../machines/orderForm/orderDraft.rules.ts';
import {
  expectedFill,
  type ExpectedFill,
  type MarketFacts,
} from '../../machines/orderForm/orderWarnings.rules.ts';
import { allowsMarket, orderFormsOf } from '../../machines/orderForm/orderForm.actors.ts';
import { costFor, protectionOf, quantityFor, totalOf } from '../../domain/orderFigures.ts';
import type { Capabilities } from '../../machines/app/app.ts';
import { booksOf } from '../../machines/orderBook/orderBook.actors.ts';
import type { BookTop } from '../../machines/orderBook/orderBook.machine.ts';
import { selectUserId } from '../../machines/session/session.machine.ts';
import { useApp } from '../kit/app.tsx';
import { useDecimalComma } from '../kit/useLanguage.ts';
import { useRead } from '../kit/useRead.ts';
import { useOrderFormActor, type OrderFormActor } from './useOrderFormActor.ts';

/** In percent of the balance. */
export const SHARES = [25, 50, 75, 100] as const;
export type Share = (typeof SHARES)[number];
export const KINDS = ['limit', 'market'] as const;
export type OrderKind = (typeof KINDS)[number];

/** What the form has besides a limit order's price and quantity. */
interface Offers {
  readonly kinds: boolean;
  /** Market orders carry the worst price that they may trade at. */
  readonly protection: boolean;
  readonly timeInForce: boolean;
  readonly postOnly: boolean;
  readonly stop: boolean;
  /** A typed total, arrow keys, the fee, and the question before a large order (ORDER-14 to ORDER-17). */
  readonly comforts: boolean;
}

export interface OrderForm extends OrderFormActor {
  readonly kind: OrderKind;
  /** A market buy names its cost in quote coin, every other order its quantity in base coin. */
  readonly amount: 'quantity' | 'cost';
  readonly offers: Offers;
  readonly isPostOnly: boolean;
  readonly isStop: boolean;
  readonly chooseTerms: (terms: Partial<OrderTerms>) => void;
  /** The worst price of a market order; null while it is not known. */
  readonly protectionAt: (facts: Omit<MarketFacts, 'available'>) => DecimalText | null;
  readonly text: OrderDraft;
  /** As it would be sent; null while the text is no valid number. */
  readonly price: DecimalText | null;
  readonly quantity: DecimalText | null;
  /** The quantity to be sent, where it is less than the typed one. */
  readonly cutQuantity: DecimalText | null;
  /** 8 decimals. */
  readonly total: DecimalText | null;
  /** Balance of the coin that the order spends; null while not known. */
  readonly available: DecimalText | null;
  readonly type: (field: DraftField, text: string) => void;
  readonly typeTotal: (text: string) => void;
  readonly leaveTotal: () => void;
  readonly stepPrice: (direction: 'up' | 'down') => void;
  /** What a press would send; null while that would be refused here. */
  readonly orderAt: (facts: MarketFacts) => NewOrder | null;
  /** The fee and what arrives, as the form stands; null while they cannot be said. */
  readonly expectedAt: (facts: MarketFacts) => ExpectedFill | null;
  /** Rounds the text of the field to what will be sent. */
  readonly tidy: (field: DraftField) => void;
  /** Null while it cannot be computed. */
  readonly shareOf: (share: Share) => DecimalText | null;
  /** @param privateCode of the second factor, where the server asked for it. */
  readonly press: (privateCode?: string) => void;
  /** The server places a repeated order only once. */
  readonly isSentOnce: boolean;
}

/** Whether the server names a capability of orders (ORDER-14 to ORDER-17). */
export const hasComforts = ({ orderTypes, timeInForce, postOnly }: Capabilities): boolean =>
  orderTypes.length > 0 || timeInForce || postOnly;

export const bestPrices = ({ bid, ask, isFresh }: BookTop): Omit<MarketFacts, 'available'> => ({
  bestBid: bid,
  bestAsk: ask,
  isStale: !isFresh,
});

/** Null where nothing is set; a text that is no amount asks about every order (ORDER-17). */
function askAboveOf(typed: string, options: TypedDecimalOptions): DecimalText | null {
  if (typed === '') return null;
  const read = readTypedDecimal(typed, options);
  return read.ok ? read.text : toText(ZERO);
}

/** The same object at every key, and from a hook, so that the compiler keeps the functions of the form, too. */
function useTypedOptions(): TypedDecimalOptions {
  const decimalComma = useDecimalComma();
  return useMemo(() => ({ decimalComma }), [decimalComma]);
}

/** What is wrong with the form, by the rules of the language that it is shown in now. */
function faultNow(
  fault: OrderFault | null,
  text: OrderDraft,
  amount: DraftField,
  options: TypedDecimalOptions,
): OrderFault | null {
  if (fault === null || fault.field === 'form') return fault;
  return faultAsReadNow(fault, text[fault.field === 'quantity' ? amount : fault.field], options);
}

/** Text, figures and actor of one side's form (ORDER-01). */
export function useOrderForm(pair: Pair, side: Side): OrderForm {
  const app = useApp();
  const { config, preferences } = app;
  const books = booksOf(app);
  const form = useOrderFormActor(pair.symbol, side);
  const text = useSyncExternalStore(form.draft.subscribe, form.draft.get);
  const options = useTypedOptions();
  const available = useAvailable(side === 'buy' ? pair.quote : pair.base);
  useSeed(pair.symbol, side, form, options);

  const { capabilities } = config;
  const offers: Offers = {
    kinds: allowsMarket(config),
    protection: capabilities.orderTypes.includes('market'),
    timeInForce: capabilities.timeInForce,
    postOnly: capabilities.postOnly,
    stop: capabilities.orderTypes.includes('stop'),
    comforts: hasComforts(capabilities),
  };
  // A kept draft may name what this server no longer offers.
  const kind: OrderKind = offers.kinds ? text.kind : 'limit';
  const isPostOnly = offers.postOnly && kind === 'limit' && text.isPostOnly;

  const isStop = offers.stop && text.isStop;

  const { draft, settings } = form;
  const book = books.of(pair.symbol);
  const price = priceOf(text, options);
  const quantity = quantityOf(text, settings, options);
  const amount = kind === 'market' && side === 'buy' ? 'cost' : 'quantity';

  const typedIn = (one: OrderDraft) => ({
    kind,
    isPostOnly,
    ...(offers.timeInForce && { timeInForce: one.timeInForce }),
    ...(offers.protection && { tolerance: one.tolerance }),
    ...(offers.stop && one.isStop && { stop: one.stop }),
  });
  const tidy = (field: DraftField): void => draft.change((one) => withTidied(one, field, settings, options));
  const shareOf = (share: Share): DecimalText | null => {
    if (available === null || settings === null) return null;
    const most =
      amount === 'cost' ? costFor(share, available) : quantityFor(side, share, available, price, settings);
    return most === null ? null : fieldText(most, options);
  };

  const orderAt = (facts: MarketFacts): NewOrder | null => {
    const rules = { isSignedIn: true, pair: pair.symbol, side, settings, facts, ...options };
    const checked = checkOrder({ ...typedIn(text), price: text.price, quantity: text[amount] }, rules);
    return checked.ok ? checked.order : null;
  };

  return {
    ...form,
    fault: faultNow(form.fault, text, amount, options),
    kind,
    amount,
    offers,
    isPostOnly,
    isStop,
    chooseTerms: (terms) => {
      draft.change((one) => withTerms(one, terms));
      form.edit();
    },
    protectionAt: (facts) => settings && protectionOf(side, text.tolerance, facts, settings),
    text,
    price,
    quantity,
    cutQuantity: amount === 'quantity' ? cutQuantityOf(text, settings, options) : null,
    total: totalOf(price, quantity),
    available,
    type: (field, typed) => {
      draft.change((one) =>
        field === 'price'
          ? withTotal(withTyped(one, field, typed), one.total, settings, options)
          : withTyped(one, field, typed),
      );
      form.edit();
    },
    typeTotal: (typed) => {
      draft.change((one) => withTotal(one, typed, settings, options));
      form.edit();
    },
    leaveTotal: () => draft.change(withTotalDone),
    stepPrice: (direction) => {
      const next = steppedPrice(draft.get(), direction, settings, options);
      if (next !== null)
        draft.change((one) => withTotal(withTyped(one, 'price', next), one.total, settings, options));
      form.edit();
    },
    orderAt,
    expectedAt: (facts) => {
      const order = orderAt(facts);
      return order && settings && expectedFill(order, settings, facts);
    },
    tidy,
    shareOf,
    isSentOnce: config.capabilities.idempotencyKeys,
    press: (privateCode) => {
      tidy('stop');
      tidy('price');
      tidy(amount);
      form.submit(
        { ...typedIn(draft.get()), price: draft.get().price, quantity: draft.get()[amount] },
        { ...bestPrices(book.getTop()), available },
        offers.comforts ? askAboveOf(preferences.readAskAbove(pair.quote), options) : null,
        privateCode,
      );
    },
  };
}

/** Null while not known; 0 for a coin that the list does not have. */
function useAvailable(coin: string): DecimalText | null {
  const { data } = useRead('balances');
  if (data === null) return null;
  return data.find(({ currency }) => currency === coin)?.available ?? '0';
}

/** Fills in the best price once, as soon as the book has it (ORDER-06). */
function useSeed(
  pair: string,
  side: Side,
  { draft, settings }: OrderFormActor,
  options: TypedDecimalOptions,
): void {
  const books = booksOf(useApp());
  const book = books.of(pair);
  useEffect(() => {
    const seed = (): void => {
      if (draft.get().isSeeded) return;
      const { isFresh, bid, ask } = book.getTop();
      const best = side === 'buy' ? ask : bid;
      if (isFresh && best !== null)
        draft.change((one) => withTotal(withSeed(one, best, options), one.total, settings, options));
    };
    seed();
    return book.subscribe(seed);
  }, [book, draft, side, settings, options]);
}

/** Fills one side's form, as a click in the book does (BOOK-04). */
export function useFillForm(pair: string): (side: Side, price: DecimalText, quantity: DecimalText) => void {
  const app = useApp();
  const { session } = app;
  const options = useTypedOptions();
  const orderForms = orderFormsOf(app);
  const userId = useSelector(session, selectUserId);
  return (side, price, quantity) => {
    const { draft, ref } = orderForms.of(pair, side, userId);
    draft.change((one) => filledDraft(price, quantity, one, options));
    // A form that is not shown has no question to withdraw.
    if (ref.getSnapshot().status === 'active') ref.send({ type: 'user.edit' });
  };
}
