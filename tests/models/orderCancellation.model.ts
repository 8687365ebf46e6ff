import { isDeepStrictEqual } from 'node:util';
import { orderCancellationImplementations } from '../../src/machines/openOrders/openOrders.actors.ts';
import type { Failure } from '../../src/domain/failure.ts';
import {
  orderCancellationMachine,
  type OrderCancellationSnapshot,
} from '../../src/machines/openOrders/orderCancellation.machine.ts';
import * as selectors from '../../src/machines/openOrders/orderCancellation.machine.ts';
import type { MachineModel } from './tools/model.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';
import { inPhases, oneLook, writeOutcomes, writingSut } from './tools/writes.ts';

type Machine = typeof orderCancellationMachine;
type Context = OrderCancellationSnapshot['context'];

const INPUT = { orderId: 'o/1', pair: 'XMR-BTC' };
const DELETE = 'DELETE /order/cancel/o%2F1';
const READ = 'GET /order/orders?pair=XMR-BTC&skip=0&limit=100';
const CHANGED = 'own change XMR-BTC';

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'));
  const { actors, actions } = orderCancellationImplementations({
    http: network.http,
    newIdempotencyKey: () => 'k1',
    noteOwnChange: (pair) => effects.push(`own change ${pair}`),
  });
  const wired = orderCancellationMachine.provide({ actions, actors: { cancel: oneLook(actors.cancel) } });
  return {
    ...writingSut(wired, { effects, network }),
    drain: () => {
      const open = network.open().filter((title) => title.startsWith('DELETE')).length;
      return [...effects.splice(0), ...(open > 1 ? ['cancelled twice at once'] : [])];
    },
  };
}

const json = (body: unknown, status = 200): Reply => ({ status, body });
const { done, refused, lost, absent, unknown } = writeOutcomes('cancel');
const refusedWith = (name: string, status: number, body: object, failure: Partial<Failure>): Outcome =>
  refused(name, json(body, status), {
    status,
    code: status === 401 ? 'unauthorized' : 'refused',
    retryable: false,
    ...failure,
  });

const sent: readonly Outcome[] = [
  done('taken', json({ id: 'o/1', state: 'CANCELED' }), 'requested'),
  done('taken without words', json(undefined, 204), 'requested'),
  done('filled', json({ message: 'Filled', code: 'ORDER_FILLED' }, 409), 'filled'),
  done('canceled before', json({ code: 'ORDER_CANCELED' }, 409), 'cancelled'),
  refusedWith('404 with a message', 404, { message: 'No such order' }, { text: 'No such order' }),
  refusedWith('400 with an error', 400, { error: 'Bad id' }, { text: 'Bad id' }),
  refusedWith('409 without words', 409, {}, {}),
  refusedWith('401', 401, {}, {}),
  refused(
    '429',
    { status: 429, body: {}, retryAfter: 5 },
    { status: 429, retryAfter: 5, code: 'tooMany', retryable: true },
  ),
  lost('500', json({ message: 'Sorry' }, 500), {
    status: 500,
    text: 'Sorry',
    code: 'server',
    retryable: false,
    cause: 'cancelOrder 500',
  }),
  lost('no answer', 'noAnswer', { code: 'unreachable', retryable: false, cause: 'TypeError' }),
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
/** Pages of the list are tested in `app/orderCancellationActors.test.ts`. */
const looked: readonly Outcome[] = [
  done('canceled', page(OTHER, listed('o/1', 'canceled')), 'cancelled'),
  done('found filled', page(OTHER, listed('o/1', 'FILLED')), 'filled'),
  done('not listed', page(), 'gone'),
  absent('open', page(OTHER, listed('o/1', 'OPENED'))),
  absent('partly filled', page(listed('o/1', 'PARTIALLY_FILLED'))),
  absent('of a state that nobody knows', page(listed('o/1', 'PENDING'))),
  unknown('signed out', json({}, 401), { status: 401, code: 'unauthorized', retryable: false }),
  unknown('cannot be read', 'noAnswer', { code: 'unreachable', retryable: true, cause: 'TypeError' }),
];
const isLooking = (snapshot: OrderCancellationSnapshot): boolean =>
  snapshot.matches({ cancelling: 'looking' });

const toast = (kind: string, key: string, text?: string): string =>
  `toast {"key":"trade:mine.toast.${key}","kind":"${kind}"${text === undefined ? '' : `,"text":"${text}"`}}`;
const failureOf = (event: object): Failure | undefined => (event as { failure?: Failure }).failure;
const OPEN = ['cancellable', 'failed', 'unresolved'];
const SENDING = 'cancelling.sending';
const LOOKING = 'cancelling.looking';
const failed = (_context: Context, event: object): string[] => [
  CHANGED,
  toast('error', 'cancellationFailed', failureOf(event)?.text),
];

const rows: readonly Row<Context>[] = [
  { ref: 'CANCEL-01', in: '', on: '(start)', to: 'cancellable' },
  {
    ref: 'CANCEL-02: marked as cancelling, sent once',
    in: OPEN,
    on: 'cancel',
    to: SENDING,
    does: () => [`${DELETE} key=k1`],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'CANCEL-12: the button is free while the order is read',
    in: LOOKING,
    on: 'cancel',
    to: SENDING,
    does: () => [`abort ${READ}`, `${DELETE} key=k1`],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'CANCEL-03: order cancellation requested',
    in: SENDING,
    on: 'cancel: taken*',
    to: 'closed',
    does: () => [CHANGED, toast('success', 'cancellationRequested')],
    sets: () => ({ end: 'requested' }),
  },
  {
    ref: 'CANCEL-06 the server says that it is cancelled',
    in: SENDING,
    on: 'cancel: canceled before',
    to: 'closed',
    does: () => [CHANGED, toast('success', 'cancelled')],
    sets: () => ({ end: 'cancelled' }),
  },
  {
    ref: 'CANCEL-05: already filled is information',
    in: SENDING,
    on: 'cancel: filled',
    to: 'closed',
    does: () => [CHANGED, toast('info', 'alreadyFilled')],
    sets: () => ({ end: 'filled' }),
  },
  {
    ref: 'SESSION-02: a 401 ends the session',
    in: SENDING,
    on: 'cancel: 401',
    to: 'failed',
    does: (context, event) => ['session over', ...failed(context, event)],
    sets: (_context, event) => ({ failure: failureOf(event) }),
  },
  {
    ref: 'CANCEL-13: the server asks to wait',
    in: SENDING,
    on: 'cancel: 429',
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
    in: SENDING,
    on: 'cancel: 4*',
    to: 'failed',
    does: failed,
    sets: (_context, event) => ({ failure: failureOf(event) }),
  },
  {
    ref: 'LOST-02 what became of it is read, nothing is sent',
    in: SENDING,
    on: 'cancel: *',
    to: LOOKING,
    does: () => [READ],
    sets: (_context, event) => ({ failure: failureOf(event) }),
  },
  {
    ref: 'CANCEL-06 the server lists it as cancelled',
    in: LOOKING,
    on: 'cancel: canceled',
    to: 'closed',
    does: () => [CHANGED, toast('success', 'cancelled')],
    sets: () => ({ end: 'cancelled' }),
  },
  {
    ref: 'CANCEL-05',
    in: LOOKING,
    on: 'cancel: found filled',
    to: 'closed',
    does: () => [CHANGED, toast('info', 'alreadyFilled')],
    sets: () => ({ end: 'filled' }),
  },
  {
    ref: 'CANCEL-07: listed no more, and nobody says how it ended',
    in: LOOKING,
    on: 'cancel: not listed',
    to: 'closed',
    does: () => [CHANGED, toast('info', 'noLongerOpen')],
    sets: () => ({ end: 'gone' }),
  },
  {
    ref: 'LOST-03 reading showed that it is still open: it may be cancelled again',
    in: LOOKING,
    on: ['cancel: open', 'cancel: partly filled', 'cancel: of a state*'],
    to: 'failed',
    does: () => [CHANGED, toast('error', 'stillOpen')],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'LOST-03 reading told nothing: nothing is said that is not known',
    in: LOOKING,
    on: ['cancel: signed out', 'cancel: cannot be read'],
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
    in: 'failed',
    on: 'after failureMemory',
    says: 'a minute has passed',
    after: 60_000,
    to: 'forgotten',
  },
];

const OUTCOMES = { requested: 'cancelled', cancelled: 'cancelled', filled: 'filled', gone: 'gone' };

const events: readonly EventCase<Machine>[] = [
  { name: 'cancel', says: 'the user presses "Cancel"', event: { type: 'user.cancel' } },
];

export const orderCancellationModel: MachineModel<Machine> = {
  name: 'orderCancellation',
  machine: orderCancellationMachine,
  states: {
    cancellable: 'the order is open, and its button offers to cancel it',
    'cancelling.sending': 'the cancellation is on its way, once',
    'cancelling.looking':
      'the row shows that the order may still be open; it is read, and may be cancelled again',
    unresolved: 'the page says that it does not know, and the order may be cancelled again',
    failed: 'the page says why the order is still open, and it may be cancelled again',
    held: 'the row says for how long the server asked to wait, and its button rests until then',
    closed: 'the page says how the order is no longer open',
    forgotten: 'the row is as it was before',
  },
  services: { cancel: 'the cancellation' },
  endings: {
    taken: 'is taken',
    'taken without words': 'is taken without words',
    filled: 'shows that the order has filled',
    'canceled before': 'shows that the order was cancelled before',
    canceled: 'is lost, and the order is read: it is cancelled',
    'found filled': 'is lost, and the order is read: it has filled',
    'not listed': 'is lost, and the order is listed no more',
    open: 'is lost, and the order is read: it is still open',
    'partly filled': 'is lost, and the order is read: it has filled in part and is still open',
    'of a state that nobody knows': 'is lost, and the order has a state that the client does not know',
    'signed out': 'is lost, and the session is over before the order is read',
    'cannot be read': 'is lost, and the order cannot be read',
    '404 with a message': 'is refused, because there is no such order (404)',
    '400 with an error': 'is refused as wrong (400)',
    '409 without words': 'is refused without a reason (409)',
  },
  variants: [
    {
      name: 'one order',
      input: INPUT,
      events,
      outcomes: { cancel: inPhases(isLooking, { sent, looked }) },
      sut,
    },
  ],
  requirements: rows,
  invariant: ({ status, context: { end }, output }) => {
    if (status !== 'done') return end === null ? undefined : 'it is closed, and goes on';
    const expected = { orderId: INPUT.orderId, outcome: end === null ? 'failed' : OUTCOMES[end] };
    return isDeepStrictEqual(output, expected) ? undefined : `ended as ${JSON.stringify(output)}`;
  },
  selectors: { from: selectors, rules: {} },
  tags: { busy: /sending/, failed: /^(failed|held)/, held: /^held/, unknown: /looking|unresolved/ },
};
