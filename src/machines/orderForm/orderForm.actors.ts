import { fromCallback, fromPromise } from 'xstate';
import { leavesFirstOpen } from '../../domain/failure.ts';
import type { Side } from '../../domain/market.ts';
import { OPEN_STATES, OWN_ROWS } from '../../domain/order.ts';
import {
  findPlacedOrder,
  type BeforeSending,
  type FoundOrder,
  type OwnLists,
  type SentOrder,
  beforeFrom,
} from '../../domain/placedOrder.ts';
import { type Result, succeeded } from '../../domain/result.ts';
import { orderCalls } from '../../services/contract/calls/orders.ts';
import type { Http } from '../../services/http/port.ts';
import { createReconcileWrite } from '../reconcileWrite/index.ts';
import { readStatus, selectData, type DataOf, type Resources } from '../resource/index.ts';
import type {
  BeforeAnswer,
  OrderFormEvent,
  PlaceAnswer,
  Sending,
  SettingsFeedEvent,
} from './orderForm.types.ts';
import { userIdOf, type App } from '../app/index.ts';
import { perApp } from '../shared/index.ts';
import { booksOf } from '../orderBook/index.ts';
import { orderFormMachine } from './orderForm.machine.ts';
import { createOrderForms, createWatchSettings, type WatchSettings } from './orderForms.ts';

export interface OrderFormDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly watchSettings: WatchSettings;
  /** What is open and done in a pair, where the page knows it without asking. */
  readonly knownBefore: (pair: string) => BeforeSending | null;
  /** Keeps an order on its way for its user. @returns a function that drops it again, whoever is signed in by then. */
  readonly keepSent: (order: SentOrder) => () => void;
  readonly dropSent: (pair: string, side: Side) => void;
  /** Orders, executions, balances and trades are out of date; the pair's book publishes at once. */
  readonly noteOwnChange: (pair: string) => void;
}

/** How much of the user's lists is read to find one order again. */
const LONGEST_LIST = 100;

/** Effects of the `orderForm` machine. */
export function orderFormImplementations({
  http,
  watchSettings,
  knownBefore,
  keepSent,
  dropSent,
  noteOwnChange,
}: OrderFormDependencies) {
  /** The user's open orders and executions of a pair. */
  async function readLists(pair: string, signal: AbortSignal): Promise<Result<OwnLists>> {
    const page = { pair, skip: 0, limit: LONGEST_LIST };
    const query = { ...page, state: 'OPENED,PARTIALLY_FILLED' };
    const [orders, executions] = await Promise.all([
      http.send(orderCalls.orders, { query }, { signal }),
      http.send(orderCalls.executions, { query: page }, { signal }),
    ]);
    if (!orders.ok) return orders;
    if (!executions.ok) return executions;
    return succeeded({ orders: orders.value, executions: executions.value });
  }

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
      readBefore: fromPromise<BeforeAnswer, { pair: string | null }>(async ({ input, signal }) => {
        const pair = named(input.pair);
        const known = knownBefore(pair);
        if (known) return succeeded(known);
        const lists = await readLists(pair, signal);
        if (!lists.ok) return lists;
        const { orders, executions } = lists.value;
        return succeeded({ orders: orders.map(idOf), executions: executions.map(idOf) });
      }),
      // Not ended by `signal`: what has left cannot be taken back, and leaving the screen must not lose its answer.
      placeOrder: fromPromise<PlaceAnswer, { sending: Sending | null }>(async ({ input }) => {
        const sending = held(input.sending);
        const drop = keepSent(sending);
        const answer = await place(http, sending);
        // Also where the session's end has ended the form: what was refused is not looked for at the next login.
        if (!answer.ok && !(sending.isAgain && leavesFirstOpen(answer.failure))) drop();
        return answer;
      }),
      reconcileWrite: createReconcileWrite<Sending | null, FoundOrder>(async (sending, signal) => {
        const { order, sentAt, before } = held(sending);
        const lists = await readLists(order.pair, signal);
        if (!lists.ok) return lists;
        return succeeded(findPlacedOrder(order, sentAt, before ?? NOTHING, lists.value));
      }),
    },
    actions: {
      forget: (_: unknown, { pair, side }: { pair: string | null; side: Side }) => {
        if (pair !== null) dropSent(pair, side);
      },
      refreshOwnReads: (_: unknown, { pair }: { pair: string | null }) => {
        if (pair !== null) noteOwnChange(pair);
      },
    },
  };
}

const NOTHING = { orders: [], executions: [] };
const idOf = ({ id }: { id: string }): string => id;

function place(http: Pick<Http, 'send'>, { order, idempotencyKey }: Sending): Promise<PlaceAnswer> {
  const { pair, side } = order;
  const operation = side === 'buy' ? 'BUY' : 'SELL';
  if (order.kind === 'limit') {
    const { quantity, price } = order;
    return http.send(
      orderCalls.placeLimitOrder,
      { body: { pair, type: 'LIMIT', operation, quantity, price } },
      { idempotencyKey },
    );
  }
  const amount = side === 'buy' ? { cost: order.amount } : { quantity: order.amount };
  return http.send(orderCalls.placeMarketOrder, { body: { pair, operation, ...amount } }, { idempotencyKey });
}

/** The machine only gets here with an order in hand. */
function held(sending: Sending | null): Sending {
  if (!sending) throw new TypeError('no order is being sent');
  return sending;
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
 * What the page knows of a user's open orders and executions without asking. The panel beside the order form reads both
 * lists at least every 15 seconds, and at once after every change of the user's own; so a press mostly waits for
 * nothing, and a lost order can still be told from an older one. An order that is not among them can only have come
 * from another tab or device in the last seconds.
 * @returns null where the lists are not current, or too short to tell: then they are read before the order is sent.
 */
export function createKnownOrders({ resources, userId, now }: KnownOrdersDependencies) {
  return (pair: string): BeforeSending | null => {
    const page = { pair, skip: 0, limit: OWN_ROWS };
    const orders = resources.of('orders', { ...page, state: OPEN_STATES }, userId()).ref.getSnapshot();
    const executions = resources.of('executions', page, userId()).ref.getSnapshot();
    if (readStatus(orders) !== 'fresh' || readStatus(executions) !== 'fresh') return null;
    // Each was made for this name, and its reader answers with that name's data.
    const lists = {
      orders: selectData(orders) as DataOf<'orders'>,
      executions: selectData(executions) as DataOf<'executions'>,
    };
    return beforeFrom(lists, OWN_ROWS, now());
  };
}

/** What an order of the user's own changes at the server. */
const OWN_READS = ['orders', 'executions', 'balances', 'trades'] as const;

/** An order of the user's own was placed or cancelled: what it changes is read again, and shown at once. */
export const noteOwnChange =
  (app: App) =>
  (pair: string): void => {
    for (const name of OWN_READS) app.resources.invalidate(name);
    booksOf(app).of(pair).expectOwnChange();
  };

export const orderFormsOf = perApp((app: App) => {
  const { resources, notices, outcomes, config } = app;
  const { http, clock, drafts, log, keptOrders } = app.services;
  const userId = (): string | null => userIdOf(app);
  const forms = createOrderForms({
    machine: orderFormMachine.provide(
      orderFormImplementations({
        http,
        watchSettings: createWatchSettings(resources),
        knownBefore: createKnownOrders({ resources, userId, now: () => clock.now() }),
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
      }),
    ),
    clock,
    recall: keptOrders.recall,
    allowsMarket: config.features.marketOrders,
    typed: {
      read: (of, name) => drafts.read(of, name),
      // A form that outlives its user for a moment leaves nothing behind.
      write: (of, name, text) => {
        if (of === userId()) drafts.write(of, name, text);
      },
    },
    say: (toast) => notices.send({ type: 'toast.said', toast }),
    noteForm: outcomes.noteForm,
    defect: (error) => log.defect('order form', error),
  });
  let user = userId();
  app.session.subscribe(() => {
    const now = userId();
    if (user !== null && now !== user) forms.forget();
    user = now;
  });
  return forms;
});
