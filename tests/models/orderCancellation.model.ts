import { orderCancellationImplementations } from '../../src/machines/openOrders/openOrders.actors.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import {
  orderCancellationMachine,
  type OrderCancellationSnapshot,
} from '../../src/machines/openOrders/index.ts';
import * as selectors from '../../src/machines/openOrders/orderCancellation.machine.ts';
import type { MachineModel } from './tools/model.ts';
import { valueText, type EventCase, type Outcome } from './tools/explore.ts';
import { BROKEN, writingSut } from './tools/oneLook.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof orderCancellationMachine;
type Context = OrderCancellationSnapshot['context'];
type Ending = Outcome<OrderCancellationSnapshot>;

const INPUT = { orderId: 'o/1', pair: 'XMR-BTC' };
const DELETE = 'DELETE /order/cancel/o%2F1';
const READ = 'GET /order/orders?pair=XMR-BTC&skip=0&limit=100';
const CHANGED = 'own change XMR-BTC';

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'));
  const implementations = orderCancellationImplementations({
    http: network.http,
    newIdempotencyKey: () => 'k1',
    noteOwnChange: (pair) => effects.push(`own change ${pair}`),
  });
  const base = writingSut({ effects, network }, implementations.actors.reconcileWrite, (reconcileWrite) =>
    orderCancellationMachine.provide({
      ...implementations,
      actors: { ...implementations.actors, reconcileWrite },
    }),
  );
  return {
    ...base,
    drain: () => {
      const open = network.open().filter((title) => title.startsWith('DELETE')).length;
      return [...effects.splice(0), ...(open > 1 ? ['cancelled twice at once'] : [])];
    },
    // A sent cancellation goes on when the screen is left.
    leaks: () => base.leaks().filter((title) => title !== DELETE),
  };
}

const json = (body: unknown, status = 200): Reply => ({ status, body });
const refused = (name: string, status: number, body: object, failure: Partial<Failure>): Ending => ({
  name,
  reply: json(body, status),
  done: {
    ok: false,
    failure: { status, code: status === 401 ? 'unauthorized' : 'refused', retryable: false, ...failure },
  },
});
const lost = (name: string, reply: Reply, failure: Failure): Ending => ({
  name,
  reply,
  error: new OutageError(failure),
});
const noAnswer = (retryable: boolean): Ending =>
  lost('no answer', 'noAnswer', { code: 'unreachable', retryable, cause: 'TypeError' });

const cancelOrder: readonly Ending[] = [
  { name: 'taken', reply: json({ id: 'o/1', state: 'CANCELED' }), done: { ok: true, value: null } },
  { name: 'taken without words', reply: json(undefined, 204), done: { ok: true, value: null } },
  refused(
    'filled',
    409,
    { message: 'Filled', code: 'ORDER_FILLED' },
    { text: 'Filled', serverCode: 'ORDER_FILLED' },
  ),
  refused('canceled before', 409, { code: 'ORDER_CANCELED' }, { serverCode: 'ORDER_CANCELED' }),
  refused('404 with a message', 404, { message: 'No such order' }, { text: 'No such order' }),
  refused('400 with an error', 400, { error: 'Bad id' }, { text: 'Bad id' }),
  refused('409 without words', 409, {}, {}),
  refused('401', 401, {}, {}),
  {
    name: '429',
    reply: { status: 429, body: {}, retryAfter: 5 },
    done: { ok: false, failure: { status: 429, retryAfter: 5, code: 'tooMany', retryable: true } },
  },
  lost('500', json({ message: 'Sorry' }, 500), {
    status: 500,
    text: 'Sorry',
    code: 'server',
    retryable: false,
    cause: 'cancelOrder 500',
  }),
  noAnswer(false),
  lost('silence', 'silence', { code: 'timeout', retryable: false, cause: 'AbortError' }),
];

const listed = (id: string, state: string): object => ({
  id,
  pair_symbol: 'XMR-BTC',
  operation: 'SELL',
  price: '1',
  quantity: '1',
  quantity_left: '1',
  state,
  created_at: '2026-01-05T12:00:00Z',
});
const OTHER = listed('o/2', 'OPENED');
const page = (...orders: readonly object[]): Reply => json({ orders });
const found = (name: string, reply: Reply, value: string): Ending => ({
  name,
  reply,
  done: { kind: 'found', value },
});
const absent = (name: string, reply: Reply): Ending => ({ name, reply, done: { kind: 'absent' } });
const unknown = (name: string, reply: Reply, failure: Failure): Ending => ({
  name,
  reply,
  done: { kind: 'unknown', failure },
});
/** Pages of the list are tested in `app/orderCancellationActors.test.ts`. */
const reconcileWrite: readonly Ending[] = [
  found('canceled', page(OTHER, listed('o/1', 'canceled')), 'canceled'),
  found('filled', page(OTHER, listed('o/1', 'FILLED')), 'filled'),
  found('not listed', page(), 'gone'),
  absent('open', page(OTHER, listed('o/1', 'OPENED'))),
  absent('partly filled', page(listed('o/1', 'PARTIALLY_FILLED'))),
  absent('of a state that nobody knows', page(listed('o/1', 'PENDING'))),
  unknown('401', json({}, 401), { status: 401, code: 'unauthorized', retryable: false }),
  unknown('no answer', 'noAnswer', { code: 'unreachable', retryable: true, cause: 'TypeError' }),
  { name: 'a defect', reply: page(listed('o/1', 'FILLED')), error: BROKEN },
];

const toast = (kind: string, key: string, text?: string): string =>
  `toast {"key":"trade:mine.toast.${key}","kind":"${kind}"${text === undefined ? '' : `,"text":"${text}"`}}`;
const failureOf = (event: object): Failure | undefined => {
  const { output, error } = event as { output?: { failure: Failure }; error?: OutageError };
  if (error === BROKEN) return { code: 'internal', retryable: false, cause: 'broken' };
  return output?.failure ?? error?.failure;
};
const OPEN = ['cancellable', 'failed', 'stillOpen', 'unresolved'];
const LOOKING = 'outcomeUnknown';
const failed = (context: Context, event: object): string[] => [
  CHANGED,
  toast('error', 'cancellationFailed', failureOf(event)?.text ?? context.failure?.text),
];

const rows: readonly Row<Context>[] = [
  { ref: 'CANCEL-01', in: '', on: '(start)', to: 'cancellable' },
  {
    ref: 'CANCEL-02: marked as cancelling, sent once',
    in: OPEN,
    on: 'cancel',
    to: 'cancelling',
    does: () => [`${DELETE} key=k1`],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'CANCEL-12: the button is free while the order is read',
    in: LOOKING,
    on: 'cancel',
    to: 'cancelling',
    does: () => [`abort ${READ}`, `${DELETE} key=k1`],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'CANCEL-03: order cancellation requested',
    in: 'cancelling',
    on: 'cancelOrder: taken*',
    to: 'cancelled',
    does: () => [CHANGED, toast('success', 'cancellationRequested')],
  },
  {
    ref: 'CANCEL-06 the server says that it is cancelled',
    in: 'cancelling',
    on: 'cancelOrder: canceled before',
    to: 'cancelled',
    does: () => [CHANGED, toast('success', 'cancelled')],
  },
  {
    ref: 'CANCEL-05: already filled is information',
    in: 'cancelling',
    on: 'cancelOrder: filled',
    to: 'alreadyFilled',
    does: () => [CHANGED, toast('info', 'alreadyFilled')],
  },
  {
    ref: 'SESSION-02: a 401 ends the session',
    in: 'cancelling',
    on: 'cancelOrder: 401',
    to: 'failed',
    does: (context, event) => ['session over', ...failed(context, event)],
    sets: (_context, event) => ({ failure: failureOf(event) }),
  },
  {
    ref: 'CANCEL-13: the server asks to wait',
    in: 'cancelling',
    on: 'cancelOrder: 429',
    to: 'held',
    does: () => [CHANGED],
    sets: (_context, event) => ({ failure: failureOf(event) }),
  },
  {
    ref: 'CANCEL-13: then the row is as it was before',
    in: 'held',
    on: 'after askedPause',
    says: 'the pause that the server asked for is over',
    after: ({ failure }) => (failure?.retryAfter ?? 0) * 1000,
    to: 'forgotten',
  },
  {
    ref: "CANCEL-04: the server's message or error field, else failed to cancel order",
    in: 'cancelling',
    on: ['cancelOrder: 4*'],
    to: 'failed',
    does: failed,
    sets: (_context, event) => ({ failure: failureOf(event) }),
  },
  {
    ref: 'LOST-02 what became of it is read, nothing is sent',
    in: 'cancelling',
    on: 'cancelOrder: *',
    to: LOOKING,
    does: () => [READ],
    sets: (_context, event) => ({ failure: failureOf(event) }),
  },
  {
    ref: 'CANCEL-06 the server lists it as cancelled',
    in: LOOKING,
    on: 'reconcileWrite: canceled',
    to: 'cancelled',
    does: () => [CHANGED, toast('success', 'cancelled')],
  },
  {
    ref: 'CANCEL-05',
    in: LOOKING,
    on: 'reconcileWrite: filled',
    to: 'alreadyFilled',
    does: () => [CHANGED, toast('info', 'alreadyFilled')],
  },
  {
    ref: 'CANCEL-07: listed no more, and nobody says how it ended',
    in: LOOKING,
    on: 'reconcileWrite: not listed',
    to: 'gone',
    does: () => [CHANGED, toast('info', 'noLongerOpen')],
  },
  {
    ref: 'LOST-03 reading showed that it is still open: it may be cancelled again',
    in: LOOKING,
    on: ['reconcileWrite: open', 'reconcileWrite: partly filled', 'reconcileWrite: of a state*'],
    to: 'stillOpen',
    does: () => [CHANGED, toast('error', 'stillOpen')],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'LOST-03 reading told nothing: nothing is said that is not known',
    in: LOOKING,
    on: 'reconcileWrite: *',
    to: 'unresolved',
    does: (_context, event) => [
      ...(failureOf(event)?.code === 'unauthorized' ? ['session over'] : []),
      CHANGED,
      toast('error', 'cancellationUnknown'),
    ],
    sets: (_context, event) => ({ failure: failureOf(event) }),
  },
  {
    ref: 'CANCEL-02',
    in: ['failed', 'stillOpen'],
    on: 'after failureMemory',
    says: 'a minute has passed',
    after: 60_000,
    to: 'forgotten',
  },
];

const ENDS: Readonly<Record<string, string>> = {
  cancelled: 'cancelled',
  alreadyFilled: 'filled',
  gone: 'gone',
  forgotten: 'failed',
};

const events: readonly EventCase<Machine>[] = [
  { name: 'cancel', says: 'the user presses "Cancel"', event: { type: 'user.cancel' } },
];

export const orderCancellationModel: MachineModel<Machine> = {
  name: 'orderCancellation',
  machine: orderCancellationMachine,
  states: {
    cancellable: 'the order is open, and its button offers to cancel it',
    cancelling: 'the cancellation is on its way, once',
    outcomeUnknown: 'the row says that the order may still be open; it is read, and may be cancelled again',
    stillOpen: 'the page says that the order is still open, and it may be cancelled again',
    unresolved: 'the page says that it does not know, and the order may be cancelled again',
    failed: 'the page says why the order could not be cancelled, and it may be tried again',
    held: 'the row says for how long the server asked to wait, and its button rests until then',
    cancelled: 'the page says that the order is cancelled',
    alreadyFilled: 'the page says that the order had filled already',
    gone: 'the page says that the order is no longer open',
    forgotten: 'the row is as it was before',
  },
  services: { cancelOrder: 'the cancellation', reconcileWrite: 'reading the order' },
  endings: {
    taken: 'is taken',
    'taken without words': 'is taken without words',
    filled: 'shows that the order has filled',
    'canceled before': 'shows that the order was cancelled before',
    canceled: 'shows that the order is cancelled',
    'not listed': 'shows that the order is listed no more',
    open: 'shows that the order is still open',
    'partly filled': 'shows that the order has filled in part and is still open',
    'of a state that nobody knows': 'shows a state that the client does not know',
    '404 with a message': 'is refused, because there is no such order (404)',
    '400 with an error': 'is refused as wrong (400)',
    '409 without words': 'is refused without a reason (409)',
  },
  variants: [{ name: 'one order', input: INPUT, events, outcomes: { cancelOrder, reconcileWrite }, sut }],
  requirements: rows,
  invariant: ({ status, value, output }) => {
    if (status !== 'done') return undefined;
    const { orderId, outcome } = output ?? {};
    const isTold = outcome !== undefined && outcome === ENDS[valueText(value)];
    return orderId === INPUT.orderId && isTold ? undefined : `ended as ${outcome} of ${orderId}`;
  },
  selectors: {
    from: selectors,
    rules: {
      isCancelling: /^cancelling/,
      isHeld: /^held/,
      isUncertain: /^(outcomeUnknown|unresolved)/,
    },
  },
  tags: {
    busy: /^cancelling/,
    failed: /^(failed|stillOpen|held)/,
    held: /^held/,
    unknown: /^(outcomeUnknown|unresolved)/,
  },
};
