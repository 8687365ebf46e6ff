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
const MAX_CLOSED = 500;

const childOf = (orderId: string): ChildId => `orderCancellation.${orderId}`;
const orderOf = (type: string): string => type.slice(type.indexOf('orderCancellation.') + 18);

/** All cancellations of the session. They outlive the screens that started them. */
export const orderCancellationsMachine = setup({
  types: { context: {} as OrderCancellationsContext, events: {} as OrderCancellationsEvent },
  actors: { orderCancellation: orderCancellationMachine },
  guards: {
    isClosed: ({ context }, orderId: string) => context.closed.includes(orderId),
    isRunning: ({ context }, orderId: string) => context.running.includes(orderId),
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
          { guard: { type: 'isClosed', params: ({ event }) => event.orderId } },
          {
            guard: { type: 'isRunning', params: ({ event }) => event.orderId },
            actions: sendTo(({ event }) => childOf(event.orderId), { type: 'user.cancel' }),
          },
          {
            actions: [
              spawnChild('orderCancellation', {
                id: ({ event }) => childOf(event.orderId),
                input: ({ event }) => {
                  assertEvent(event, 'user.cancel');
                  return { orderId: event.orderId, pair: event.pair };
                },
              }),
              assign({ running: ({ context, event }) => [...context.running, event.orderId] }),
              sendTo(({ event }) => childOf(event.orderId), { type: 'user.cancel' }),
            ],
          },
        ],
        'xstate.done.actor.orderCancellation.*': {
          actions: [
            assign({
              running: ({ context, event }) => context.running.filter((id) => id !== event.output.orderId),
              closed: ({ context: { closed }, event: { output } }) =>
                output.outcome === 'failed' ? closed : [...closed, output.orderId].slice(-MAX_CLOSED),
            }),
            stopChild(({ event }) => childOf(event.output.orderId)),
          ],
        },
        'xstate.error.actor.orderCancellation.*': {
          actions: [
            assign({
              running: ({ context, event }) => context.running.filter((id) => id !== orderOf(event.type)),
            }),
            stopChild(({ event }) => childOf(orderOf(event.type))),
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
