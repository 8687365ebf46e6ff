import { orderAmendmentImplementations } from '../../src/machines/orderAmendment/orderAmendment.actors.ts';
import type { Failure } from '../../src/domain/failure.ts';
import type { PairSettings } from '../../src/domain/market.ts';
import type { Order } from '../../src/domain/order.ts';
import {
  orderAmendmentMachine,
  type OrderAmendmentSnapshot,
} from '../../src/machines/orderAmendment/orderAmendment.machine.ts';
import * as selectors from '../../src/machines/orderAmendment/orderAmendment.machine.ts';
import type { MachineModel } from './tools/model.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';
import { inPhases, oneLook, writeOutcomes, writingSut } from './tools/writes.ts';
import { someOrder } from '../samples.ts';

type Machine = typeof orderAmendmentMachine;
type Context = OrderAmendmentSnapshot['context'];
type AmendmentFault = NonNullable<Context['fault']>;

/** Half of it is filled. */
export const ORDER = someOrder({
  id: 'o/1',
  side: 'sell',
  price: '0.006',
  quantity: '2',
  quantityLeft: '1',
  state: 'PARTIALLY_FILLED',
  createdAt: Date.UTC(2026, 0, 5, 12),
});
/** Sells once a trade is at 0.0055. */
const STOP: Order = { ...ORDER, quantityLeft: '2', stopPrice: '0.0055', state: 'WAITING' };
/** Shows a hundredth of itself. */
const ICEBERG: Order = { ...ORDER, displayQuantity: '0.02' };
/** Spends a cost once a trade is at 0.0065: it has no price and no quantity. */
const SPENDING: Order = {
  ...STOP,
  kind: 'market',
  side: 'buy',
  price: null,
  quantity: '0',
  quantityLeft: '0',
  stopPrice: '0.0065',
};
const SETTINGS: PairSettings = {
  pair: 'XMR-BTC',
  isEnabled: true,
  pricePrecision: 6,
  quantityPrecision: 2,
  minPriceIncrement: '0.000001',
  minQuantityIncrement: '0.01',
  minOrderSize: '0.01',
  makerFeePercent: null,
  takerFeePercent: null,
};

const READ = 'GET /order/orders?pair=XMR-BTC&skip=0&limit=100';
const CHANGED = 'own change XMR-BTC';
const SENT = { orderId: 'o/1', pair: 'XMR-BTC', idempotencyKey: 'k1' };

/** The new terms of each order, as sent. */
function changeOf(order: Order | null) {
  if (order === SPENDING) return { stopPrice: '0.0054' };
  const change = { price: '0.007', quantity: '1.5' };
  return order === STOP ? { ...change, stopPrice: '0.0054' } : change;
}

function postOf({ order }: Pick<Context, 'order'>, code?: string): string {
  const { stopPrice, ...change } = { stopPrice: undefined, ...changeOf(order) };
  const body = { ...change, stop_price: stopPrice, two_factor_code: code };
  return `POST /order/amend/o%2F1 ${JSON.stringify(body)} key=k1`;
}

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'));
  const { actors, actions } = orderAmendmentImplementations({
    http: network.http,
    noteOwnChange: (pair) => effects.push(`own change ${pair}`),
  });
  const wired = orderAmendmentMachine.provide({ actions, actors: { amend: oneLook(actors.amend) } });
  return {
    ...writingSut(wired, { effects, network }),
    drain: () => {
      const open = network.open().filter((title) => title.startsWith('POST')).length;
      return [...effects.splice(0), ...(open > 1 ? ['amended twice at once'] : [])];
    },
  };
}

const json = (body: unknown, status = 200): Reply => ({ status, body });
const { done, refused, lost, absent, unknown } = writeOutcomes('amend');
const refusedWith = (name: string, status: number, body: object, failure: Partial<Failure>): Outcome =>
  refused(name, json(body, status), {
    status,
    code: status === 401 ? 'unauthorized' : 'refused',
    retryable: false,
    ...failure,
  });

const sent: readonly Outcome[] = [
  done(
    'taken',
    json({ id: 'o/1', state: 'PARTIALLY_FILLED', quantity_left: '0.5', executed_at: '2026-01-05T12:00:00Z' }),
    'amended',
  ),
  refusedWith(
    'filled',
    409,
    { message: 'Filled', code: 'ORDER_FILLED' },
    { text: 'Filled', serverCode: 'ORDER_FILLED' },
  ),
  refusedWith(
    'triggered',
    409,
    { message: 'Triggered', code: 'STOP_TRIGGERED' },
    { text: 'Triggered', serverCode: 'STOP_TRIGGERED' },
  ),
  refusedWith(
    'wants a code',
    403,
    { message: 'Too far', code: 'TWO_FACTOR_REQUIRED' },
    { text: 'Too far', serverCode: 'TWO_FACTOR_REQUIRED' },
  ),
  refusedWith('422 without words', 422, {}, {}),
  refusedWith('401', 401, {}, {}),
  refused(
    '429 for 20 s',
    { status: 429, body: { message: 'Slow' }, retryAfter: 20 },
    { status: 429, text: 'Slow', retryAfter: 20, code: 'tooMany', retryable: true },
  ),
  lost('500', json({ message: 'Sorry' }, 500), {
    status: 500,
    text: 'Sorry',
    code: 'server',
    retryable: false,
    cause: 'amendOrder 500',
  }),
  lost('no answer', 'noAnswer', { code: 'unreachable', retryable: false, cause: 'TypeError' }),
  lost('silence', 'silence', { code: 'timeout', retryable: false, cause: 'AbortError' }),
];

const listed = (price: string, quantity: string, state = 'OPENED', stopPrice?: string): Reply =>
  json({
    orders: [
      {
        id: 'o/1',
        pair_symbol: 'XMR-BTC',
        operation: 'SELL',
        price,
        quantity,
        quantity_left: '1',
        state,
        stop_price: stopPrice,
        created_at: '2026-01-05T12:00:00Z',
      },
    ],
  });
const looked: readonly Outcome[] = [
  done('amended', listed('0.0070', '1.5'), 'amended'),
  // It was amended first: a closed order keeps its last terms.
  done('amended and filled', listed('0.007', '1.5', 'FILLED'), 'amended'),
  done('filled as it was', listed('0.006', '2', 'FILLED'), 'closed'),
  done('not listed', json({ orders: [] }), 'closed'),
  absent('as it was', listed('0.006', '2')),
  unknown('signed out', json({}, 401), { status: 401, code: 'unauthorized', retryable: false }),
  unknown('cannot be read', 'noAnswer', { code: 'unreachable', retryable: true, cause: 'TypeError' }),
];
const isLooking = (snapshot: OrderAmendmentSnapshot): boolean => snapshot.matches({ amending: 'looking' });

const press = (
  name: string,
  says: string,
  price: string,
  quantity: string,
  settings: PairSettings | null = SETTINGS,
  more: { readonly privateCode?: string; readonly stop?: string } = {},
) =>
  ({
    name,
    says,
    event: {
      type: 'user.submit',
      press: { price, quantity, stop: '0.0054', settings, idempotencyKey: 'k1', ...more },
    },
  }) satisfies EventCase<Machine>;

/** Presses that send nothing, and the fault that each shows. */
const MISTAKES: readonly (readonly [EventCase<Machine>, AmendmentFault])[] = [
  [
    press('no price', 'the user presses the button without a price', '', '1.5'),
    { code: 'priceInvalid', field: 'price', typed: 'empty' },
  ],
  [
    press(
      'off the tick',
      "the user presses the button with a price between the pair's steps",
      '0.0065555',
      '1.5',
    ),
    {
      code: 'priceOffTick',
      field: 'price',
      values: { step: '0.000001', below: '0.006555', above: '0.006556' },
    },
  ],
  [
    press('too small', 'the user presses the button with less than the smallest order', '0.007', '0.005'),
    { code: 'quantityTooSmall', field: 'quantity', values: { step: '0.01' } },
  ],
  [
    press('no more than filled', 'the user presses the button with no more than has filled', '0.007', '1.00'),
    { code: 'notAboveFilled', field: 'quantity', values: { filled: '1' } },
  ],
  [
    press('nothing new', 'the user presses the button without a change', '0.00600', '2'),
    { code: 'unchanged', field: 'form' },
  ],
  [
    press(
      'without rules',
      'the user presses the button while the rules of the pair are not known',
      '0.007',
      '1.5',
      null,
    ),
    { code: 'settingsLoading', field: 'form' },
  ],
];
const STOP_MISTAKES: readonly (readonly [EventCase<Machine>, AmendmentFault])[] = [
  [
    press('no stop price', 'the user presses the button without a stop price', '0.007', '1.5', SETTINGS, {
      stop: '',
    }),
    { code: 'stopInvalid', field: 'stop', typed: 'empty' },
  ],
  [
    press(
      'stop price off the tick',
      "the user presses the button with a stop price between the pair's steps",
      '0.007',
      '1.5',
      SETTINGS,
      { stop: '0.0055555' },
    ),
    {
      code: 'priceOffTick',
      field: 'stop',
      values: { step: '0.000001', below: '0.005555', above: '0.005556' },
    },
  ],
];
const HIDDEN_MISTAKES: typeof MISTAKES = [
  [
    press(
      'hides too much',
      'the user presses the button for an iceberg that would hide too much',
      '0.007',
      '2.01',
    ),
    { code: 'displayTooSmall', field: 'quantity', values: { minimum: '0.03' } },
  ],
];
const SAME_STOP = press(
  'nothing new of a stop',
  'the user presses the button without a change',
  '0.006',
  '2.0',
  SETTINGS,
  { stop: '0.00550' },
);

const beginWith = (order: Order): EventCase<Machine> => ({
  name: 'begin',
  says: 'the user wants to amend an order',
  event: { type: 'user.begin', order },
});
const PRESS = press('press', 'the user presses the button to amend the order', '0.007', '1.509');
const DISMISS: EventCase<Machine> = {
  name: 'dismiss',
  says: 'the user closes the dialog',
  event: { type: 'user.dismiss' },
};

const events: readonly EventCase<Machine>[] = [
  beginWith(ORDER),
  { name: 'edit', says: 'the user changes the dialog', event: { type: 'user.edit' } },
  PRESS,
  {
    ...press('press with a code', 'the user sends the same with a code', '0.007', '1.509', SETTINGS, {
      privateCode: '123456',
    }),
    // The field comes with the question.
    when: ({ context: { failure } }) => failure?.serverCode === 'TWO_FACTOR_REQUIRED',
  },
  ...MISTAKES.map(([event]) => event),
  { name: 'send again', says: 'the user presses "Send again"', event: { type: 'user.sendAgain' } },
  { name: 'check again', says: 'the user presses "Check again"', event: { type: 'user.checkAgain' } },
  DISMISS,
];
const stopEvents = [beginWith(STOP), PRESS, ...STOP_MISTAKES.map(([event]) => event), SAME_STOP, DISMISS];
const stopLooks = [
  done('amended', listed('0.007', '1.5', 'WAITING', '0.00540'), 'amended'),
  done('amended and filled', listed('0.007', '1.5', 'FILLED', '0.0054'), 'amended'),
  done('filled as it was', listed('0.007', '1.5', 'FILLED', '0.0055'), 'closed'),
  absent('as it was', listed('0.007', '1.5', 'WAITING', '0.0055')),
];
const isOf =
  (...names: readonly string[]) =>
  ({ name }: Outcome): boolean =>
    names.includes(name);

const failureOf = (event: object): Failure | undefined => (event as { failure?: Failure }).failure;
const toast = (kind: string, key: string): string => `toast {"key":"trade:${key}","kind":"${kind}"}`;
const NOTHING = { order: null, sent: null, fault: null, failure: null };
const SENDING = 'amending.sending';
const LOOKING = 'amending.looking';
const endsSession = (event: object): string[] =>
  failureOf(event)?.code === 'unauthorized' ? ['session over'] : [];

const rows: readonly Row<Context>[] = [
  { ref: 'AMEND-06', in: '', on: '(start)', to: 'idle', sets: () => NOTHING },
  {
    ref: 'AMEND-06',
    in: 'idle',
    on: 'begin',
    to: 'editing',
    sets: (_context, event) => ({ order: (event as unknown as { order: Order }).order }),
  },
  {
    ref: 'AMEND-06 a change of the text takes the mistake back',
    in: 'editing',
    on: 'edit',
    sets: () => ({ fault: null, failure: null }),
  },
  ...MISTAKES.map(([{ name }, fault]): Row<Context> => ({
    ref: 'AMEND-06 mistakes are said before anything is sent',
    in: 'editing',
    on: name,
    sets: () => ({ fault, failure: null }),
  })),
  ...STOP_MISTAKES.map(([{ name }, fault]): Row<Context> => ({
    ref: 'STOP-08 mistakes are said before anything is sent',
    in: 'editing',
    on: name,
    sets: () => ({ fault, failure: null }),
  })),
  ...HIDDEN_MISTAKES.map(([{ name }, fault]): Row<Context> => ({
    ref: 'TYPE-12 a hundredth stays visible; mistakes are said before anything is sent',
    in: 'editing',
    on: name,
    sets: () => ({ fault, failure: null }),
  })),
  {
    ref: 'STOP-08 a change of none of its three terms is none',
    in: 'editing',
    on: 'nothing new of a stop',
    sets: () => ({ fault: { code: 'unchanged', field: 'form' }, failure: null }),
  },
  {
    ref: 'AMEND-01 sent once, the quantity cut to its step',
    in: 'editing',
    on: 'press',
    if: ({ order }) => order === ORDER || order === ICEBERG,
    to: SENDING,
    does: (context) => [postOf(context)],
    sets: ({ order }) => ({ sent: { ...SENT, ...changeOf(order) }, fault: null, failure: null }),
  },
  {
    ref: 'STOP-07 sent once, with the stop price and all else that it has',
    in: 'editing',
    on: 'press',
    to: SENDING,
    does: (context) => [postOf(context)],
    sets: ({ order }) => ({ sent: { ...SENT, ...changeOf(order) }, fault: null, failure: null }),
  },
  {
    ref: 'AMEND-08 sent with the code, which is kept no longer than that',
    in: 'editing',
    on: 'press with a code',
    to: SENDING,
    does: (context) => [postOf(context, '123456')],
    sets: ({ order }) => ({ sent: { ...SENT, ...changeOf(order) }, fault: null, failure: null }),
  },
  { ref: 'AMEND-06', in: 'editing', on: 'dismiss', to: 'idle', sets: () => NOTHING },
  {
    ref: 'AMEND-01 the order is read again',
    in: SENDING,
    on: 'amend: taken',
    to: 'idle',
    does: () => [CHANGED, toast('success', 'amend.toast.amended')],
    sets: () => NOTHING,
  },
  {
    ref: 'AMEND-04 a refusal is said in the dialog, and what was typed stays',
    in: SENDING,
    on: 'amend: *',
    if: (_context, event) =>
      failureOf(event)?.code === 'refused' || failureOf(event)?.code === 'unauthorized',
    to: 'editing',
    does: (_context, event) => [...endsSession(event), CHANGED],
    sets: (_context, event) => ({ failure: failureOf(event) }),
  },
  {
    ref: 'AMEND-09 nothing is sent before the pause that the server asked for is over',
    in: SENDING,
    on: 'amend: 429 for 20 s',
    to: 'held.shown',
    does: () => [CHANGED],
    sets: (_context, event) => ({ failure: failureOf(event) }),
  },
  {
    ref: 'AMEND-09 then it may be sent again',
    in: 'held.shown',
    on: 'after askedPause',
    says: 'the pause that the server asked for is over',
    after: ({ failure }) => (failure?.retryAfter ?? 0) * 1000,
    to: 'editing',
    sets: () => ({ sent: null, failure: null }),
  },
  {
    ref: 'AMEND-09 the pause outlasts the dialog',
    in: 'held.shown',
    on: 'dismiss',
    to: 'held.hidden',
    sets: () => ({ order: null, sent: null }),
  },
  {
    ref: 'AMEND-09 a dialog that is opened meanwhile waits, too',
    in: 'held.hidden',
    on: 'begin',
    to: 'held.shown',
    sets: (_context, event) => ({ order: (event as unknown as { order: Order }).order }),
  },
  {
    ref: 'AMEND-09',
    in: 'held.hidden',
    on: 'after askedPause',
    says: 'the pause that the server asked for is over',
    after: ({ failure }) => (failure?.retryAfter ?? 0) * 1000,
    to: 'idle',
    sets: () => NOTHING,
  },
  {
    ref: 'AMEND-07 what became of it is read, nothing is sent',
    in: SENDING,
    on: 'amend: *',
    to: LOOKING,
    does: () => [READ],
    sets: (_context, event) => ({ failure: failureOf(event) }),
  },
  {
    ref: 'AMEND-07 the list has it as it was asked for',
    in: LOOKING,
    on: 'amend: amended*',
    to: 'idle',
    does: () => [CHANGED, toast('success', 'amend.toast.amended')],
    sets: () => NOTHING,
  },
  {
    ref: 'AMEND-07 it is closed',
    in: LOOKING,
    on: ['amend: filled as it was', 'amend: not listed'],
    to: 'idle',
    does: () => [CHANGED, toast('info', 'mine.toast.noLongerOpen')],
    sets: () => NOTHING,
  },
  {
    ref: 'AMEND-07 it is as it was: the user may send it again',
    in: LOOKING,
    on: 'amend: as it was',
    to: 'absent',
    does: () => [CHANGED],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'AMEND-07 reading told nothing',
    in: LOOKING,
    on: 'amend: *',
    to: 'unresolved',
    does: (_context, event) => [...endsSession(event), CHANGED],
    sets: (_context, event) => ({ failure: failureOf(event) }),
  },
  {
    ref: 'LOST-03 the user leaves it',
    in: LOOKING,
    on: 'dismiss',
    to: 'idle',
    does: () => [CHANGED, `abort ${READ}`],
    sets: () => NOTHING,
  },
  {
    ref: 'LOST-04 the same, under the same key',
    in: 'absent',
    on: 'send again',
    to: SENDING,
    does: (context) => [postOf(context)],
  },
  {
    ref: 'LOST-03',
    in: ['absent', 'unresolved'],
    on: 'check again',
    to: LOOKING,
    does: () => [READ],
    sets: () => ({ failure: null }),
  },
  { ref: 'LOST-03', in: ['absent', 'unresolved'], on: 'dismiss', to: 'idle', sets: () => NOTHING },
];

export const orderAmendmentModel: MachineModel<Machine> = {
  name: 'orderAmendment',
  machine: orderAmendmentMachine,
  states: {
    idle: 'no order is being amended',
    editing: 'the dialog is open',
    'amending.sending': 'the amendment is on its way, once',
    'amending.looking': 'the order is being read, and nothing is sent',
    'held.shown': 'the dialog says for how long the server asked to wait, keeps its text, and sends nothing',
    'held.hidden': 'the dialog is closed, and the pause goes on',
    absent: 'the dialog says that the order is as it was, and the same may be sent again',
    unresolved: 'the dialog says that it could not find out',
  },
  services: { amend: 'the amendment' },
  endings: {
    taken: 'is taken',
    filled: 'is refused, because the order has filled',
    triggered: 'is refused, because the stop price was reached',
    'wants a code': 'is refused, because it needs the second factor',
    '422 without words': 'is refused without a reason (422)',
    amended: 'is lost, and the order is read: it is amended',
    'amended and filled': 'is lost, and the order is read: it is amended and filled',
    'as it was': 'is lost, and the order is read: it is as it was',
    'filled as it was': 'is lost, and the order is read: it filled as it was',
    'not listed': 'is lost, and the order is listed no more',
    'signed out': 'is lost, and the session is over before the order is read',
    'cannot be read': 'is lost, and the order cannot be read',
  },
  variants: [
    {
      name: 'half filled',
      events,
      outcomes: {
        amend: inPhases(isLooking, { sent: sent.filter(({ name }) => name !== 'triggered'), looked }),
      },
      sut,
    },
    {
      name: 'a stop that waits',
      events: stopEvents,
      outcomes: {
        amend: inPhases(isLooking, {
          sent: sent.filter(isOf('taken', 'triggered', 'no answer')),
          looked: stopLooks,
        }),
      },
      sut,
    },
    {
      name: 'a stop that spends a cost',
      events: [
        beginWith(SPENDING),
        PRESS,
        ...STOP_MISTAKES.map(([event]) => event),
        ...MISTAKES.map(([event]) => event).filter(({ name }) => name === 'without rules'),
        DISMISS,
      ],
      outcomes: { amend: sent.filter(isOf('taken')) },
      sut,
    },
    {
      name: 'an iceberg',
      events: [beginWith(ICEBERG), PRESS, ...HIDDEN_MISTAKES.map(([event]) => event), DISMISS],
      outcomes: { amend: sent.filter(isOf('taken')) },
      sut,
    },
  ],
  requirements: rows,
  invariant: (snapshot) => {
    if (JSON.stringify(snapshot.context).includes('123456')) return 'the second factor is kept';
    return snapshot.matches('amending') && snapshot.context.sent === null
      ? 'nothing is known to be sent'
      : undefined;
  },
  selectors: {
    from: selectors,
    rules: {
      isAmending: /^(?!idle|held\.hidden)/,
      selectAmendmentStage: [
        [/^(idle|editing)$/, 'editing'],
        [/^amending\.sending$/, 'sending'],
        [/^amending\.looking$/, 'looking'],
        [/^held/, 'held'],
        [/^absent$/, 'absent'],
        [/^unresolved$/, 'unresolved'],
      ],
    },
  },
  tags: { open: /^(?!idle|held\.hidden)/ },
};
