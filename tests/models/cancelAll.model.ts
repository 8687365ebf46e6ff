import type { AnyActorRef } from 'xstate';
import {
  type OrderResult,
  cancelAllMachine,
  type CancelAllSnapshot,
} from '../../src/machines/cancelAll/cancelAll.machine.ts';
import { cancelAllImplementations } from '../../src/machines/cancelAll/cancelAll.actors.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import type { Order } from '../../src/domain/order.ts';
import type { OrderCancellationsRef } from '../../src/machines/openOrders/orderCancellations.machine.ts';
import * as selectors from '../../src/machines/cancelAll/cancelAll.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import { stableText, type AnyEvent, type EventCase, type Outcome } from './tools/explore.ts';
import { recordEmitted, scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

interface Observer {
  readonly next?: (snapshot: object) => void;
  readonly error?: (error: unknown) => void;
}

interface Child {
  snapshot: object;
  readonly observers: Set<Observer>;
}

const snapshotOf = (result: OrderResult | null): object => ({
  status: result === null || /failed|unknown/.test(result.outcome) ? 'active' : 'done',
  context: { failure: result?.failure ?? null },
  output: result && { outcome: result.outcome },
  hasTag: (tag: string) => tag === (result?.outcome ?? 'busy'),
});

/** Cancellations whose endings the test decides; each has a walk of its own (`orderCancellation`). */
export function scriptedCancellations(effects: string[], closed: readonly string[] = []) {
  const children = new Map<string, Child>();
  return {
    send({ orderId, pair }: { readonly orderId: string; readonly pair: string }): void {
      effects.push(`cancel ${orderId} of ${pair}`);
      if (closed.includes(orderId)) return;
      const child = children.get(orderId) ?? { snapshot: {}, observers: new Set() };
      child.snapshot = snapshotOf(null);
      children.set(orderId, child);
    },
    getSnapshot: () => ({
      children: Object.fromEntries(
        [...children].map(([id, child]) => [
          `orderCancellation.${id}`,
          {
            getSnapshot: () => child.snapshot,
            subscribe(observer: Observer) {
              child.observers.add(observer);
              return { unsubscribe: () => void child.observers.delete(observer) };
            },
          },
        ]),
      ),
    }),
    end(orderId: string, result: OrderResult): void {
      const child = children.get(orderId);
      if (!child) throw new Error(`${orderId} is not being cancelled`);
      child.snapshot = snapshotOf(result);
      if (!/failed|unknown/.test(result.outcome)) children.delete(orderId);
      for (const { next } of child.observers) next?.(child.snapshot);
    },
    break(orderId: string): void {
      for (const { error } of children.get(orderId)?.observers ?? []) error?.(new Error('defect'));
    },
    /** Those with an observer. */
    watched: () => [...children].filter(([, { observers }]) => observers.size > 0).map(([id]) => id),
    running: () => [...children.keys()],
  };
}

type Machine = typeof cancelAllMachine;
type Context = CancelAllSnapshot['context'];
type Ending = Outcome<CancelAllSnapshot>;

const read = (skip: number, pair = ''): string =>
  `GET /order/orders?${pair === '' ? '' : `pair=${pair}&`}state=OPENED%2CPARTIALLY_FILLED&skip=${skip}&limit=100`;

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'));
  const registry = scriptedCancellations(effects);
  return {
    machine: cancelAllMachine.provide(
      cancelAllImplementations({
        http: network.http,
        cancellations: registry as unknown as OrderCancellationsRef,
      }),
    ),
    clock: new TestClock(),
    settle: (id, outcome) => {
      if (id === 'readOrders') network.reply(outcome.reply as Reply);
      else throw new Error(`${id} does not end by itself`);
    },
    drive: {
      'order.ended': (event) => {
        const { orderId, result } = event as unknown as { orderId: string; result: OrderResult };
        registry.end(orderId, result);
      },
    },
    attach: (actor: AnyActorRef) => recordEmitted(effects)(actor),
    drain: () => effects.splice(0),
    leaks: () => [...network.open(), ...registry.watched().map((id) => `${id} is still watched`)],
  };
}

const wire = (id: string): object => ({
  id,
  pair_symbol: 'XMR-BTC',
  operation: 'BUY',
  type: 'LIMIT',
  price: '0.003',
  quantity: '2',
  quantity_left: '1',
  state: 'PARTIALLY_FILLED',
  created_at: '2026-01-05T12:00:00Z',
});
const order = (id: string): Order => ({
  id,
  pair: 'XMR-BTC',
  side: 'buy',
  kind: 'limit',
  price: '0.003',
  quantity: '2',
  quantityLeft: '1',
  averagePrice: null,
  cost: null,
  fee: null,
  feeCurrency: null,
  state: 'PARTIALLY_FILLED',
  createdAt: Date.UTC(2026, 0, 5, 12),
  updatedAt: null,
  executedAt: null,
});
const page = (name: string, ids: readonly string[]): Ending => ({
  name,
  reply: { status: 200, body: ids.map(wire) },
  done: ids.map(order),
});
const UNAUTHORIZED: Failure = { code: 'unauthorized', status: 401, retryable: false };
const refused = (status: number, failure: Failure): Ending => ({
  name: String(status),
  reply: { status, body: {} },
  error: new OutageError(failure),
});
const lost = (name: string, reply: Reply, failure: Failure): Ending => ({
  name,
  reply,
  error: new OutageError(failure),
});
const readOrders: readonly Ending[] = [
  page('a', ['a']),
  page('a and b', ['a', 'b']),
  page('nothing', []),
  refused(401, UNAUTHORIZED),
  lost(
    '500',
    { status: 500, body: {} },
    { code: 'server', status: 500, retryable: true, cause: 'orders 500' },
  ),
  lost('no answer', 'noAnswer', { code: 'unreachable', retryable: true, cause: 'TypeError' }),
  lost('silence', 'silence', { code: 'timeout', retryable: true, cause: 'AbortError' }),
];

const REFUSED: Failure = { code: 'refused', status: 404, text: 'No such order', retryable: false };
const ENDINGS = {
  cancelled: { outcome: 'cancelled', failure: null },
  filled: { outcome: 'filled', failure: null },
  gone: { outcome: 'gone', failure: null },
  failed: { outcome: 'failed', failure: REFUSED },
  unknown: { outcome: 'unknown', failure: null },
} as const satisfies Record<string, OrderResult>;

/** An uncertain one is still being read. */
const isRunning = (snapshot: CancelAllSnapshot, id: string, outcome: string): boolean => {
  const known = snapshot.context.results[id]?.outcome;
  return (
    snapshot.matches('confirmed') &&
    snapshot.context.orders.some((one) => one.id === id) &&
    (known === undefined || (known === 'unknown' && outcome !== 'unknown'))
  );
};

const events: readonly EventCase<Machine>[] = [
  { name: 'begin', says: 'the user wants to cancel all orders', event: { type: 'user.begin', pair: null } },
  {
    name: 'begin for XMR-BTC',
    says: 'the user wants to cancel all orders of XMR-BTC',
    event: { type: 'user.begin', pair: 'XMR-BTC' },
  },
  { name: 'confirm', says: 'the user confirms', event: { type: 'user.confirm' } },
  { name: 'retry', says: 'the user presses "Try again"', event: { type: 'user.retry' } },
  { name: 'dismiss', says: 'the user closes the question', event: { type: 'user.dismiss' } },
  ...(['a', 'b'] as const).flatMap((orderId) =>
    Object.entries(ENDINGS).map(([name, result]): EventCase<Machine> => ({
      name: `${orderId}: ${name}`,
      event: { type: 'order.ended', orderId, result },
      when: (snapshot) => isRunning(snapshot, orderId, name),
    })),
  ),
];

const idsOf = ({ orders }: Context): string[] => orders.map(({ id }) => id);
const pairOf = ({ pair }: Context): string => pair ?? '';
const answered = (event: AnyEvent): readonly Order[] =>
  (event as unknown as { output: readonly Order[] }).output;
const failureIn = (event: AnyEvent): Failure => (event as unknown as { error: OutageError }).error.failure;
const fresh = (context: Context, event: AnyEvent): readonly Order[] =>
  answered(event).filter(({ id }) => !idsOf(context).includes(id));
const resultIn = (event: AnyEvent): { orderId: string; result: OrderResult } =>
  event as unknown as { orderId: string; result: OrderResult };
const OPEN = new Set<string | undefined>([undefined, 'failed', 'unknown']);
const openIn = ({ orders, results }: Context): Order[] =>
  orders.filter(({ id }) => OPEN.has(results[id]?.outcome));
const isLast = (context: Context, event: AnyEvent): boolean =>
  idsOf(context).every((id) => id === resultIn(event).orderId || context.results[id] !== undefined);
const NOTHING = { pair: null, orders: [], results: {}, failure: null };
const cancels = (context: Context): string[] => openIn(context).map(({ id }) => `cancel ${id} of XMR-BTC`);

const rows: readonly Row<Context>[] = [
  { ref: 'CANCEL-09', in: '', on: '(start)', to: 'idle', sets: () => NOTHING },
  {
    ref: 'CANCEL-09: cancel all: what is open is read anew',
    in: 'idle',
    on: 'begin',
    to: 'listing',
    does: () => [read(0)],
    sets: () => NOTHING,
  },
  {
    ref: 'CANCEL-09: cancel all of one pair',
    in: 'idle',
    on: 'begin for XMR-BTC',
    to: 'listing',
    does: () => [read(0, 'XMR-BTC')],
    sets: () => ({ ...NOTHING, pair: 'XMR-BTC' }),
  },
  {
    ref: 'SESSION-02: a 401 ends the session',
    in: 'listing',
    on: 'readOrders: 401',
    to: 'notListed',
    does: () => ['session over'],
    sets: () => ({ failure: UNAUTHORIZED }),
  },
  {
    ref: 'CANCEL-09: every page is read, until one brings nothing new',
    in: 'listing',
    on: ['readOrders: a', 'readOrders: a and b'],
    if: (context, event) => fresh(context, event).length > 0,
    does: (context, event) => [read(context.orders.length + fresh(context, event).length, pairOf(context))],
    sets: (context, event) => ({ orders: [...context.orders, ...fresh(context, event)] }),
  },
  {
    ref: 'CANCEL-09: a question before anything is cancelled',
    in: 'listing',
    on: ['readOrders: a', 'readOrders: a and b', 'readOrders: nothing'],
    if: ({ orders }) => orders.length > 0,
    to: 'confirming',
  },
  {
    ref: 'CANCEL-09: nothing is open, and that is said',
    in: 'listing',
    on: 'readOrders: nothing',
    says: 'no order turns out to be open',
    to: 'idle',
    does: () => ['toast {"key":"trade:cancelAll.toast.none","kind":"info"}'],
    sets: () => NOTHING,
  },
  {
    ref: 'LOST-03: nothing is cancelled while it is not known what is open',
    in: 'listing',
    on: 'readOrders: *',
    to: 'notListed',
    sets: (_context, event) => ({ failure: failureIn(event), results: {} }),
  },
  {
    ref: 'CANCEL-09: the user closes it',
    in: 'listing',
    on: 'dismiss',
    to: 'idle',
    does: (context) => [`abort ${read(context.orders.length, pairOf(context))}`],
    sets: () => NOTHING,
  },
  {
    ref: 'CANCEL-09: the user closes it',
    in: ['notListed', 'confirming', 'confirmed.finished'],
    on: 'dismiss',
    to: 'idle',
    sets: () => NOTHING,
  },
  {
    ref: 'LOST-06: a read may be tried again',
    in: 'notListed',
    on: 'retry',
    to: 'listing',
    does: (context) => [read(context.orders.length, pairOf(context))],
    sets: ({ orders }) => ({ orders, failure: null }),
  },
  {
    ref: 'CANCEL-03: each as its own button would',
    in: 'confirming',
    on: 'confirm',
    to: 'confirmed.cancelling',
    does: cancels,
  },
  {
    ref: 'CANCEL-09: a result per order',
    in: 'confirmed.cancelling',
    on: ['a: *', 'b: *'],
    if: isLast,
    to: 'confirmed.finished',
    sets: ({ results }, event) => ({
      results: { ...results, [resultIn(event).orderId]: resultIn(event).result },
    }),
  },
  {
    ref: 'CANCEL-09: a result per order',
    in: 'confirmed.*',
    on: ['a: *', 'b: *'],
    sets: ({ results }, event) => ({
      results: { ...results, [resultIn(event).orderId]: resultIn(event).result },
    }),
  },
  {
    ref: 'CANCEL-09: what has left cannot be taken back; closing cuts nothing off',
    in: 'confirmed.cancelling',
    on: 'dismiss',
    to: 'idle',
    sets: () => NOTHING,
  },
  {
    ref: 'LOST-06: orders that are still open may be tried again, and only those',
    in: 'confirmed.finished',
    on: 'retry',
    if: (context) => openIn(context).length > 0,
    to: 'confirmed.cancelling',
    does: cancels,
    sets: ({ results }) => ({
      results: Object.fromEntries(Object.entries(results).filter(([, { outcome }]) => !OPEN.has(outcome))),
    }),
  },
];

export const cancelAllModel: MachineModel<Machine> = {
  name: 'cancelAll',
  machine: cancelAllMachine,
  states: {
    idle: 'nothing is asked for',
    listing: 'the open orders are being read',
    confirming: 'the page shows what would be cancelled, and asks',
    'confirmed.cancelling': 'the orders are being cancelled, each once',
    'confirmed.finished': 'the page shows what became of each order',
    notListed: 'the page says that it does not know what is open, and cancels nothing',
  },
  says: {
    'readOrders: a': 'one order turns out to be open',
    'readOrders: a and b': 'two orders turn out to be open',
  },
  services: { a: 'the first order', b: 'the second order', readOrders: 'reading the open orders' },
  endings: {
    cancelled: 'is cancelled',
    failed: 'cannot be cancelled',
    filled: 'has filled already',
    gone: 'is no longer open',
    unknown: 'stays in doubt',
  },
  variants: [{ name: 'two orders', events, outcomes: { readOrders }, sut }],
  // The order of the results does not matter.
  key: ({ value, context: { pair, orders, results, failure } }) => ({
    value,
    pair,
    orders: orders.map(({ id }) => id).sort(),
    results,
    failure,
  }),
  requirements: rows,
  invariant: ({ value, context }) => {
    const open = openIn(context);
    if (
      selectors.selectStage({ value } as CancelAllSnapshot) === 'finished' &&
      openIn({ ...context, results: {} }).some(({ id }) => !context.results[id])
    )
      return `finished without a result: ${stableText(context.results)}`;
    return selectors.selectStage({ value } as CancelAllSnapshot) === 'cancelling' && open.length === 0
      ? 'cancelling nothing'
      : undefined;
  },
  selectors: {
    from: selectors,
    rules: {
      selectStage: [
        [/^idle$/, 'idle'],
        [/^listing$/, 'listing'],
        [/^notListed$/, 'notListed'],
        [/^confirming$/, 'confirming'],
        [/^confirmed.cancelling$/, 'cancelling'],
        [/^confirmed.finished$/, 'finished'],
      ],
      selectFailure: { context: 'failure' },
      mayRetry: ({ results }: { results: Readonly<Record<string, OrderResult>> }, state) =>
        state === 'confirmed.finished' &&
        Object.values(results).some(({ outcome }) => /failed|unknown/.test(outcome)),
    },
  },
  tags: { open: /^(?!idle)/, busy: /^(listing|confirmed.cancelling)/, failed: /^notListed/ },
};
