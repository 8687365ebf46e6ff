import { fromCallback, fromPromise } from 'xstate';
import { leavesFirstOpen, type Failure } from '../../domain/failure.ts';
import type { PairSettings, Side } from '../../domain/market.ts';
import {
  findPlacedOrder,
  type BeforeSending,
  type FoundOrder,
  type OwnLists,
  type SentOrder,
} from '../../domain/placedOrder.ts';
import { type Result, succeeded } from '../../domain/result.ts';
import type {
  BeforeAnswer,
  OrderFormEvent,
  PlaceAnswer,
  Sending,
  SettingsFeedEvent,
} from '../../machines/orderForm/index.ts';
import { orderCalls } from '../../services/contract/calls/orders.ts';
import type { Http } from '../../services/http/port.ts';
import { createReconcileWrite } from './reconcileWrite.ts';

/** What a reader of a pair's settings hears; `loaded` again whenever newer ones came. */
export interface SettingsListener {
  readonly loaded: (settings: PairSettings) => void;
  readonly failed: (failure: Failure) => void;
}

/** The shared read of a pair's settings, followed. */
export type WatchSettings = (
  pair: string,
  listener: SettingsListener,
) => { readonly retry: () => void; readonly stop: () => void };

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
export function createOrderFormWiring({
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
