import { orderAmendmentImplementations } from '../../src/machines/orderAmendment/orderAmendment.actors.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import type { PairSettings } from '../../src/domain/market.ts';
import type { Order } from '../../src/domain/order.ts';
import {
  orderAmendmentMachine,
  type AmendmentFault,
  type OrderAmendmentSnapshot,
} from '../../src/machines/orderAmendment/index.ts';
import * as selectors from '../../src/machines/orderAmendment/orderAmendment.machine.ts';
import type { MachineModel } from './tools/model.ts';
import type { EventCase, Outcome } from './tools/explore.ts';
import { BROKEN, writingSut } from './tools/oneLook.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof orderAmendmentMachine;
type Context = OrderAmendmentSnapshot['context'];
type Ending = Outcome<OrderAmendmentSnapshot>;

/** Half of it is filled. */
export const ORDER: Order = {
  id: 'o/1',
  pair: 'XMR-BTC',
  side: 'sell',
  kind: 'limit',
  price: '0.006',
  quantity: '2',
  quantityLeft: '1',
  state: 'PARTIALLY_FILLED',
  createdAt: Date.UTC(2026, 0, 5, 12),
  updatedAt: null,
  executedAt: null,
};
/** Sells once a trade is at 0.0055. */
const STOP: Order = {
  ...ORDER,
  quantityLeft: '2',
  stopPrice: '0.0055',
  state: 'WAITING',
};
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

/** What each order is to become, as it is sent. */
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
  const implementations = orderAmendmentImplementations({
    http: network.http,
    noteOwnChange: (pair) => effects.push(`own change ${pair}`),
  });
  const base = writingSut({ effects, network }, implementations.actors.reconcileWrite, (reconcileWrite) =>
    orderAmendmentMachine.provide({
      ...implementations,
      actors: { ...implementations.actors, reconcileWrite },
    }),
  );
  return {
    ...base,
    drain: () => {
      const open = network.open().filter((title) => title.startsWith('POST')).length;
      return [...effects.splice(0), ...(open > 1 ? ['amended twice at once'] : [])];
    },
    // A sent amendment goes on when the screen is left.
    leaks: () => base.leaks().filter((title) => !title.startsWith('POST')),
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

const amendOrder: readonly Ending[] = [
  {
    name: 'taken',
    reply: json({
      id: 'o/1',
      state: 'PARTIALLY_FILLED',
      quantity_left: '0.5',
      executed_at: '2026-01-05T12:00:00Z',
    }),
    done: {
      ok: true,
      value: { id: 'o/1', state: 'PARTIALLY_FILLED', quantityLeft: '0.5', isExecuted: true },
    },
  },
  refused(
    'filled',
    409,
    { message: 'Filled', code: 'ORDER_FILLED' },
    { text: 'Filled', serverCode: 'ORDER_FILLED' },
  ),
  refused(
    'triggered',
    409,
    { message: 'Triggered', code: 'STOP_TRIGGERED' },
    { text: 'Triggered', serverCode: 'STOP_TRIGGERED' },
  ),
  refused(
    'wants a code',
    403,
    { message: 'Too far', code: 'TWO_FACTOR_REQUIRED' },
    { text: 'Too far', serverCode: 'TWO_FACTOR_REQUIRED' },
  ),
  refused('422 without words', 422, {}, {}),
  refused('401', 401, {}, {}),
  {
    name: '429 for 20 s',
    reply: { status: 429, body: { message: 'Slow' }, retryAfter: 20 },
    done: {
      ok: false,
      failure: { status: 429, text: 'Slow', retryAfter: 20, code: 'tooMany', retryable: true },
    },
  },
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
const found = (name: string, reply: Reply, value: string): Ending => ({
  name,
  reply,
  done: { kind: 'found', value },
});
const reconcileWrite: readonly Ending[] = [
  found('amended', listed('0.0070', '1.5'), 'amended'),
  // It was amended first: a closed order keeps its last terms.
  found('amended and filled', listed('0.007', '1.5', 'FILLED'), 'amended'),
  found('filled as it was', listed('0.006', '2', 'FILLED'), 'closed'),
  found('not listed', json({ orders: [] }), 'closed'),
  { name: 'as it was', reply: listed('0.006', '2'), done: { kind: 'absent' } },
  {
    name: '401',
    reply: json({}, 401),
    done: { kind: 'unknown', failure: { status: 401, code: 'unauthorized', retryable: false } },
  },
  {
    name: 'no answer',
    reply: 'noAnswer',
    done: { kind: 'unknown', failure: { code: 'unreachable', retryable: true, cause: 'TypeError' } },
  },
  { name: 'a defect', reply: listed('0.007', '1.5'), error: BROKEN },
];

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

/** Presses that send nothing, and the mistake that each is told. */
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
const stopLooks: readonly Ending[] = [
  found('amended', listed('0.007', '1.5', 'WAITING', '0.00540'), 'amended'),
  found('amended and filled', listed('0.007', '1.5', 'FILLED', '0.0054'), 'amended'),
  found('filled as it was', listed('0.007', '1.5', 'FILLED', '0.0055'), 'closed'),
  {
    name: 'as it was',
    reply: listed('0.007', '1.5', 'WAITING', '0.0055'),
    done: { kind: 'absent' },
  },
];
const isOf =
  (...names: readonly string[]) =>
  ({ name }: Ending): boolean =>
    names.includes(name);

const failureOf = (event: object): Failure | undefined => {
  const { output, error } = event as { output?: { failure: Failure }; error?: OutageError };
  if (error === BROKEN) return { code: 'internal', retryable: false, cause: 'broken' };
  return output?.failure ?? error?.failure;
};
const toast = (kind: string, key: string): string => `toast {"key":"trade:${key}","kind":"${kind}"}`;
const NOTHING = { order: null, sent: null, privateCode: null, fault: null, failure: null };
const LOOKING = 'outcomeUnknown';
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
    if: ({ order }) => order === ORDER,
    to: 'sending',
    does: (context) => [postOf(context)],
    sets: ({ order }) => ({ sent: { ...SENT, ...changeOf(order) }, fault: null, failure: null }),
  },
  {
    ref: 'STOP-07 sent once, with the stop price and all else that it has',
    in: 'editing',
    on: 'press',
    to: 'sending',
    does: (context) => [postOf(context)],
    sets: ({ order }) => ({ sent: { ...SENT, ...changeOf(order) }, fault: null, failure: null }),
  },
  {
    ref: 'AMEND-08 sent with the code, which is kept no longer than that',
    in: 'editing',
    on: 'press with a code',
    to: 'sending',
    does: (context) => [postOf(context, '123456')],
    sets: ({ order }) => ({
      sent: { ...SENT, ...changeOf(order) },
      privateCode: '123456',
      fault: null,
      failure: null,
    }),
  },
  { ref: 'AMEND-06', in: 'editing', on: 'dismiss', to: 'idle', sets: () => NOTHING },
  {
    ref: 'AMEND-01 the order is read again',
    in: 'sending',
    on: 'amendOrder: taken',
    to: 'idle',
    does: () => [CHANGED, toast('success', 'amend.toast.amended')],
    sets: () => NOTHING,
  },
  {
    ref: 'AMEND-04 a refusal is said in the dialog, and what was typed stays',
    in: 'sending',
    on: 'amendOrder: *',
    if: (_context, event) =>
      failureOf(event)?.code === 'refused' || failureOf(event)?.code === 'unauthorized',
    to: 'editing',
    does: (_context, event) => [...endsSession(event), CHANGED],
    sets: (_context, event) => ({ privateCode: null, failure: failureOf(event) }),
  },
  {
    ref: 'AMEND-09 nothing is sent before the pause that the server asked for is over',
    in: 'sending',
    on: 'amendOrder: 429 for 20 s',
    to: 'held',
    does: () => [CHANGED],
    sets: (_context, event) => ({ privateCode: null, failure: failureOf(event) }),
  },
  {
    ref: 'AMEND-09 then it may be sent again',
    in: 'held',
    on: 'after askedPause',
    says: 'the pause that the server asked for is over',
    after: ({ failure }) => (failure?.retryAfter ?? 0) * 1000,
    to: 'editing',
    sets: () => ({ failure: null }),
  },
  { ref: 'AMEND-06', in: 'held', on: 'dismiss', to: 'idle', sets: () => NOTHING },
  {
    ref: 'AMEND-07 what became of it is read, nothing is sent',
    in: 'sending',
    on: 'amendOrder: *',
    to: LOOKING,
    does: () => [READ],
    sets: (_context, event) => ({ privateCode: null, failure: failureOf(event) }),
  },
  {
    ref: 'AMEND-07 the list has it as it was asked for',
    in: LOOKING,
    on: 'reconcileWrite: amended*',
    to: 'idle',
    does: () => [CHANGED, toast('success', 'amend.toast.amended')],
    sets: () => NOTHING,
  },
  {
    ref: 'AMEND-07 it is closed',
    in: LOOKING,
    on: ['reconcileWrite: filled as it was', 'reconcileWrite: not listed'],
    to: 'idle',
    does: () => [CHANGED, toast('info', 'mine.toast.noLongerOpen')],
    sets: () => NOTHING,
  },
  {
    ref: 'AMEND-07 it is as it was: the user may send it again',
    in: LOOKING,
    on: 'reconcileWrite: as it was',
    to: 'absent',
    does: () => [CHANGED],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'AMEND-07 reading told nothing',
    in: LOOKING,
    on: 'reconcileWrite: *',
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
    to: 'sending',
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
    sending: 'the amendment is on its way, once',
    held: 'the dialog says for how long the server asked to wait, keeps its text, and sends nothing',
    outcomeUnknown: 'the order is being read, and nothing is sent',
    absent: 'the dialog says that the order is as it was, and the same may be sent again',
    unresolved: 'the dialog says that it could not find out',
  },
  services: { amendOrder: 'the amendment', reconcileWrite: 'reading the order' },
  endings: {
    taken: 'is taken',
    filled: 'is refused, because the order has filled',
    triggered: 'is refused, because the stop price was reached',
    'wants a code': 'is refused, because it needs the second factor',
    '422 without words': 'is refused without a reason (422)',
    amended: 'shows the order amended',
    'amended and filled': 'shows the order amended and filled',
    'as it was': 'shows the order as it was',
    'filled as it was': 'shows that the order filled as it was',
    'not listed': 'shows that the order is listed no more',
  },
  variants: [
    {
      name: 'half filled',
      events,
      outcomes: {
        amendOrder: amendOrder.filter(({ name }) => name !== 'triggered'),
        reconcileWrite,
      },
      sut,
    },
    {
      name: 'a stop that waits',
      events: stopEvents,
      outcomes: {
        amendOrder: amendOrder.filter(isOf('taken', 'triggered', 'no answer')),
        reconcileWrite: stopLooks,
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
      outcomes: { amendOrder: amendOrder.filter(isOf('taken')), reconcileWrite: [] },
      sut,
    },
  ],
  requirements: rows,
  invariant: ({ value, context: { sent } }) =>
    (value === 'sending' || value === LOOKING) && sent === null ? 'nothing is known to be sent' : undefined,
  selectors: {
    from: selectors,
    rules: {
      isAmending: /^(?!idle)/,
      selectAmended: { context: 'order' },
      selectAmendmentFault: { context: 'fault' },
      selectAmendmentStage: [
        [/^idle$/, 'idle'],
        [/^editing$/, 'editing'],
        [/^sending$/, 'sending'],
        [/^held$/, 'held'],
        [/^outcomeUnknown$/, 'outcomeUnknown'],
        [/^absent$/, 'absent'],
        [/^unresolved$/, 'unresolved'],
      ],
    },
  },
  tags: { open: /^(?!idle)/, busy: /^(sending|outcomeUnknown)/ },
};
