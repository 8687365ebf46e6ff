import { createActor, type EventObject, fromCallback, fromPromise } from 'xstate';
import type { DecimalText } from '../../domain/decimal.ts';
import { type Failure, leavesFirstOpen } from '../../domain/failure.ts';
import type { PairSettings, Side } from '../../domain/market.ts';
import { isByCost, OPEN_STATES, OWN_ROWS } from '../../domain/order.ts';
import {
  findPlacedOrder,
  type BeforeSending,
  type OwnLists,
  type SentOrder,
  beforeFrom,
} from '../../domain/placedOrder.ts';
import { type Result, succeeded } from '../../domain/result.ts';
import { isInSatoshi } from '../../domain/satoshi.ts';
import { type DecimalComma, decimalCommaOf } from '../../domain/typedDecimal.ts';
import { orderCalls } from '../../services/contract/calls/orders.ts';
import type { Clock } from '../../services/clock.ts';
import type { Http } from '../../services/http/port.ts';
import { readStatus, selectData } from '../resource/resource.machine.ts';
import type { DataOf } from '../resource/resource.reads.ts';
import type { Resources } from '../resource/resource.actors.ts';
import { userIdOf, type App } from '../app/app.ts';
import type { NotedOutcomes } from '../app/openOutcomes.ts';
import { perApp, selectFailure, type Toast } from '../shared/common.ts';
import { booksOf } from '../orderBook/orderBook.actors.ts';
import { createWrite } from '../write/write.machine.ts';
import { EMPTY_DRAFT, keptText, type OrderDraft, recalledDraft, withUnit } from './orderDraft.rules.ts';
import {
  type BeforeAnswer,
  isOutcomeUnknown,
  type OrderFormContext,
  type OrderFormEvent,
  orderFormMachine,
  type OrderFormRef,
  type OrderFormSnapshot,
  type Placing,
  type SettingsFeedEvent,
} from './orderForm.machine.ts';
import { placedAsFound, type PlacedOrder } from './orderForm.rules.ts';
import { orderFormsMachine, type OrderFormsRef } from './orderForms.machine.ts';
import { orderLadderMachine } from './orderLadder.machine.ts';

export interface OrderFormDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly watchSettings: WatchSettings;
  readonly watchPrice: WatchPrice;
  /** Open orders and executions of a pair; null where they must be read first. */
  readonly knownBefore: (pair: string) => BeforeSending | null;
  readonly keepDraft: (pair: string, side: Side, text: string) => void;
  /** @returns a function that drops the order again, whoever is signed in by then. */
  readonly keepSent: (order: SentOrder) => () => void;
  readonly dropSent: (pair: string, side: Side) => void;
  /** Outdates orders, executions, balances and trades, and publishes the pair's book at once. */
  readonly noteOwnChange: (pair: string) => void;
}

/** Rows of each list that are read to find an order. */
const LONGEST_LIST = 100;

export function orderFormImplementations({
  http,
  watchSettings,
  watchPrice,
  knownBefore,
  keepDraft,
  keepSent,
  dropSent,
  noteOwnChange,
}: OrderFormDependencies) {
  async function readLists(pair: string, signal: AbortSignal): Promise<Result<OwnLists>> {
    const page = { pair, skip: 0, limit: LONGEST_LIST };
    const query = { ...page, state: OPEN_STATES };
    const [orders, executions] = await Promise.all([
      http.send(orderCalls.orders, { query }, { signal }),
      http.send(orderCalls.executions, { query: page }, { signal }),
    ]);
    if (!orders.ok) return orders;
    if (!executions.ok) return executions;
    return succeeded({ orders: orders.value, executions: executions.value });
  }

  /** @param isForgotten once it is known what became of it, also where the chart has ended: of a ladder (LADDER-05) */
  const writer = (isForgotten: boolean) =>
    createWrite<Placing, PlacedOrder>({
      send: async (placing) => {
        const { sending } = placing;
        const drop = keepSent(sending);
        const answer = await place(http, placing);
        // Also when the session's end has stopped the form: a refused order is not looked for at the next login.
        const isRefused = !answer.ok && !(sending.isAgain && leavesFirstOpen(answer.failure));
        if (isForgotten || isRefused) drop();
        return answer;
      },
      look: async ({ sending: { order, sentAt, before } }, signal) => {
        const lists = await readLists(order.pair, signal);
        if (!lists.ok) return lists;
        const found = findPlacedOrder(order, sentAt, before ?? NOTHING, lists.value);
        if (found && isForgotten) dropSent(order.pair, order.side);
        return succeeded(found && placedAsFound(found));
      },
      withoutSecrets: ({ sending }) => ({ sending, privateCode: null }),
    });

  return {
    actors: {
      settings: fromCallback<SettingsFeedEvent, { pair: string | null }>(({ input, sendBack, receive }) => {
        if (input.pair === null) return undefined;
        const say: (event: OrderFormEvent) => void = sendBack;
        const watched = watchSettings(input.pair, {
          loaded: (settings) => say({ type: 'settings.loaded', settings }),
          failed: (failure) => say({ type: 'settings.failed', failure }),
        });
        receive(() => watched.retry());
        return watched.stop;
      }),
      prices: fromCallback<EventObject, { pair: string | null; side: Side }>(
        ({ input: { pair, side }, sendBack }) => {
          if (pair === null) return undefined;
          const say: (event: OrderFormEvent) => void = sendBack;
          return watchPrice(pair, side, (price, decimalComma) =>
            say({ type: 'price.known', price, decimalComma }),
          );
        },
      ),
      readBefore: fromPromise<BeforeAnswer, { pair: string | null }>(async ({ input, signal }) => {
        const pair = named(input.pair);
        const known = knownBefore(pair);
        if (known) return succeeded(known);
        const lists = await readLists(pair, signal);
        if (!lists.ok) return lists;
        const { orders, executions } = lists.value;
        return succeeded({ orders: orders.map(idOf), executions: executions.map(idOf) });
      }),
      placeOrder: writer(false),
      placeRung: writer(true),
    },
    actions: {
      keepDraft: ({ context: { pair, side, draft } }: { readonly context: OrderFormContext }) => {
        if (pair !== null) keepDraft(pair, side, keptText(draft));
      },
      forget: ({
        context: { pair, side },
      }: {
        readonly context: Pick<OrderFormContext, 'pair' | 'side'>;
      }) => {
        if (pair !== null) dropSent(pair, side);
      },
      refreshOwnReads: ({ context: { pair } }: { readonly context: Pick<OrderFormContext, 'pair'> }) => {
        if (pair !== null) noteOwnChange(pair);
      },
    },
  };
}

const NOTHING = { orders: [], executions: [] };
const idOf = ({ id }: { id: string }): string => id;

function place(
  http: Pick<Http, 'send'>,
  { sending: { order, idempotencyKey }, privateCode }: Placing,
): Promise<Result<PlacedOrder>> {
  const { pair, side } = order;
  const operation = side === 'buy' ? 'BUY' : 'SELL';
  const rest = {
    ...(order.stopPrice === undefined ? {} : { stop_price: order.stopPrice }),
    ...(privateCode === null ? {} : { two_factor_code: privateCode }),
  };
  if (order.kind === 'limit') {
    const { quantity, price, timeInForce, isPostOnly, displayQuantity, ocoStopPrice, ocoLimitPrice } = order;
    const terms = {
      ...(timeInForce === undefined ? {} : { time_in_force: timeInForce }),
      ...(isPostOnly === undefined ? {} : { post_only: isPostOnly }),
      ...(displayQuantity === undefined ? {} : { display_quantity: displayQuantity }),
      ...(ocoStopPrice === undefined ? {} : { oco_stop_price: ocoStopPrice }),
      ...(ocoLimitPrice === undefined ? {} : { oco_limit_price: ocoLimitPrice }),
    };
    return http.send(
      orderCalls.placeLimitOrder,
      { body: { pair, type: 'LIMIT', operation, quantity, price, ...terms, ...rest } },
      { idempotencyKey },
    );
  }
  const amount = {
    ...(isByCost(order) ? { cost: order.amount } : { quantity: order.amount }),
    ...(order.protection === undefined ? {} : { price: order.protection }),
    ...(order.trailPercent === undefined ? {} : { trail_percent: order.trailPercent }),
    ...rest,
  };
  return http.send(orderCalls.placeMarketOrder, { body: { pair, operation, ...amount } }, { idempotencyKey });
}

function named(pair: string | null): string {
  if (pair === null) throw new TypeError('no pair is named');
  return pair;
}

export interface KnownOrdersDependencies {
  readonly resources: Pick<Resources, 'of'>;
  readonly userId: () => string | null;
  readonly now: () => number;
}

/**
 * The panel beside the form reads a user's orders and executions every 15 seconds and after each change of their own.
 * So a press seldom has to read first, and a lost order can still be told from an older one.
 * @returns null where the lists are not current, or may miss some.
 */
export function createKnownOrders({ resources, userId, now }: KnownOrdersDependencies) {
  return (pair: string): BeforeSending | null => {
    const page = { pair, skip: 0, limit: OWN_ROWS };
    const orders = resources.of('orders', { ...page, state: OPEN_STATES }, userId()).ref.getSnapshot();
    const executions = resources.of('executions', page, userId()).ref.getSnapshot();
    if (readStatus(orders) !== 'fresh' || readStatus(executions) !== 'fresh') return null;
    const lists = {
      orders: selectData(orders) as DataOf<'orders'>,
      executions: selectData(executions) as DataOf<'executions'>,
    };
    return beforeFrom(lists, OWN_ROWS, now());
  };
}

/** The operator's switch sends market orders as they are documented; with the capability they are protected (TYPE-05). */
export const allowsMarket = ({ features, capabilities }: App['config']): boolean =>
  features.marketOrders || capabilities.orderTypes.includes('market');

const OWN_READS = ['orders', 'executions', 'balances', 'trades'] as const;

export const noteOwnChange =
  (app: App) =>
  (pair: string): void => {
    for (const name of OWN_READS) app.resources.invalidate(name);
    booksOf(app).of(pair).expectOwnChange();
  };

/** `loaded` is called again for each newer version. */
export interface SettingsListener {
  readonly loaded: (settings: PairSettings) => void;
  readonly failed: (failure: Failure) => void;
}

/** The form on the screen keeps the read current. */
export type WatchSettings = (
  pair: string,
  listener: SettingsListener,
) => { readonly retry: () => void; readonly stop: () => void };

export function createWatchSettings(resources: Pick<Resources, 'of'>): WatchSettings {
  return (pair, listener) => {
    const { ref } = resources.of('pairSettings', { pair }, null);
    let last: unknown = null;
    const tell = (): void => {
      const snapshot = ref.getSnapshot();
      const settings = selectData(snapshot) as DataOf<'pairSettings'> | null;
      const failure = readStatus(snapshot) === 'failed' ? selectFailure(snapshot) : null;
      const news = settings ?? failure;
      if (news === null || news === last) return;
      last = news;
      if (settings) listener.loaded(settings);
      else if (failure) listener.failed(failure);
    };
    const subscription = ref.subscribe(tell);
    tell();
    return { stop: () => subscription.unsubscribe(), retry: () => ref.send({ type: 'user.refresh' }) };
  };
}

/**
 * Tells once, as soon as the book can be believed, the best price that an order would meet, and how the page's language
 * writes it. @returns a function that ends it.
 */
export type WatchPrice = (
  pair: string,
  side: Side,
  tell: (price: DecimalText, decimalComma: DecimalComma) => void,
) => () => void;

const watchPriceOf =
  (app: App): WatchPrice =>
  (pair, side, tell) => {
    const book = booksOf(app).of(pair);
    const look = (): void => {
      const { isFresh, bid, ask } = book.getTop();
      const price = side === 'buy' ? ask : bid;
      if (!isFresh || price === null) return;
      stop();
      tell(price, decimalCommaOf(app.root.getSnapshot().context.language ?? 'en'));
    };
    const stop = book.subscribe(look);
    look();
    return stop;
  };

export interface OrderFormsDependencies {
  readonly machine: typeof orderFormMachine;
  readonly clock: Clock;
  readonly say: (toast: Omit<Toast, 'type'>) => void;
  /** See `openOutcomes.ts`. */
  readonly noteForm: NotedOutcomes['noteForm'];
  /** Called when a form died of a defect. */
  readonly defect: (error: unknown) => void;
}

export function createOrderForms({
  machine,
  clock,
  say,
  noteForm,
  defect,
}: OrderFormsDependencies): OrderFormsRef {
  const forms = createActor(orderFormsMachine.provide({ actors: { orderForm: machine } }), { clock });
  const followed = new WeakSet<OrderFormRef>();
  forms.subscribe(({ children }) => {
    for (const [id, form] of Object.entries(children)) {
      if (!form || followed.has(form)) continue;
      followed.add(form);
      const note = (snapshot: OrderFormSnapshot): void => {
        const { pair, side } = snapshot.context;
        if (pair !== null) noteForm(id, { pair, side, isUnknown: isOutcomeUnknown(snapshot) });
      };
      form.on('toast', ({ type: _type, ...toast }) => say(toast));
      form.subscribe({
        next: note,
        complete: () => noteForm(id, null),
        error: (error) => {
          noteForm(id, null);
          defect(error);
        },
      });
      // One that a defect ended at its start has reported it.
      if (form.getSnapshot().status === 'active') note(form.getSnapshot());
    }
  });
  return forms.start();
}

const nameOf = (pair: string, side: Side): string => `order ${pair} ${side}`;

const implementationsOf = perApp((app: App) => {
  const { http, clock, drafts, keptOrders } = app.services;
  const userId = (): string | null => userIdOf(app);
  return orderFormImplementations({
    http,
    watchSettings: createWatchSettings(app.resources),
    watchPrice: watchPriceOf(app),
    knownBefore: createKnownOrders({ resources: app.resources, userId, now: () => clock.now() }),
    keepDraft: (pair, side, text) => {
      const user = userId();
      if (user !== null) drafts.write(user, nameOf(pair, side), text);
    },
    keepSent: (order) => {
      const user = userId();
      if (user === null) return () => undefined;
      keptOrders.keep(user, order);
      return () => keptOrders.drop(user, order.order.pair, order.order.side);
    },
    dropSent: (pair, side) => {
      const user = userId();
      if (user !== null) keptOrders.drop(user, pair, side);
    },
    noteOwnChange: noteOwnChange(app),
  });
});

/** A ladder reads and sends as the form does. */
export function ladderImplementations({ actors, actions }: ReturnType<typeof orderFormImplementations>) {
  const { forget, refreshOwnReads } = actions;
  return {
    actors: { readBefore: actors.readBefore, placeRung: actors.placeRung },
    actions: { forget, refreshOwnReads },
  };
}

export const provideOrderLadder = (app: App) =>
  orderLadderMachine.provide(ladderImplementations(implementationsOf(app)));

export const orderFormsOf = perApp((app: App) => {
  const { notices, outcomes } = app;
  const { clock, log } = app.services;
  const userId = (): string | null => userIdOf(app);
  const forms = createOrderForms({
    machine: orderFormMachine.provide(implementationsOf(app)),
    clock,
    say: (toast) => notices.send({ type: 'toast.said', toast }),
    noteForm: outcomes.noteForm,
    defect: (error) => log.defect('order form', error),
  });
  // Also where another tab has switched the pair's unit.
  app.preferences.listen(() => {
    for (const form of Object.values(forms.getSnapshot().children)) {
      if (!form) continue;
      const { pair, draft, settings } = form.getSnapshot().context;
      const next = pair === null ? draft : inUnit(app, pair, draft, settings);
      if (next !== draft) form.send({ type: 'draft.changed', draft: next });
    }
  });
  let user = userId();
  app.session.subscribe(() => {
    const now = userId();
    if (now !== user) forms.send({ type: 'user.changed' });
    user = now;
  });
  return forms;
});

/** Prices are typed in the unit that the screen shows those of the pair in (ORDER-26). */
function inUnit(app: App, pair: string, draft: OrderDraft, settings: PairSettings | null): OrderDraft {
  const isSat =
    isInSatoshi(pair, settings) && app.preferences.readList('satoshi_pairs').split(' ').includes(pair);
  const decimalComma = decimalCommaOf(app.root.getSnapshot().context.language ?? 'en');
  return withUnit(draft, isSat, { decimalComma });
}

/** Starts the form with the tab's stored data of the user, or shows it again. */
export function openOrderForm(app: App, pair: string, side: Side, user = userIdOf(app)): void {
  const { drafts, keptOrders } = app.services;
  // A screen that has not heard of the change of its user: nothing of theirs is recalled.
  if (user !== userIdOf(app)) return;
  const recalled = user === null ? EMPTY_DRAFT : recalledDraft(drafts.read(user, nameOf(pair, side)));
  const input = {
    pair,
    side,
    allowsMarket: allowsMarket(app.config),
    kept: user === null ? null : keptOrders.recall(user, pair, side),
    draft: inUnit(app, pair, recalled, null),
  };
  orderFormsOf(app).send({ type: 'form.opened', input });
}
