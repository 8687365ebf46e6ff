import { useSelector } from '@xstate/react';
import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { type DecimalText, toText, ZERO } from '../../domain/decimal.ts';
import type { Pair, PairSettings, Side } from '../../domain/market.ts';
import type { NewOrder } from '../../domain/order.ts';
import { protectionOf } from '../../domain/orderFigures.ts';
import { faultAsReadNow, readTypedDecimal, type TypedDecimalOptions } from '../../domain/typedDecimal.ts';
import { checkOrder, type OrderFault, type TypedOrder } from '../../machines/orderForm/orderEntry.rules.ts';
import {
  amountOf,
  type DraftField,
  filledDraft,
  type OrderDraft,
  typedText,
  withTidied,
} from '../../machines/orderForm/orderDraft.rules.ts';
import type { MarketFacts } from '../../machines/orderForm/orderWarnings.rules.ts';
import { allowsMarket, openOrderForm, orderFormsOf } from '../../machines/orderForm/orderForm.actors.ts';
import { type OrderFormRef, selectPhase } from '../../machines/orderForm/orderForm.machine.ts';
import { selectForm } from '../../machines/orderForm/orderForms.machine.ts';
import type { Capabilities } from '../../machines/app/app.ts';
import { booksOf } from '../../machines/orderBook/orderBook.actors.ts';
import type { BookTop } from '../../machines/orderBook/orderBook.machine.ts';
import { isSignedIn, selectUserId } from '../../machines/session/session.machine.ts';
import { selectFailure, isBusy } from '../../machines/shared/common.ts';
import { useApp } from '../kit/app.tsx';
import { useDecimalComma } from '../kit/useLanguage.ts';
import { useRead } from '../kit/useRead.ts';
import { useBookTop } from '../orderBook/useOrderBook.ts';

/** Parts of the form besides a limit order's price and quantity. */
interface Offers {
  readonly kinds: boolean;
  /** Market orders carry the worst price that they may trade at. */
  readonly protection: boolean;
  readonly timeInForce: boolean;
  readonly postOnly: boolean;
  readonly stop: boolean;
  readonly iceberg: boolean;
  readonly oco: boolean;
  readonly trailing: boolean;
  /** A market buy may name its quantity (TYPE-10). */
  readonly byQuantity: boolean;
  /** A typed total, arrow keys, the fee, and the question before a large order (ORDER-14 to ORDER-17). */
  readonly comforts: boolean;
}

export interface OrderForm {
  /** Takes what the user does. */
  readonly ref: OrderFormRef;
  /** Without what this server does not offer. */
  readonly draft: OrderDraft;
  readonly settings: PairSettings | null;
  readonly offers: Offers;
  readonly options: TypedDecimalOptions;
  /** Balance of the coin that the order spends; null while not known. */
  readonly available: DecimalText | null;
  /** @param privateCode of the second factor, where the server asked for it. */
  readonly press: (privateCode?: string) => void;
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

/** A stored draft may have options that this server no longer offers. */
function offeredDraft(draft: OrderDraft, offers: Offers): OrderDraft {
  const kind = offers.kinds ? draft.kind : 'limit';
  const isPostOnly = offers.postOnly && kind === 'limit' && draft.isPostOnly;
  const isByQuantity = offers.byQuantity && draft.isByQuantity;
  const isIceberg = offers.iceberg && kind === 'limit' && draft.isIceberg;
  const isOco = offers.oco && kind === 'limit' && draft.isOco;
  const isStop = offers.stop && draft.isStop;
  const isTrailing = offers.trailing && kind === 'market' && draft.isTrailing;
  return { ...draft, kind, isPostOnly, isByQuantity, isIceberg, isOco, isStop, isTrailing };
}

const typedOrder = (draft: OrderDraft, offers: Offers, side: Side): TypedOrder => ({
  kind: draft.kind,
  isPostOnly: draft.isPostOnly,
  isByQuantity: draft.isByQuantity,
  ...(offers.timeInForce && { timeInForce: draft.timeInForce }),
  ...(offers.protection && { tolerance: draft.tolerance }),
  ...(draft.isStop && { stop: draft.stop }),
  ...(draft.isTrailing && { trail: draft.trail }),
  ...(draft.isIceberg && { display: draft.display }),
  ...(draft.isOco && { oco: { stop: draft.stop, limit: draft.stopLimit } }),
  price: draft.price,
  ...(draft.isSat === true && { isSat: true }),
  quantity: draft[amountOf(draft, side)],
});

/** What a press would send; null while that would be refused here. */
export function orderAt(
  { draft, settings, offers, options, ref }: OrderForm,
  facts: MarketFacts,
): NewOrder | null {
  const { pair, side } = ref.getSnapshot().context;
  const rules = { isSignedIn: true, pair, side, settings, facts, ...options };
  const checked = checkOrder(typedOrder(draft, offers, side), rules);
  return checked.ok ? checked.order : null;
}

type Change = (draft: OrderDraft) => OrderDraft;

/** The form changes its text itself. */
export function changeDraft(ref: OrderFormRef, next: Change): void {
  const { draft } = ref.getSnapshot().context;
  const changed = next(draft);
  if (changed !== draft) ref.send({ type: 'draft.changed', draft: changed });
}

/** The user changes it. */
export function editDraft(ref: OrderFormRef, next: Change): void {
  changeDraft(ref, next);
  ref.send({ type: 'user.edit' });
}

/** Opens both forms of a pair with its screen. They keep running behind other screens, and in a closed drawer. */
export function useOpenForms(pair: string): void {
  const app = useApp();
  const userId = useSelector(app.session, selectUserId);
  const open = useCallback(
    (user?: string | null) => {
      for (const side of ['buy', 'sell'] as const) openOrderForm(app, pair, side, user);
    },
    [app, pair],
  );
  // At the start of the first render: later news would come after the first paint, and move the form (TRADE-20).
  useState(() => open());
  // Before the next paint, where the user or the pair has changed.
  useLayoutEffect(() => open(userId), [open, userId]);
}

/** The actor of one side's form. Undefined for a moment after another user came. */
export function useForm(pair: string, side: Side): OrderFormRef | undefined {
  return useSelector(orderFormsOf(useApp()), (snapshot) => selectForm(snapshot, pair, side));
}

/** Shared by the parts of one side's form (ORDER-01). */
export function useOrderForm(ref: OrderFormRef, pair: Pair, side: Side): OrderForm {
  const app = useApp();
  const { config, preferences, session, now, newIdempotencyKey } = app;
  const book = booksOf(app).of(pair.symbol);
  const options = useTypedOptions();
  const isSignedInNow = useSelector(session, isSignedIn);
  const settings = useSelector(ref, ({ context }) => context.settings);
  const draft = useSelector(ref, ({ context }) => context.draft);
  const available = useAvailable(side === 'buy' ? pair.quote : pair.base);
  // The actor follows this read, which the form on the screen keeps current.
  useRead('pairSettings', { pair: pair.symbol });

  const { capabilities } = config;
  const offers: Offers = {
    kinds: allowsMarket(config),
    protection: capabilities.orderTypes.includes('market'),
    timeInForce: capabilities.timeInForce,
    postOnly: capabilities.postOnly,
    stop: capabilities.orderTypes.includes('stop'),
    iceberg: capabilities.orderTypes.includes('iceberg'),
    oco: capabilities.orderTypes.includes('oco'),
    trailing: capabilities.orderTypes.includes('trailing_stop'),
    byQuantity: ['market', 'marketQuantity'].every((type) => capabilities.orderTypes.includes(type)),
    comforts: hasComforts(capabilities),
  };
  return {
    ref,
    draft: offeredDraft(draft, offers),
    settings,
    offers,
    options,
    available,
    press: (privateCode) => {
      const amount = amountOf(offeredDraft(draft, offers), side);
      for (const field of ['stop', 'stopLimit', 'trail', 'price', amount, 'display'] as const)
        changeDraft(ref, (one) => withTidied(one, field, settings, options));
      const tidied = offeredDraft(ref.getSnapshot().context.draft, offers);
      const askAbove = offers.comforts ? askAboveOf(preferences.readAskAbove(pair.quote), options) : null;
      ref.send({
        type: 'user.submit',
        press: {
          typed: typedOrder(tidied, offers, side),
          facts: { ...bestPrices(book.getTop()), available },
          ...options,
          isSignedIn: isSignedInNow,
          idempotencyKey: newIdempotencyKey(),
          now: now(),
          ...(askAbove !== null && { askAbove }),
          ...(privateCode !== undefined && { privateCode }),
        },
      });
    },
  };
}

/** The worst price that a market order may trade at now (TYPE-05). Changes up to ten times a second. */
export function useWorstPrice({ draft, settings }: OrderForm, pair: Pair, side: Side): DecimalText | null {
  const facts = bestPrices(useBookTop(pair.symbol));
  return settings && protectionOf(side, draft.tolerance, facts, settings);
}

/** The outcome of a press, as far as it is known. */
export function useOutcome(form: OrderForm, side: Side) {
  const { ref } = form;
  return {
    phase: useSelector(ref, selectPhase),
    isBusy: useSelector(ref, isBusy),
    /** The server's refusal, or the failure of the call. */
    failure: useSelector(ref, selectFailure),
    settingsFailure: useSelector(ref, ({ context }) => context.settingsFailure),
    fault: useFault(form, side),
  };
}

/** The form's faults, by the rules of the language that it is shown in now. */
export function useFault({ ref, draft, options }: OrderForm, side: Side): OrderFault | null {
  const fault = useSelector(ref, ({ context }) => context.fault);
  if (fault === null || fault.field === 'form') return fault;
  const field: DraftField = fault.field === 'quantity' ? amountOf(draft, side) : fault.field;
  return faultAsReadNow(fault, typedText(draft, field, options), options);
}

/** Null while not known; 0 for a coin that the list does not have. */
function useAvailable(coin: string): DecimalText | null {
  const { data } = useRead('balances');
  if (data === null) return null;
  return data.find(({ currency }) => currency === coin)?.available ?? '0';
}

/** Fills one side's form, as a click in the book does (BOOK-04). */
export function useFillForm(pair: string): (side: Side, price: DecimalText, quantity: DecimalText) => void {
  const app = useApp();
  const options = useTypedOptions();
  return (side, price, quantity) => {
    openOrderForm(app, pair, side);
    const form = selectForm(orderFormsOf(app).getSnapshot(), pair, side);
    if (form) editDraft(form, (one) => filledDraft(price, quantity, one, options));
  };
}
