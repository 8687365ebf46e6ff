import { assign, emit, fromCallback, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { type Failure, failureOf } from '../../domain/failure.ts';
import type { Order } from '../../domain/order.ts';
import type { Result } from '../../domain/result.ts';
import { unwired, type Toast } from '../shared/index.ts';

export interface CancelAllContext {
  /** Whose orders are meant: those of one pair, or null for all of the user's. */
  readonly pair: string | null;
  /** The open orders that were found. */
  readonly orders: readonly Order[];
  /** What became of each order so far, by its id. */
  readonly results: Readonly<Record<string, OrderResult>>;
  /** Why the orders could not be listed. */
  readonly failure: Failure | null;
}

export interface OrderResult {
  /** `failed` leaves the order open; `unknown`: reading did not tell; `gone`: the server does not say how it ended. */
  readonly outcome: 'cancelled' | 'filled' | 'gone' | 'failed' | 'unknown';
  /** Why it failed. */
  readonly failure: Failure | null;
}

export type CancelAllEvent =
  | { readonly type: 'user.begin'; readonly pair: string | null }
  | { readonly type: 'user.confirm' }
  | { readonly type: 'user.retry' }
  | { readonly type: 'user.dismiss' }
  | { readonly type: 'order.ended'; readonly orderId: string; readonly result: OrderResult };

export interface OrdersPageInput {
  readonly pair: string | null;
  /** How many orders are known already. */
  readonly skip: number;
}

export type OrdersPageOutput = Result<readonly Order[]>;

export interface CancelOrdersInput {
  readonly orders: readonly Order[];
}

const failureIn = (answer: OrdersPageOutput): Failure | null => (answer.ok ? null : answer.failure);
const ordersIn = (answer: OrdersPageOutput): readonly Order[] => (answer.ok ? answer.value : []);

/** Orders of a page that are not known yet: an order that closed meanwhile moves the others up. */
function unknownOf(context: CancelAllContext, answer: OrdersPageOutput): readonly Order[] {
  const known = new Set(context.orders.map(({ id }) => id));
  return ordersIn(answer).filter(({ id }) => !known.has(id));
}

const isLeft = (result: OrderResult | undefined): boolean =>
  result === undefined || result.outcome === 'failed' || result.outcome === 'unknown';

/** Orders of which nobody said yet that they are open no more. */
const leftOf = ({ orders, results }: CancelAllContext): readonly Order[] =>
  orders.filter(({ id }) => isLeft(results[id]));

/**
 * Cancels every open order of the user, or of one pair: what is open is read anew, shown to the user for a yes, and
 * each order then ends by itself and is told by itself (CANCEL-03).
 */
export const cancelAllMachine = setup({
  types: {
    context: {} as CancelAllContext,
    events: {} as CancelAllEvent,
    emitted: {} as Toast,
    tags: {} as 'busy' | 'failed' | 'open',
  },
  actors: {
    /** Reads the next page of open orders. */
    readOrders: fromPromise<OrdersPageOutput, OrdersPageInput>(unwired('cancelAll.readOrders')),
    /** Cancels each order as its own button would, and says `order.ended` of each. */
    cancelOrders: fromCallback<CancelAllEvent, CancelOrdersInput>(unwired('cancelAll.cancelOrders')),
  },
  actions: {
    startOver: assign({
      pair: (_, { pair }: { pair: string | null }) => pair,
      orders: [],
      results: {},
      failure: null,
    }),
    forget: assign({ pair: null, orders: [], results: {}, failure: null }),
    keepOrders: assign({
      orders: ({ context }, answer: OrdersPageOutput) => [...context.orders, ...unknownOf(context, answer)],
    }),
    keepFailure: assign({ failure: (_, failure: Failure | null) => failure }),
    clearFailure: assign({ failure: null }),
    keepResult: assign({
      results: ({ context }, { orderId, result }: { orderId: string; result: OrderResult }) => ({
        ...context.results,
        [orderId]: result,
      }),
    }),
    /** A second try begins without the results of the first one that it is to change. */
    clearLeft: assign({
      results: ({ context }) =>
        Object.fromEntries(Object.entries(context.results).filter(([, result]) => !isLeft(result))),
    }),
    announceNone: emit({ type: 'toast', kind: 'info', key: 'trade:cancelAll.toast.none' }),
  },
  guards: {
    isRefused: (_, answer: OrdersPageOutput) => !answer.ok,
    bringsMore: ({ context }, answer: OrdersPageOutput) => unknownOf(context, answer).length > 0,
    hasOrders: ({ context }) => context.orders.length > 0,
    isLast: ({ context }, { orderId }: { orderId: string }) =>
      context.orders.every(({ id }) => id === orderId || context.results[id] !== undefined),
    hasFailed: ({ context }) => leftOf(context).length > 0,
  },
}).createMachine({
  id: 'cancelAll',
  description: 'The cancellation of every open order, with a question before and a result for each.',
  context: { pair: null, orders: [], results: {}, failure: null },
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing was asked for.',
      entry: { type: 'forget' },
      on: {
        'user.begin': {
          target: 'listing',
          actions: { type: 'startOver', params: ({ event }) => ({ pair: event.pair }) },
        },
      },
    },
    listing: {
      description: 'What is open now is read, page by page, until a page brings nothing new.',
      tags: ['busy', 'open'],
      invoke: {
        id: 'readOrders',
        src: 'readOrders',
        input: ({ context }) => ({ pair: context.pair, skip: context.orders.length }),
        onDone: [
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'notListed',
            actions: { type: 'keepFailure', params: ({ event }) => failureIn(event.output) },
          },
          {
            guard: { type: 'bringsMore', params: ({ event }) => event.output },
            target: 'listing',
            reenter: true,
            actions: { type: 'keepOrders', params: ({ event }) => event.output },
          },
          { guard: { type: 'hasOrders' }, target: 'confirming' },
          { target: 'idle', actions: { type: 'announceNone' } },
        ],
        onError: {
          target: 'notListed',
          actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
      on: { 'user.dismiss': { target: 'idle' } },
    },
    notListed: {
      description: 'It is not known what is open, so nothing is cancelled; the user may try again.',
      tags: ['failed', 'open'],
      exit: { type: 'clearFailure' },
      on: {
        'user.retry': { target: 'listing' },
        'user.dismiss': { target: 'idle' },
      },
    },
    confirming: {
      description: 'The user sees what would be cancelled and is asked.',
      tags: ['open'],
      on: {
        'user.confirm': { target: 'cancelling' },
        'user.dismiss': { target: 'idle' },
      },
    },
    cancelling: {
      description:
        'The orders are being cancelled; each shows what became of it. Closing cuts none of them off.',
      tags: ['busy', 'open'],
      invoke: {
        id: 'cancelOrders',
        src: 'cancelOrders',
        input: ({ context }) => ({ orders: leftOf(context) }),
        // Only a defect of ours: what is known stays on the screen, and the dialog may be closed.
        onError: {},
      },
      on: {
        'order.ended': [
          {
            guard: { type: 'isLast', params: ({ event }) => event },
            target: 'told',
            actions: { type: 'keepResult', params: ({ event }) => event },
          },
          { actions: { type: 'keepResult', params: ({ event }) => event } },
        ],
        'user.dismiss': { target: 'idle' },
      },
    },
    told: {
      description: 'Every order shows what became of it; those that are still open may be tried again.',
      tags: ['open'],
      on: {
        'user.retry': {
          guard: { type: 'hasFailed' },
          target: 'cancelling',
          actions: { type: 'clearLeft' },
        },
        'user.dismiss': { target: 'idle' },
      },
    },
  },
});

export type CancelAllSnapshot = SnapshotFrom<typeof cancelAllMachine>;

export type CancelAllStage = 'idle' | 'listing' | 'notListed' | 'confirming' | 'cancelling' | 'told';

export const selectStage = (snapshot: CancelAllSnapshot): CancelAllStage => snapshot.value;
/** Whether the dialog shows. */
export const isOpen = (snapshot: CancelAllSnapshot): boolean => snapshot.hasTag('open');
export const selectOrders = (snapshot: CancelAllSnapshot) => snapshot.context.orders;
export const selectResults = (snapshot: CancelAllSnapshot) => snapshot.context.results;
/** Whether some of the orders are still open, as far as is known. */
export const mayRetry = (snapshot: CancelAllSnapshot): boolean =>
  snapshot.matches('told') && snapshot.can({ type: 'user.retry' });
