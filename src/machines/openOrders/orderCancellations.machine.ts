import {
  type ActorRefFrom,
  assertEvent,
  assign,
  sendTo,
  setup,
  type SnapshotFrom,
  spawnChild,
  stopChild,
} from 'xstate';
import {
  orderCancellationMachine,
  type OrderCancellationOutput,
  type OrderCancellationToast,
} from './orderCancellation.machine.ts';

export interface OrderCancellationsContext {
  /** Under way, or failed a moment ago. */
  readonly running: readonly string[];
  /** Newest last. Lists that were read earlier leave them out. */
  readonly closed: readonly string[];
}

type ChildId = `orderCancellation.${string}`;

export type OrderCancellationsEvent =
  | { readonly type: 'user.cancel'; readonly orderId: string; readonly pair: string }
  | { readonly type: `xstate.done.actor.${ChildId}`; readonly output: OrderCancellationOutput }
  | { readonly type: `xstate.error.actor.${ChildId}`; readonly error: unknown };

/** As many as a list shows at most. */
const MOST_CLOSED = 500;

const childOf = (orderId: string): ChildId => `orderCancellation.${orderId}`;
const orderOf = (type: string): string => type.slice(type.indexOf('orderCancellation.') + 18);

/** All cancellations of the session. They outlive the screens that started them. */
export const orderCancellationsMachine = setup({
  types: {
    context: {} as OrderCancellationsContext,
    events: {} as OrderCancellationsEvent,
  },
  actors: { orderCancellation: orderCancellationMachine },
  actions: {
    begin: spawnChild('orderCancellation', {
      id: ({ event }) => {
        assertEvent(event, 'user.cancel');
        return childOf(event.orderId);
      },
      input: ({ event }) => {
        assertEvent(event, 'user.cancel');
        return { orderId: event.orderId, pair: event.pair };
      },
    }),
    pass: sendTo((_, { orderId }: { orderId: string }) => childOf(orderId), { type: 'user.cancel' }),
    end: stopChild((_, { orderId }: { orderId: string }) => childOf(orderId)),
    noteRunning: assign({
      running: ({ context }, { orderId }: { orderId: string }) => [...context.running, orderId],
    }),
    noteEnded: assign({
      running: ({ context }, { orderId }: { orderId: string }) =>
        context.running.filter((id) => id !== orderId),
    }),
    noteClosed: assign({
      closed: ({ context }, { orderId }: { orderId: string }) =>
        [...context.closed, orderId].slice(-MOST_CLOSED),
    }),
  },
  guards: {
    isClosed: ({ context }, { orderId }: { orderId: string }) => context.closed.includes(orderId),
    isRunning: ({ context }, { orderId }: { orderId: string }) => context.running.includes(orderId),
    isStillOpen: (_, { outcome }: OrderCancellationOutput) => outcome === 'failed',
  },
}).createMachine({
  id: 'orderCancellations',
  description: 'Every cancellation of the session, one actor per order.',
  context: { running: [], closed: [] },
  initial: 'listening',
  states: {
    listening: {
      description: 'A cancellation is begun for each order that is asked for, and taken away when it ended.',
      on: {
        'user.cancel': [
          { guard: { type: 'isClosed', params: ({ event }) => event } },
          {
            guard: { type: 'isRunning', params: ({ event }) => event },
            actions: { type: 'pass', params: ({ event }) => event },
          },
          {
            actions: [
              { type: 'begin' },
              { type: 'noteRunning', params: ({ event }) => event },
              { type: 'pass', params: ({ event }) => event },
            ],
          },
        ],
        'xstate.done.actor.orderCancellation.*': [
          {
            guard: { type: 'isStillOpen', params: ({ event }) => event.output },
            actions: [
              { type: 'noteEnded', params: ({ event }) => event.output },
              { type: 'end', params: ({ event }) => event.output },
            ],
          },
          {
            actions: [
              { type: 'noteEnded', params: ({ event }) => event.output },
              { type: 'noteClosed', params: ({ event }) => event.output },
              { type: 'end', params: ({ event }) => event.output },
            ],
          },
        ],
        'xstate.error.actor.orderCancellation.*': {
          actions: [
            { type: 'noteEnded', params: ({ event }) => ({ orderId: orderOf(event.type) }) },
            { type: 'end', params: ({ event }) => ({ orderId: orderOf(event.type) }) },
          ],
        },
      },
    },
  },
});

export type OrderCancellationsSnapshot = SnapshotFrom<typeof orderCancellationsMachine>;
export type OrderCancellationsRef = ActorRefFrom<typeof orderCancellationsMachine>;
export type OrderCancellationRef = ActorRefFrom<typeof orderCancellationMachine>;

export const selectCancellation = (
  snapshot: OrderCancellationsSnapshot,
  orderId: string,
): OrderCancellationRef | undefined => snapshot.children[childOf(orderId)];
export const selectClosed = (snapshot: OrderCancellationsSnapshot) => snapshot.context.closed;

export function followCancellations(
  registry: OrderCancellationsRef,
  listener: (toast: OrderCancellationToast) => void,
): void {
  const followed = new WeakSet<OrderCancellationRef>();
  registry.subscribe(({ children }) => {
    for (const child of Object.values(children)) {
      if (!child || followed.has(child)) continue;
      followed.add(child);
      child.on('toast', listener);
    }
  });
}
