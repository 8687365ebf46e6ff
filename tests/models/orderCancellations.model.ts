import { assign, emit, setup, type AnyActorRef } from 'xstate';
import {
  orderCancellationsMachine,
  type OrderCancellationsSnapshot,
} from '../../src/machines/openOrders/orderCancellations.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof orderCancellationsMachine;
type Context = OrderCancellationsSnapshot['context'];

/** A stand-in for a cancellation, which has a walk of its own. */
const standIn = (effects: string[]) =>
  setup({
    types: {
      context: {} as { orderId: string; outcome: string },
      input: {} as { orderId: string; pair: string },
      emitted: {} as { type: 'toast'; key: string },
      events: {} as { type: 'user.cancel' } | { type: 'end'; outcome: string } | { type: 'break' },
    },
    actions: {
      note: ({ context }) => effects.push(`${context.orderId} is asked to cancel`),
      keep: assign({ outcome: (_, outcome: string) => outcome }),
      tell: emit(({ context }) => ({ type: 'toast', key: `${context.orderId} ${context.outcome}` })),
      fail: () => {
        throw new Error('defect');
      },
    },
  }).createMachine({
    id: 'orderCancellation',
    context: ({ input }) => ({ orderId: input.orderId, outcome: '' }),
    initial: 'open',
    output: ({ context }) => context,
    states: {
      open: {
        on: {
          'user.cancel': { actions: 'note' },
          break: { actions: 'fail' },
          end: {
            target: 'ended',
            actions: [{ type: 'keep', params: ({ event }) => event.outcome }, { type: 'tell' }],
          },
        },
      },
      ended: { type: 'final' },
    },
  });

export function sut(): Sut<Machine> {
  const effects: string[] = [];
  let actor: AnyActorRef | undefined;
  const children = (): Record<string, AnyActorRef | undefined> =>
    (actor?.getSnapshot() as OrderCancellationsSnapshot | undefined)?.children ?? {};
  return {
    machine: orderCancellationsMachine.provide({
      // Another machine with the same input, events and output.
      actors: { orderCancellation: standIn(effects) as never },
    }),
    clock: new TestClock(),
    settle: (child, { name }) => {
      const ending = name === 'defect' ? { type: 'break' } : { type: 'end', outcome: name };
      children()[child]?.send(ending);
    },
    attach: (started) => {
      actor = started;
    },
    drain: () => effects.splice(0),
    leaks: () =>
      Object.entries(children()).flatMap(([id, child]) =>
        child?.getSnapshot().status === 'active' ? [`${id} still runs`] : [],
      ),
  };
}

const ORDERS = ['a', 'b'] as const;
const OUTCOMES = ['cancelled', 'filled', 'gone', 'failed'] as const;

const outcomes = Object.fromEntries(
  ORDERS.map((orderId): [string, readonly Outcome<OrderCancellationsSnapshot>[]] => [
    `orderCancellation.${orderId}`,
    [
      ...OUTCOMES.map((outcome) => ({ name: outcome, done: { orderId, outcome } })),
      { name: 'defect', error: new Error('defect') },
    ],
  ]),
);

const events: readonly EventCase<Machine>[] = ORDERS.map((orderId) => ({
  name: `cancel ${orderId}`,
  event: { type: 'user.cancel', orderId, pair: 'XMR-BTC' },
}));

const orderIn = (event: object): string => (event as { orderId: string }).orderId;
const childOf = ({ type }: { readonly type: string }): string => type.split('.').at(-1) ?? '';
const without = (list: readonly string[], id: string): string[] => list.filter((one) => one !== id);

const rows: readonly Row<Context>[] = [
  { ref: 'CANCEL-02', in: '', on: '(start)', to: 'listening', sets: () => ({ running: [], closed: [] }) },
  {
    ref: 'CANCEL-05: an order that left the list is not cancelled again',
    in: 'listening',
    on: 'cancel *',
    if: ({ closed }, event) => closed.includes(orderIn(event)),
    sets: ({ running, closed }) => ({ running, closed }),
  },
  {
    ref: 'CANCEL-02: one actor per order ignores the second click itself',
    in: 'listening',
    on: 'cancel *',
    does: (_context, event) => [`${orderIn(event)} is asked to cancel`],
    sets: ({ running, closed }, event) => ({
      running: running.includes(orderIn(event)) ? running : [...running, orderIn(event)],
      closed,
    }),
  },
  {
    ref: 'CANCEL-03: removed from the list on success',
    in: 'listening',
    on: ORDERS.flatMap((id) =>
      ['cancelled', 'filled', 'gone'].map((end) => `orderCancellation.${id}: ${end}`),
    ),
    sets: ({ running, closed }, event) => ({
      running: without(running, childOf(event)),
      closed: [...closed, childOf(event)],
    }),
  },
  {
    ref: 'CANCEL-04: failed to cancel order: it stays in the list; a defect ends one cancellation and not all',
    in: 'listening',
    on: ORDERS.flatMap((id) => ['failed', 'defect'].map((end) => `orderCancellation.${id}: ${end}`)),
    sets: ({ running, closed }, event) => ({ running: without(running, childOf(event)), closed }),
  },
];

export const orderCancellationsModel: MachineModel<Machine> = {
  name: 'orderCancellations',
  machine: orderCancellationsMachine,
  states: { listening: 'each order that is asked for has its own cancellation' },
  says: { 'cancel a': 'the user cancels the first order', 'cancel b': 'the user cancels the second order' },
  services: {
    'orderCancellation.a': 'the cancellation of the first order',
    'orderCancellation.b': 'the cancellation of the second order',
  },
  endings: {
    cancelled: 'ends with the order cancelled',
    failed: 'ends with the order still open',
    filled: 'ends with the order filled',
    gone: 'ends with the order gone',
  },
  variants: [{ name: 'two orders', events, outcomes, sut }],
  // The order does not matter.
  key: ({ context }) => ({ running: [...context.running].sort(), closed: [...context.closed].sort() }),
  requirements: rows,
  invariant: ({ context, children }) => {
    const alive = Object.keys(children).map((id) => id.replace('orderCancellation.', ''));
    return JSON.stringify(alive.sort()) === JSON.stringify([...context.running].sort())
      ? undefined
      : `children ${alive.join()} for ${context.running.join()}`;
  },
};
