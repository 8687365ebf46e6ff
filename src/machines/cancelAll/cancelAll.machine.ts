import { assign, emit, setup, type SnapshotFrom } from 'xstate';
import { type Failure, failureOf } from '../../domain/failure.ts';
import type { Order } from '../../domain/order.ts';
import { callback, promise, type Toast } from '../shared/common.ts';

export interface CancelAllContext {
  /** Null for all pairs. */
  readonly pair: string | null;
  readonly orders: readonly Order[];
  /** By order ID. */
  readonly results: Readonly<Record<string, OrderResult>>;
  /** Why the orders could not be listed. */
  readonly failure: Failure | null;
}

export interface OrderResult {
  /** `failed`: still open. `unknown`: still being read, or reading did not tell. `gone`: not known how it ended. */
  readonly outcome: 'cancelled' | 'filled' | 'gone' | 'failed' | 'unknown';
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
  readonly skip: number;
}

export interface CancelOrdersInput {
  readonly orders: readonly Order[];
}

const NOTHING = { pair: null, orders: [], results: {}, failure: null } as const;

/** An order that closed moves the others to earlier pages, so that some come twice. */
function newAmong(page: readonly Order[], { orders }: CancelAllContext): readonly Order[] {
  const known = new Set(orders.map(({ id }) => id));
  return page.filter(({ id }) => !known.has(id));
}

const isLeft = (result: OrderResult | undefined): boolean =>
  result === undefined || result.outcome === 'failed' || result.outcome === 'unknown';

const leftOf = ({ orders, results }: CancelAllContext): readonly Order[] =>
  orders.filter(({ id }) => isLeft(results[id]));

/**
 * Cancels all open orders of the user, or of one pair (CANCEL-03): reads them, asks for a confirmation, then cancels
 * and reports each one separately.
 */
export const cancelAllMachine = setup({
  types: {
    context: {} as CancelAllContext,
    events: {} as CancelAllEvent,
    emitted: {} as Toast,
    tags: {} as 'busy' | 'failed' | 'open',
  },
  actors: {
    readOrders: promise<readonly Order[], OrdersPageInput>(),
    /** Sends `order.ended` for each. */
    cancelOrders: callback<CancelAllEvent, CancelOrdersInput>(),
  },
  guards: {
    bringsMore: ({ context }, page: readonly Order[]) => newAmong(page, context).length > 0,
    hasOrders: ({ context }) => context.orders.length > 0,
    isLast: ({ context }, { orderId }: { readonly orderId: string }) =>
      context.orders.every(({ id }) => id === orderId || context.results[id] !== undefined),
    hasFailed: ({ context }) => leftOf(context).length > 0,
  },
}).createMachine({
  id: 'cancelAll',
  description: 'The cancellation of every open order, with a question before and a result for each.',
  context: NOTHING,
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing was asked for.',
      entry: assign(NOTHING),
      on: { 'user.begin': { target: 'listing', actions: assign({ pair: ({ event }) => event.pair }) } },
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
            guard: { type: 'bringsMore', params: ({ event }) => event.output },
            target: 'listing',
            reenter: true,
            actions: assign({
              orders: ({ context, event }) => [...context.orders, ...newAmong(event.output, context)],
            }),
          },
          { guard: 'hasOrders', target: 'confirming' },
          {
            target: 'idle',
            actions: emit({ type: 'toast', kind: 'info', key: 'trade:cancelAll.toast.none' }),
          },
        ],
        onError: { target: 'notListed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
      on: { 'user.dismiss': 'idle' },
    },
    notListed: {
      description: 'It is not known what is open, so nothing is cancelled; the user may try again.',
      tags: ['failed', 'open'],
      exit: assign({ failure: null }),
      on: { 'user.retry': 'listing', 'user.dismiss': 'idle' },
    },
    confirming: {
      description: 'The user sees what would be cancelled and is asked.',
      tags: ['open'],
      on: { 'user.confirm': 'confirmed', 'user.dismiss': 'idle' },
    },
    confirmed: {
      description: 'The orders are being cancelled or read, each by itself. Closing cuts none of them off.',
      tags: ['open'],
      invoke: {
        id: 'cancelOrders',
        src: 'cancelOrders',
        input: ({ context }) => ({ orders: leftOf(context) }),
        onError: {},
      },
      on: {
        'user.dismiss': 'idle',
        'order.ended': {
          actions: assign({
            results: ({ context, event }) => ({ ...context.results, [event.orderId]: event.result }),
          }),
        },
      },
      initial: 'cancelling',
      states: {
        cancelling: {
          description: 'Each order shows what became of it as soon as that is known.',
          tags: ['busy'],
          on: {
            'order.ended': {
              guard: { type: 'isLast', params: ({ event }) => event },
              target: 'finished',
              actions: assign({
                results: ({ context, event }) => ({ ...context.results, [event.orderId]: event.result }),
              }),
            },
          },
        },
        finished: {
          description:
            'Every order shows what became of it; those that are or may be open can be tried again at once.',
          on: {
            'user.retry': {
              guard: 'hasFailed',
              target: '#cancelAll.confirmed',
              reenter: true,
              actions: assign({
                results: ({ context }) =>
                  Object.fromEntries(Object.entries(context.results).filter(([, one]) => !isLeft(one))),
              }),
            },
          },
        },
      },
    },
  },
});

export type CancelAllSnapshot = SnapshotFrom<typeof cancelAllMachine>;

export const selectStage = ({ value }: CancelAllSnapshot) =>
  typeof value === 'string' ? value : value.confirmed;
export type CancelAllStage = ReturnType<typeof selectStage>;

export const mayRetry = (snapshot: CancelAllSnapshot): boolean =>
  snapshot.matches({ confirmed: 'finished' }) && snapshot.can({ type: 'user.retry' });
