import type { AnyActorRef } from 'xstate';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import type { PairSettings } from '../../src/domain/market.ts';
import type { LimitOrder, NewOrder } from '../../src/domain/order.ts';
import { EMPTY_DRAFT, withTyped } from '../../src/machines/orderForm/orderDraft.rules.ts';
import type { TypedOrder, OrderFault } from '../../src/machines/orderForm/orderEntry.rules.ts';
import type { MarketFacts } from '../../src/machines/orderForm/orderWarnings.rules.ts';
import type { OrderPress } from '../../src/machines/orderForm/orderForm.rules.ts';
import {
  type OrderFormSnapshot,
  type OrderFormContext,
  type Sending,
  orderFormMachine,
  type OrderFormEvent,
  type OrderFormInput,
} from '../../src/machines/orderForm/orderForm.machine.ts';
import { orderFormImplementations } from '../../src/machines/orderForm/orderForm.actors.ts';
import type { SettingsListener, WatchPrice } from '../../src/machines/orderForm/orderForm.actors.ts';
import * as selectors from '../../src/machines/orderForm/orderForm.machine.ts';
import type { Outcome, AnyEvent, EventCase } from './tools/explore.ts';
import { type Reply, type ScriptedNetwork, recordEmitted, scriptedNetwork } from './tools/ports.ts';
import type { RequirementRef, Row } from './tools/spec.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { Sut } from './tools/walk.ts';
import { oneLook, writeOutcomes } from './tools/writes.ts';

export const PAIR = 'XMR-USDT';
export const NOW = Date.UTC(2026, 0, 5, 12);

export const SETTINGS: PairSettings = {
  pair: PAIR,
  isEnabled: true,
  pricePrecision: 2,
  quantityPrecision: 2,
  minPriceIncrement: '0.05',
  minQuantityIncrement: '0.01',
  minOrderSize: '0.1',
  makerFeePercent: '0.1',
  takerFeePercent: '0.2',
};
/** Read again: the smallest order has grown. */
const NEWER_SETTINGS: PairSettings = { ...SETTINGS, minOrderSize: '5' };

const FACTS: MarketFacts = { bestBid: '99', bestAsk: '100', available: '1000' };

function press(
  price: string,
  quantity: string,
  idempotencyKey: string,
  more: Partial<OrderPress> = {},
): OrderPress {
  return {
    typed: { kind: 'limit', price, quantity },
    isSignedIn: true,
    facts: FACTS,
    idempotencyKey,
    now: NOW,
    ...more,
  };
}

const marketPress = (
  quantity: string,
  idempotencyKey: string,
  typed: Partial<TypedOrder> = {},
  facts: MarketFacts = FACTS,
): OrderPress =>
  press('', quantity, idempotencyKey, { typed: { kind: 'market', price: '', quantity, ...typed }, facts });
const limitPress = (
  price: string,
  idempotencyKey: string,
  typed: Partial<TypedOrder>,
  more: Partial<OrderPress> = {},
): OrderPress =>
  press(price, '2', idempotencyKey, { typed: { kind: 'limit', price, quantity: '2', ...typed }, ...more });

export const PRESSES = {
  visitor: press('100', '1', 'never', { isSignedIn: false }),
  'no price': press('', '1', 'never'),
  'price 0': press('0', '1', 'never'),
  'price 1e2': press('1e2', '1', 'never'),
  'price off the tick': press('99.99', '1', 'never'),
  'no quantity': press('99', '', 'never'),
  'quantity 0': press('99', '0,000', 'never'),
  'quantity below a step': press('99', '0.0099', 'never'),
  'quantity below the minimum': press('99', '0.0999', 'never'),
  'quantity of the minimum': press('99', '0.1', 'i-minimum'),
  /** With a comma, and more digits than are sent. */
  calm: press('99,5', '2.0099', 'i-calm'),
  'calm again': press('99.5', '2', 'i-calm-2'),
  other: press('99.5', '3', 'i-other'),
  /** Crosses the spread, and lies exactly 5 % away. */
  'crossing near': press('105', '1', 'i-near'),
  'crossing far': press('105.05', '1', 'i-far'),
  'resting far': press('50', '1', 'i-resting'),
  market: marketPress('2.019', 'i-market'),
  'market of nothing': marketPress('0', 'never'),
  'market protected': marketPress('2.019', 'i-protected', { tolerance: '1' }),
  'market unpriced': marketPress(
    '2.019',
    'never',
    { tolerance: '1' },
    { ...FACTS, bestBid: null, bestAsk: null },
  ),
  'market without a trail': marketPress('2.019', 'never', { trail: '' }),
  'market trail too wide': marketPress('2.019', 'never', { trail: '50,1' }),
  /** The best price of now tells nothing about the one that it comes to. */
  'market trailing': marketPress('2.019', 'i-trailing', { trail: '2,5', tolerance: '1' }),
  ioc: limitPress('99.5', 'i-ioc', { timeInForce: 'IOC' }),
  /** Worth 199 USDT: a unit more than is sent unasked, and exactly as much. */
  large: limitPress('99.5', 'i-large', { timeInForce: 'IOC' }, { askAbove: '198.99999999' }),
  'not large': limitPress('99.5', 'i-not-large', { timeInForce: 'IOC' }, { askAbove: '199' }),
  fok: limitPress('99.5', 'i-fok', { timeInForce: 'FOK' }),
  /** It would trade at once, far from the best price: the server refuses it, so nothing is asked. */
  'post-only': limitPress('105.05', 'i-post', { isPostOnly: true, timeInForce: 'GTC' }),
  'no stop price': limitPress('99.5', 'never', { stop: '' }),
  'stop off the tick': limitPress('99.5', 'never', { stop: '99.99' }),
  /** It does not trade at once, so nothing is asked. */
  stop: limitPress('105.05', 'i-stop', { stop: '90,50' }),
  'nothing visible': limitPress('99.5', 'never', { display: '' }),
  'all visible': limitPress('99.5', 'never', { display: '2' }),
  iceberg: limitPress('99.5', 'i-iceberg', { display: '0,509' }),
  'no stop of a sale': limitPress('105.05', 'never', { oco: { stop: '', limit: '' } }),
  'stop above a sale': limitPress('105.05', 'never', { oco: { stop: '105.05', limit: '' } }),
  'stop limit off the tick': limitPress('105.05', 'never', { oco: { stop: '90.5', limit: '89.99' } }),
  /** It does not trade at once, so nothing is asked. */
  oco: limitPress('105.05', 'i-oco', { oco: { stop: '90,50', limit: '' } }),
} as const satisfies Record<string, OrderPress>;

export type PressName = keyof typeof PRESSES;

/** The order of each press by the requirements: cut, never rounded up. */
const ORDERED: Partial<Record<PressName, Omit<LimitOrder, 'kind' | 'pair' | 'side'>>> = {
  'quantity of the minimum': { price: '99', quantity: '0.1' },
  calm: { price: '99.5', quantity: '2' },
  'calm again': { price: '99.5', quantity: '2' },
  other: { price: '99.5', quantity: '3' },
  'crossing near': { price: '105', quantity: '1' },
  'crossing far': { price: '105.05', quantity: '1' },
  'resting far': { price: '50', quantity: '1' },
  ioc: { price: '99.5', quantity: '2', timeInForce: 'IOC' },
  large: { price: '99.5', quantity: '2', timeInForce: 'IOC' },
  'not large': { price: '99.5', quantity: '2', timeInForce: 'IOC' },
  fok: { price: '99.5', quantity: '2', timeInForce: 'FOK' },
  'post-only': { price: '105.05', quantity: '2', isPostOnly: true },
  stop: { price: '105.05', quantity: '2', stopPrice: '90.5' },
  iceberg: { price: '99.5', quantity: '2', displayQuantity: '0.5' },
  oco: { price: '105.05', quantity: '2', ocoStopPrice: '90.5' },
};

type Ending = Outcome<OrderFormSnapshot>;

const write = writeOutcomes('placeOrder');

/** An answer that explains a failed write and a failed read alike. */
interface Refusal {
  readonly name: string;
  readonly reply: Reply;
  readonly failure: Failure;
}
const refusedWrite = ({ name, reply, failure }: Refusal): Ending => write.refused(name, reply, failure);
const lostWrite = ({ name, reply, failure }: Refusal): Ending => write.lost(name, reply, failure);

const json = (body: unknown, status = 200): Reply => ({ status, body });

const PLACED = { id: '0192-a', pair_symbol: PAIR, operation: 'BUY', type: 'LIMIT' };
const placed = (name: string, state: string, quantityLeft: string | null, executedAt?: string): Ending =>
  write.done(name, json({ ...PLACED, state, quantity_left: quantityLeft, executed_at: executedAt }), {
    id: '0192-a',
    state,
    quantityLeft,
    isExecuted: executedAt !== undefined,
  });

const RESTS = placed('rests', 'OPENED', '2');
const WAITS = placed('waits', 'WAITING', '2');
const PARTLY = placed('partly filled', 'PARTIALLY_FILLED', '0.5', '2026-01-05T12:00:01');
const FILLED = placed('filled', 'FILLED', '0', '2026-01-05T12:00:01');
const CANCELED = placed('canceled', 'CANCELED', '2');
const CANCELED_PARTLY = placed('canceled after a part', 'CANCELED', '0.5', '2026-01-05T12:00:01');
const ACCEPTED: Ending = write.done('accepted', json({ order: {} }), {
  id: null,
  state: 'OPENED',
  quantityLeft: null,
  isExecuted: false,
});

const refused = (
  name: string,
  status: number,
  body: object,
  failure: Partial<Failure>,
  retryAfter?: number,
): Refusal => {
  const wait = retryAfter === undefined ? {} : { retryAfter };
  return {
    name,
    reply: { status, body, ...wait },
    failure: {
      status,
      ...wait,
      code: status === 401 ? 'unauthorized' : status === 429 ? 'tooMany' : 'refused',
      retryable: status === 429,
      ...failure,
    },
  };
};

const BAD_REQUEST = refused('400 with a message', 400, { message: 'No' }, { text: 'No' });
const POOR = refused(
  '422 with an error',
  422,
  { error: 'Not enough USDT', code: 'INSUFFICIENT_BALANCE' },
  { text: 'Not enough USDT', serverCode: 'INSUFFICIENT_BALANCE' },
);
const WORDLESS = refused('403 without words', 403, {}, {});
const SIGNED_OUT = refused('401', 401, { message: 'Sign in' }, { text: 'Sign in' });
const CONFLICT = refused('409', 409, {}, {});
const SELF_TRADE = refused('409 with a reason', 409, { code: 'SELF_TRADE' }, { serverCode: 'SELF_TRADE' });
const IN_PROGRESS = refused(
  '409 in progress',
  409,
  { code: 'REQUEST_IN_PROGRESS' },
  { serverCode: 'REQUEST_IN_PROGRESS' },
);
const TOO_MANY = refused('429 for 20 s', 429, { message: 'Slow' }, { text: 'Slow' }, 20);
const TOO_EARLY = refused('425', 425, {}, {});

const lost = (
  name: string,
  reply: Reply,
  failure: Omit<Failure, 'retryable'>,
  retryable = false,
): Refusal => ({ name, reply, failure: { ...failure, retryable } });

const serverDown = (call: string): Refusal =>
  lost('500', json({ message: 'Sorry' }, 500), {
    status: 500,
    text: 'Sorry',
    code: 'server',
    cause: `${call} 500`,
  });
const busy = (call: string): Refusal =>
  lost(
    '503 for 4 s',
    { status: 503, body: undefined, retryAfter: 4 },
    { status: 503, retryAfter: 4, code: 'server', cause: `${call} 503` },
  );
const redirected = (call: string): Refusal =>
  lost('302', { status: 302, body: undefined }, { status: 302, code: 'unreadable', cause: `${call} 302` });
const unreadable = (call: string): Refusal =>
  lost(
    'not JSON',
    { status: 200, body: undefined, isUnreadable: true },
    { status: 200, code: 'unreadable', cause: `${call} 200` },
  );
const NO_ANSWER = lost('no answer', 'noAnswer', { code: 'unreachable', cause: 'TypeError' });
const SILENCE = lost('silence', 'silence', { code: 'timeout', cause: 'AbortError' });

/** A read may be tried again automatically. */
const readLost = ({ failure, ...lost }: Refusal): Refusal => ({
  ...lost,
  failure: { ...failure, retryable: true },
});

const AT = '2026-01-05T12:00:01';

export const order = (id: string): object => ({
  id,
  pair_symbol: PAIR,
  operation: 'SELL',
  type: 'LIMIT',
  price: '99.50',
  quantity: '2.00',
  quantity_left: '2',
  state: 'OPENED',
  created_at: AT,
});

export const execution = (id: string, type = 'LIMIT', quantity = '2'): object => ({
  id,
  pair_symbol: PAIR,
  operation: 'SELL',
  type,
  executed_price: '99.6',
  executed_quantity: quantity,
  is_maker: false,
  created_at: AT,
});

/**
 * Counts what must never happen: two orders at once, an order without its key, or one without its own press. Only a
 * press of "Send again" may send the same key.
 */
function watchPresses(network: ScriptedNetwork) {
  let pressed = 0;
  let orders = 0;
  return {
    attach(actor: AnyActorRef): void {
      actor.system.inspect((inspected) => {
        if (inspected.type !== '@xstate.event') return;
        if (/^user\.(submit|sendAgain)$/.test(inspected.event.type)) pressed += 1;
      });
    },
    /** @returns the effects, with a complaint that no row expects if a rule was broken. */
    judge(effects: readonly string[]): string[] {
      const sent = effects.filter((one) => one.startsWith('POST '));
      orders += sent.length;
      const open = network.open().filter((title) => title.startsWith('POST ')).length;
      return [
        ...effects,
        ...(sent.every((one) => / key=\S+$/.test(one)) ? [] : ['an order left without its key']),
        ...(open > 1 ? [`${open} orders are on their way at once`] : []),
        ...(orders > pressed ? [`${orders} orders for ${pressed} presses`] : []),
      ];
    },
  };
}

type Context = OrderFormContext;
const TYPED = withTyped(EMPTY_DRAFT, 'price', '12');
type FormRow = Row<Context>;

const sides = { buy: 'BUY', sell: 'SELL' };
const toast =
  (key: string, kind = 'success') =>
  ({ side }: Context): string =>
    `toast {"key":"trade:form.toast.${key}${kind === 'success' ? `.${side}` : ''}","kind":"${kind}"}`;
const CHANGED = `own change ${PAIR}`;
const READ_LISTS = [
  `GET /order/orders?pair=${PAIR}&skip=0&limit=100&state=OPENED%2CPARTIALLY_FILLED`,
  `GET /order/orders/history/executions?pair=${PAIR}&skip=0&limit=100`,
];

function request(
  { side }: Context,
  { order, idempotencyKey }: Pick<Sending, 'order' | 'idempotencyKey'>,
): string {
  const operation = sides[side];
  const key = ` key=${idempotencyKey}`;
  if (order.kind === 'limit') {
    const { quantity, price, timeInForce, isPostOnly, displayQuantity, ocoStopPrice, stopPrice } = order;
    // Unset values are left out of the text.
    const terms = {
      time_in_force: timeInForce,
      post_only: isPostOnly,
      display_quantity: displayQuantity,
      oco_stop_price: ocoStopPrice,
      stop_price: stopPrice,
    };
    const body = { pair: PAIR, type: 'LIMIT', operation, quantity, price, ...terms };
    return `POST /order/orders/limit ${JSON.stringify(body)}${key}`;
  }
  const amount = side === 'buy' ? { cost: order.amount } : { quantity: order.amount };
  const body = {
    pair: PAIR,
    operation,
    ...amount,
    price: order.protection,
    trail_percent: order.trailPercent,
  };
  return `POST /order/orders/market ${JSON.stringify(body)}${key}`;
}

const sendingOf = (name: PressName, { side }: Context): Sending => {
  const figures = ORDERED[name];
  const order: NewOrder = figures
    ? { kind: 'limit', pair: PAIR, side, ...figures }
    : {
        kind: 'market',
        pair: PAIR,
        side,
        amount: side === 'buy' ? '2.019' : '2.01',
        // 1 % from the best price, never beyond it: 101, and 98.01 on the tick.
        ...(name === 'market trailing' && { trailPercent: '2.5' }),
        ...(name === 'market protected' && { protection: side === 'buy' ? '101' : '98.05' }),
      };
  return { order, idempotencyKey: PRESSES[name].idempotencyKey, sentAt: NOW, before: null, isAgain: false };
};

const sends = (context: Context): string[] =>
  context.sending ? [`keep ${context.sending.idempotencyKey}`, request(context, context.sending)] : [];
const FORGET = 'forget';

const pressName = (event: AnyEvent): PressName =>
  Object.entries(PRESSES).find(([, press]) => press === event.press)?.[0] as PressName;

const outputOf = (event: object): { ok: boolean; failure?: unknown; value?: unknown } =>
  (event as { output: { ok: boolean } }).output;
const errorOf = (event: object): unknown => (event as { error: { failure: unknown } }).error.failure;
const failureIn = (event: object): Failure => (event as { failure: Failure }).failure;
const isMarket = ({ sending }: Context): boolean => sending?.order.kind === 'market';
const afterPlacing = ({ sending }: Context) => ({
  last: sending?.order,
  sending: null,
  failure: null,
  fault: null,
});

const SUBMITTING = 'submitting.sending';
/** An older order may be settled before the pair's settings arrive; the form waits for them. */
const editingOnceReady = ({ settings, settingsFailure }: Context): string =>
  settings ? 'taking.editing' : settingsFailure ? 'settingsFailed' : 'loadingSettings';
const LOOKING = 'submitting.looking';
const ABSENT = 'outcomeUnknown.absent';
const UNRESOLVED = 'outcomeUnknown.unresolved';
const isAgain = ({ sending }: Context): boolean => sending?.isAgain === true;

const timeOf = ({ sending }: Context): string | undefined =>
  sending?.order.kind === 'limit' ? sending.order.timeInForce : undefined;
const isProtected = ({ sending }: Context): boolean =>
  sending?.order.kind === 'market' && sending.order.protection !== undefined;

const isStop = ({ sending }: Context): boolean =>
  sending?.order.stopPrice !== undefined ||
  (sending?.order.kind === 'market' && sending.order.trailPercent !== undefined);

const PLACE_ROWS: readonly FormRow[] = [
  {
    ref: 'STOP-06, TRAIL-06: it waits for its price',
    in: SUBMITTING,
    on: ['placeOrder: waits', 'placeOrder: rests'],
    if: isStop,
    to: 'taking.placed',
    does: (context) => [CHANGED, FORGET, toast('stopPlaced')(context)],
    sets: afterPlacing,
  },
  {
    ref: 'STOP-06, TRAIL-06, LOST-02: found among the orders that wait',
    in: LOOKING,
    on: 'placeOrder: it waits',
    to: 'taking.placed',
    does: (context) => [CHANGED, FORGET, toast('stopPlaced')(context)],
    sets: afterPlacing,
  },
  {
    ref: 'TYPE-05: a market order that was filled in part within its protection',
    in: SUBMITTING,
    on: 'placeOrder: canceled after a part',
    if: isProtected,
    to: 'taking.placed',
    does: (context) => [CHANGED, FORGET, toast('marketPartly')(context)],
    sets: afterPlacing,
  },
  {
    ref: 'TYPE-02: an IOC order that was filled in part',
    in: SUBMITTING,
    on: 'placeOrder: canceled after a part',
    if: (context) => timeOf(context) !== undefined,
    to: 'taking.placed',
    does: (context) => [CHANGED, FORGET, toast('partlyTraded')(context)],
    sets: afterPlacing,
  },
  {
    ref: 'TYPE-02: an IOC order of which nothing was filled',
    in: SUBMITTING,
    on: 'placeOrder: canceled',
    if: (context) => timeOf(context) === 'IOC',
    to: 'taking.refused',
    does: (context) => [CHANGED, FORGET, toast('nothingFilled', 'error')(context)],
    sets: () => ({
      failure: { code: 'refused', serverCode: 'NOTHING_FILLED', retryable: false },
      sending: null,
    }),
  },
  {
    ref: 'TYPE-03: a FOK order is filled whole or not at all',
    in: SUBMITTING,
    on: 'placeOrder: canceled',
    if: (context) => timeOf(context) === 'FOK',
    to: 'taking.refused',
    does: (context) => [CHANGED, FORGET, toast('notFilledWhole', 'error')(context)],
    sets: () => ({
      failure: { code: 'refused', serverCode: 'NOT_FILLED_WHOLE', retryable: false },
      sending: null,
    }),
  },
  {
    ref: 'ORDER-08: CANCELED: no liquidity, keeps the form',
    in: SUBMITTING,
    on: 'placeOrder: canceled',
    if: isMarket,
    to: 'taking.refused',
    does: (context) => [CHANGED, FORGET, toast('noLiquidity', 'error')(context)],
    sets: () => ({
      failure: { code: 'refused', serverCode: 'NO_LIQUIDITY', retryable: false },
      sending: null,
    }),
  },
  {
    ref: 'ORDER-10: order states: one that is CANCELED was not placed; the form stays',
    in: SUBMITTING,
    on: 'placeOrder: canceled',
    to: 'taking.refused',
    does: (context) => [CHANGED, FORGET, toast('canceled', 'error')(context)],
    sets: () => ({
      failure: { code: 'refused', serverCode: 'CANCELED_AT_ONCE', retryable: false },
      sending: null,
    }),
  },
  ...(
    [
      ['ORDER-08, ORDER-13: executed, refreshes balances', 'placeOrder: filled', true, 'marketExecuted'],
      [
        'ORDER-08: any other state: generic success',
        ['placeOrder: rests', 'placeOrder: partly filled'],
        true,
        'marketAccepted',
      ],
      ['ORDER-08: order states', 'placeOrder: filled', false, 'filled'],
      ['ORDER-08: order states', 'placeOrder: partly filled', false, 'partlyFilled'],
      ['ORDER-08: order states', ['placeOrder: rests', 'placeOrder: accepted'], false, 'placed'],
    ] as const
  ).map(([ref, on, market, key]): FormRow => ({
    ref,
    in: SUBMITTING,
    on,
    if: (context) => isMarket(context) === market,
    to: 'taking.placed',
    does: (context) => [CHANGED, FORGET, toast(key)(context)],
    sets: afterPlacing,
  })),
  {
    ref: 'SESSION-02: a 401 ends the session; what became of the first time stays unknown',
    in: SUBMITTING,
    on: 'placeOrder: 401',
    if: isAgain,
    to: LOOKING,
    does: () => ['session over', ...READ_LISTS],
    sets: ({ sending }, event) => ({ failure: failureIn(event), sending }),
  },
  {
    ref: 'LOST-02: an answer that says nothing of the first time',
    in: SUBMITTING,
    on: ['409', '409 in progress', '425', '429 for 20 s'].map((name) => `placeOrder: ${name}`),
    if: isAgain,
    to: LOOKING,
    does: () => READ_LISTS,
    sets: ({ sending }, event) => ({ failure: failureIn(event), sending }),
  },
  {
    ref: 'SESSION-02: a 401 ends the session',
    in: SUBMITTING,
    on: 'placeOrder: 401',
    to: 'taking.refused',
    does: () => ['session over', 'refused', FORGET],
    sets: (_context, event) => ({ failure: failureIn(event), sending: null }),
  },
  {
    ref: 'ORDER-22: the server asks to wait',
    in: SUBMITTING,
    on: 'placeOrder: 429 for 20 s',
    to: 'taking.held',
    does: () => ['refused', FORGET],
    sets: (_context, event) => ({ failure: failureIn(event), sending: null }),
  },
  {
    ref: 'ORDER-07: order failure',
    in: SUBMITTING,
    on: ['placeOrder: 4*'],
    to: 'taking.refused',
    does: () => ['refused', FORGET],
    sets: (_context, event) => ({ failure: failureIn(event), sending: null }),
  },
  {
    ref: 'LOST-02: what became of it is read, nothing is sent',
    in: SUBMITTING,
    on: 'placeOrder: *',
    to: LOOKING,
    does: () => READ_LISTS,
    sets: ({ sending }, event) => ({ failure: failureIn(event), sending }),
  },
];

const UNKNOWN_ROWS: readonly FormRow[] = [
  {
    ref: 'ORDER-11: pair settings; an order of before is looked for before they are there',
    in: [LOOKING, ABSENT, UNRESOLVED, SUBMITTING, 'taking.placed', 'taking.refused', 'taking.held'],
    on: 'settings come',
    sets: () => ({ settings: SETTINGS, settingsFailure: null }),
  },
  {
    ref: 'ORDER-11: pair settings; an order of before is looked for before they are there',
    in: '*',
    on: ['settings fail', 'pair is unknown'],
    sets: (_context, event) => ({ settingsFailure: event.failure }),
  },
  {
    ref: 'LOST-02: found among the executions',
    in: LOOKING,
    on: 'placeOrder: it filled',
    to: 'taking.placed',
    does: (context) => [CHANGED, FORGET, toast(isMarket(context) ? 'marketExecuted' : 'filled')(context)],
    sets: afterPlacing,
  },
  {
    ref: 'LOST-02, TYPE-02: a part of an IOC order is among the executions',
    in: LOOKING,
    on: 'placeOrder: a part filled',
    to: 'taking.placed',
    does: (context) => [CHANGED, FORGET, toast('partlyTraded')(context)],
    sets: afterPlacing,
  },
  {
    ref: 'LOST-02: found among the open orders',
    in: LOOKING,
    on: 'placeOrder: it rests',
    to: 'taking.placed',
    does: (context) => [CHANGED, FORGET, toast('placed')(context)],
    sets: afterPlacing,
  },
  {
    ref: 'LOST-03: reading showed that it is not there',
    in: LOOKING,
    on: 'placeOrder: it is nowhere',
    to: ABSENT,
    does: () => [CHANGED],
    sets: ({ sending }) => ({ sending, failure: null }),
  },
  {
    ref: 'SESSION-02: a 401 ends the session; the outcome stays unknown',
    in: LOOKING,
    on: 'placeOrder: signed out',
    to: UNRESOLVED,
    does: () => ['session over', 'session over', CHANGED],
    sets: ({ sending }, event) => ({ sending, failure: failureIn(event) }),
  },
  {
    ref: 'LOST-02: reading told nothing',
    in: LOOKING,
    on: 'placeOrder: *',
    to: UNRESOLVED,
    does: () => [CHANGED],
    sets: ({ sending }, event) => ({ sending, failure: failureIn(event) }),
  },
  {
    ref: 'LOST-04: the user sends it again, the same order with the same key',
    in: ABSENT,
    on: 'send again',
    says: 'the user presses "Send again"',
    to: SUBMITTING,
    does: sends,
    sets: ({ sending }) => ({ sending: { ...sending, isAgain: true }, failure: null }),
  },
  {
    ref: 'LOST-03: the user looks again',
    in: [ABSENT, UNRESOLVED],
    on: 'check again',
    says: 'the user presses "Check again"',
    to: LOOKING,
    does: () => READ_LISTS,
  },
  {
    ref: 'LOST-03: the user stops the search',
    in: LOOKING,
    on: 'leave',
    says: 'the user stops waiting',
    to: editingOnceReady,
    does: () => [FORGET, CHANGED, ...READ_LISTS.map((title) => `abort ${title}`)],
    sets: () => ({ sending: null, failure: null }),
  },
  {
    ref: 'LOST-03: the user leaves it',
    in: [ABSENT, UNRESOLVED],
    on: 'leave',
    to: editingOnceReady,
    does: () => [FORGET, CHANGED],
    sets: () => ({ sending: null, failure: null }),
  },
];

const CHECK_ROWS: readonly FormRow[] = [
  {
    ref: 'LOST-02: what was there before is known before the order leaves',
    in: 'checking',
    on: 'readBefore: lists',
    says: 'the open orders are known',
    to: SUBMITTING,
    does: sends,
    sets: ({ sending }) => ({
      sending: { ...sending, before: { orders: ['o-old'], executions: ['x-old'] } },
    }),
  },
  {
    ref: 'SESSION-02: a 401 ends the session',
    in: 'checking',
    on: 'readBefore: 401',
    to: 'taking.refused',
    does: () => ['session over', 'session over', FORGET],
    sets: (_context, event) => ({ failure: outputOf(event).failure, sending: null }),
  },
  {
    ref: 'ORDER-22, LOST-03: nothing was sent, and the server asks to wait',
    in: 'checking',
    on: 'readBefore: 429 for *',
    to: 'taking.held',
    does: () => [FORGET],
    sets: (_context, event) => ({ failure: outputOf(event).failure, sending: null }),
  },
  {
    ref: 'LOST-03: nothing was sent',
    in: 'checking',
    on: ['readBefore: no answer', 'readBefore: 500'],
    to: 'taking.refused',
    does: () => [FORGET],
    sets: (_context, event) => ({ failure: errorOf(event), sending: null }),
  },
];

const TAKING = ['taking.editing', 'taking.placed', 'taking.refused'];
const names = (...list: readonly PressName[]): string[] => list.map((name) => `press: ${name}`);
function fault(ref: RequirementRef, name: PressName, expected: OrderFault): FormRow {
  return {
    ref,
    in: TAKING,
    on: names(name),
    to: 'taking.editing',
    sets: () => ({ fault: expected, sending: null, failure: null, last: null }),
  };
}

const FAULT_ROWS: readonly FormRow[] = [
  fault('ORDER-02: not logged in', 'visitor', { code: 'loginRequired', field: 'form' }),
  fault('ORDER-03: enter valid price', 'no price', { code: 'priceInvalid', field: 'price', typed: 'empty' }),
  fault('ORDER-03: greater than 0', 'price 0', { code: 'priceInvalid', field: 'price' }),
  fault('ORDER-03: decimal text', 'price 1e2', { code: 'priceInvalid', field: 'price', typed: 'exponent' }),
  fault('ORDER-04: a price off the tick', 'price off the tick', {
    code: 'priceOffTick',
    field: 'price',
    values: { step: '0.05', below: '99.95', above: '100' },
  }),
  fault('STOP-06: enter valid stop price', 'no stop price', {
    code: 'stopInvalid',
    field: 'stop',
    typed: 'empty',
  }),
  fault('STOP-06, ORDER-04: a stop price off the tick', 'stop off the tick', {
    code: 'priceOffTick',
    field: 'stop',
    values: { step: '0.05', below: '99.95', above: '100' },
  }),
  fault('TYPE-13: enter valid visible quantity', 'nothing visible', {
    code: 'displayInvalid',
    field: 'display',
    typed: 'empty',
  }),
  fault('TYPE-13: less than the quantity', 'all visible', { code: 'displayTooLarge', field: 'display' }),
  fault('OCO-06: enter valid stop price', 'no stop of a sale', {
    code: 'stopInvalid',
    field: 'stop',
    typed: 'empty',
  }),
  fault('OCO-06: the legs on their sides', 'stop above a sale', { code: 'ocoStopTooHigh', field: 'stop' }),
  fault('OCO-06, ORDER-04: a stop limit off the tick', 'stop limit off the tick', {
    code: 'priceOffTick',
    field: 'stopLimit',
    values: { step: '0.05', below: '89.95', above: '90' },
  }),
  fault('ORDER-03: enter valid quantity', 'no quantity', {
    code: 'quantityInvalid',
    field: 'quantity',
    typed: 'empty',
  }),
  fault('ORDER-03: greater than 0', 'quantity 0', { code: 'quantityInvalid', field: 'quantity' }),
  fault('ORDER-04: normalised', 'quantity below a step', {
    code: 'quantityTooSmall',
    field: 'quantity',
    values: { step: '0.01' },
  }),
  fault('ORDER-04: min order size', 'quantity below the minimum', {
    code: 'belowMinimum',
    field: 'quantity',
    values: { minimum: '0.1' },
  }),
];

const isLookedAt = ({ allowsMarket }: Context, event: AnyEvent): boolean =>
  allowsMarket || !pressName(event).startsWith('market');
const faultWithoutSettings = ({ settingsFailure, pair }: Context, name: PressName): OrderFault => {
  if (name === 'visitor') return { code: 'loginRequired', field: 'form' };
  const isUnknownPair = pair === null || settingsFailure?.status === 404;
  return { code: isUnknownPair ? 'pairNotAvailable' : 'settingsLoading', field: 'form' };
};

const SETTINGS_ROWS: readonly FormRow[] = [
  { ref: 'ORDER-11: pair settings', in: '', on: '(start)', to: 'loadingSettings' },
  {
    ref: 'ORDER-11, ORDER-12: settings are loading; pair missing',
    in: 'loadingSettings',
    on: 'press: *',
    if: isLookedAt,
    sets: (context, event) => ({ fault: faultWithoutSettings(context, pressName(event)) }),
  },
  {
    ref: 'ORDER-09',
    in: 'loadingSettings',
    on: 'edit',
    says: 'the user changes the form',
    sets: () => ({ fault: null }),
  },
  {
    ref: 'ORDER-11: pair settings',
    in: ['loadingSettings', 'settingsFailed'],
    on: 'settings come',
    to: 'taking.editing',
    // The message of a press that came too early stays.
    sets: ({ fault }) => ({
      settings: SETTINGS,
      settingsFailure: null,
      fault: fault?.code === 'settingsLoading' ? fault : null,
    }),
  },
  {
    ref: 'ORDER-09',
    in: 'loadingSettings',
    on: ['settings fail', 'pair is unknown'],
    to: 'settingsFailed',
    sets: (_context, event) => ({ settingsFailure: event.failure, fault: null }),
  },
  {
    ref: 'ORDER-09',
    in: 'settingsFailed',
    on: 'retry',
    says: 'the user presses "Try again"',
    to: 'loadingSettings',
    does: () => ['read settings again'],
    sets: () => ({ settingsFailure: null }),
  },
  {
    ref: 'ORDER-11, ORDER-12: settings are loading; pair not available',
    in: 'settingsFailed',
    on: 'press: *',
    if: isLookedAt,
    to: 'loadingSettings',
    does: () => ['read settings again'],
    sets: (context, event) => ({
      fault: faultWithoutSettings(context, pressName(event)),
      settingsFailure: null,
    }),
  },
  {
    ref: 'ORDER-11: stale 5 min',
    in: '*',
    on: 'newer settings come',
    sets: () => ({ settings: NEWER_SETTINGS }),
  },
];

/** With the newer settings all of them are too small. */
const PRESS_ROWS: readonly FormRow[] = [
  {
    ref: 'ORDER-04: min order size',
    in: TAKING,
    on: names(
      'quantity below the minimum',
      'nothing visible',
      'all visible',
      'no stop of a sale',
      'stop above a sale',
      'stop limit off the tick',
      'quantity of the minimum',
      'calm',
      'other',
      'crossing near',
      'crossing far',
      'resting far',
      'calm again',
      'ioc',
      'large',
      'not large',
      'fok',
      'post-only',
      'stop',
      'iceberg',
      'oco',
    ),
    if: ({ settings }) => settings?.minOrderSize === '5',
    to: 'taking.editing',
    sets: () => ({
      fault: { code: 'belowMinimum', field: 'quantity', values: { minimum: '5' } },
      sending: null,
    }),
  },
  {
    ref: 'ORDER-09: the same order within 5 s',
    in: 'taking.placed',
    on: names(
      'quantity of the minimum',
      'calm',
      'calm again',
      'other',
      'crossing near',
      'crossing far',
      'resting far',
      'market',
      'market protected',
      'market trailing',
      'ioc',
      'large',
      'not large',
      'fok',
      'post-only',
      'stop',
      'iceberg',
      'oco',
    ),
    if: ({ last, side }, event) => {
      const { order } = sendingOf(pressName(event), { side } as Context);
      return JSON.stringify(last) === JSON.stringify(order);
    },
    to: 'confirming.repeat',
    sets: (context, event) => ({ sending: sendingOf(pressName(event), context), last: null }),
  },
  {
    ref: 'ORDER-09: crossing and far',
    in: TAKING,
    on: names('crossing far'),
    to: 'confirming.crossing',
    sets: (context, event) => ({ sending: sendingOf(pressName(event), context), fault: null, failure: null }),
  },
  {
    ref: 'ORDER-17: worth more than the user wants to send unasked',
    in: TAKING,
    on: names('large'),
    to: 'confirming.large',
    sets: (context, event) => ({
      sending: sendingOf(pressName(event), context),
      fault: null,
      failure: null,
      last: null,
    }),
  },
  {
    ref: 'ORDER-08: POST /order/orders/market',
    in: TAKING,
    on: names('market'),
    if: ({ allowsMarket }) => allowsMarket,
    to: 'checking',
    does: () => READ_LISTS,
    sets: (context) => ({ sending: sendingOf('market', context) }),
  },
  {
    ref: 'TYPE-05: the worst price is sent with it',
    in: TAKING,
    on: names('market protected'),
    if: ({ allowsMarket }) => allowsMarket,
    to: 'checking',
    does: () => READ_LISTS,
    sets: (context) => ({ sending: sendingOf('market protected', context) }),
  },
  {
    ref: 'TRAIL-06: the percentage is sent with it, and no worst price',
    in: TAKING,
    on: names('market trailing'),
    if: ({ allowsMarket }) => allowsMarket,
    to: 'checking',
    does: () => READ_LISTS,
    sets: (context) => ({ sending: sendingOf('market trailing', context) }),
  },
  ...(
    [
      ['market without a trail', { typed: 'empty' }],
      ['market trail too wide', {}],
    ] as const
  ).map(([name, more]): FormRow => ({
    ref: 'TRAIL-06: 0.1 to 50 %',
    in: TAKING,
    on: names(name),
    if: ({ allowsMarket }) => allowsMarket,
    to: 'taking.editing',
    sets: () => ({ fault: { code: 'trailInvalid', field: 'trail', ...more } }),
  })),
  {
    ref: 'TYPE-05: without a best price nothing is sent',
    in: TAKING,
    on: names('market unpriced'),
    if: ({ allowsMarket }) => allowsMarket,
    to: 'taking.editing',
    sets: () => ({ fault: { code: 'bestPriceUnknown', field: 'form' } }),
  },
  {
    ref: 'ORDER-03: enter valid quantity',
    in: TAKING,
    on: names('market of nothing'),
    if: ({ allowsMarket }) => allowsMarket,
    to: 'taking.editing',
    sets: () => ({ fault: { code: 'quantityInvalid', field: 'quantity' } }),
  },
  {
    ref: 'ORDER-04, TYPE-01, TYPE-04, STOP-06: POST /order/orders/limit',
    in: TAKING,
    on: names(
      'quantity of the minimum',
      'calm',
      'calm again',
      'other',
      'crossing near',
      'resting far',
      'ioc',
      'large',
      'not large',
      'fok',
      'post-only',
      'stop',
      'iceberg',
      'oco',
    ),
    to: 'checking',
    does: () => READ_LISTS,
    sets: (context, event) => ({
      sending: sendingOf(pressName(event), context),
      fault: null,
      failure: null,
      last: null,
    }),
  },
];

const FORM_ROWS: readonly FormRow[] = [
  {
    ref: 'SESSION-06: what is typed is kept at every key, whatever else happens',
    in: '*',
    on: 'type',
    says: 'the user types a price',
    does: () => ['keep {"price":"12"}'],
    sets: () => ({ draft: TYPED }),
  },
  {
    ref: 'ORDER-06: the best price is filled in once, and not over a typed one',
    in: '*',
    on: 'price comes',
    says: 'the best price is known',
    if: ({ draft }) => !draft.isSeeded,
    does: ({ draft }) => [`keep ${draft.price === '' ? '' : '{"price":"12"}'}`],
    sets: ({ draft }) => ({ draft: { ...draft, price: draft.price || '100', isSeeded: true } }),
  },
  {
    ref: 'NAV-13: errors clear',
    in: 'taking.editing',
    on: ['edit', 'come back'],
    sets: () => ({ fault: null }),
  },
  {
    ref: 'NAV-13: errors clear',
    in: 'taking.refused',
    on: ['edit', 'come back'],
    to: editingOnceReady,
    sets: () => ({ failure: null }),
  },
  {
    ref: 'ORDER-22: then the button works again',
    in: 'taking.held',
    on: 'after askedPause',
    says: 'the pause that the server asked for is over',
    after: ({ failure }) => (failure?.retryAfter ?? 0) * 1000,
    to: editingOnceReady,
    sets: () => ({ failure: null }),
  },
  {
    ref: 'ORDER-09',
    in: 'taking.placed',
    on: 'after repeatGuard',
    says: 'five seconds have passed',
    after: 5000,
    to: editingOnceReady,
    sets: () => ({ last: null }),
  },
  {
    ref: 'ORDER-09: asks once',
    in: 'confirming*',
    on: 'confirm',
    says: 'the user confirms',
    to: 'checking',
    does: () => READ_LISTS,
  },
  {
    ref: 'ORDER-09: what is asked about is what the form says',
    in: 'confirming*',
    on: ['decline', 'edit', 'come back'],
    to: editingOnceReady,
    sets: () => ({ sending: null }),
  },
];

/** The rules ORDER and LOST of docs/requirements.md. The first row that matches wins. */
const rowsOf = (start: { readonly kept: Sending | null }): readonly Row<Context>[] => [
  {
    ref: 'LOST-07: an order that was on its way is looked for before another one is taken',
    in: '',
    on: '(start)',
    if: () => start.kept !== null,
    to: LOOKING,
    does: () => READ_LISTS,
    sets: () => ({ sending: start.kept }),
  },
  ...SETTINGS_ROWS,
  ...PRESS_ROWS,
  ...FAULT_ROWS,
  ...FORM_ROWS,
  ...CHECK_ROWS,
  ...PLACE_ROWS,
  ...UNKNOWN_ROWS,
];

type Machine = typeof orderFormMachine;
type Event = EventCase<Machine>;

function sut(): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'));
  const presses = watchPresses(network);
  let feed: SettingsListener | null = null;
  let priced: Parameters<WatchPrice>[2] | null = null;
  const implementations = orderFormImplementations({
    http: network.http,
    watchSettings: (_pair, listener) => {
      feed = listener;
      return {
        retry: () => effects.push('read settings again'),
        stop: () => {
          feed = null;
        },
      };
    },
    watchPrice: (_pair, _side, tell) => {
      priced = tell;
      return () => {
        priced = null;
      };
    },
    // Without the screen's lists nothing is known before.
    knownBefore: () => null,
    keepSent: ({ idempotencyKey }) => {
      effects.push(`keep ${idempotencyKey}`);
      return () => effects.push('refused');
    },
    keepDraft: (_pair, _side, text) => effects.push(`keep ${text}`),
    dropSent: () => effects.push('forget'),
    noteOwnChange: (pair) => effects.push(`own change ${pair}`),
  });
  const placeOrder = oneLook(implementations.actors.placeOrder);
  return {
    machine: orderFormMachine.provide({
      ...implementations,
      actors: { ...implementations.actors, placeOrder },
    }),
    clock: new TestClock(NOW),
    settle: (_invokeId, outcome) => {
      for (const reply of [outcome.reply].flat()) network.reply(reply as Reply);
    },
    drive: {
      'settings.loaded': (event) => feed?.loaded((event as never as { settings: never }).settings),
      'price.known': () => priced?.('100', false),
      'settings.failed': (event) => feed?.failed((event as never as { failure: never }).failure),
    },
    attach: (actor) => {
      presses.attach(actor);
      recordEmitted(effects)(actor);
    },
    drain: () => presses.judge(effects.splice(0)),
    // A sent order continues when the screen is left.
    leaks: () => [
      ...network.open().filter((title) => !title.startsWith('POST ')),
      ...(feed ? ['settings are still watched'] : []),
      ...(priced ? ['the price is still watched'] : []),
    ],
  };
}

const OUTAGE: Failure = { code: 'unreachable', retryable: true, cause: 'TypeError' };
const UNKNOWN_PAIR: Failure = { code: 'refused', status: 404, text: 'No such pair', retryable: false };

const feedEvents: readonly Event[] = [
  {
    name: 'settings come',
    says: 'the rules of the pair arrive',
    event: { type: 'settings.loaded', settings: SETTINGS },
    when: hasNone,
  },
  {
    name: 'newer settings come',
    says: 'newer rules of the pair arrive, with a larger smallest order',
    event: { type: 'settings.loaded', settings: NEWER_SETTINGS },
    when: isOpen,
  },
  {
    name: 'settings fail',
    says: 'the rules of the pair cannot be read',
    event: { type: 'settings.failed', failure: OUTAGE },
    when: hasNone,
  },
  {
    name: 'pair is unknown',
    says: 'the server does not know the pair',
    event: { type: 'settings.failed', failure: UNKNOWN_PAIR },
    when: hasNone,
  },
];

/** The feed does not repeat settings or a failure. */
function hasNone({ context }: OrderFormSnapshot): boolean {
  return context.settings === null;
}
/** Newer settings may come at any time; walking them everywhere would only double the paths. */
function isOpen(snapshot: OrderFormSnapshot): boolean {
  return snapshot.matches({ taking: 'editing' }) && snapshot.context.settings === SETTINGS;
}

const gestures: readonly Event[] = (
  ['edit', 'confirm', 'decline', 'retry', 'sendAgain', 'checkAgain', 'leave'] as const
).map((what) => ({
  name: what.replace('Again', ' again'),
  event: { type: `user.${what}` } as OrderFormEvent,
}));

/** Allowed in every state, and seen in one variant. */
const screen: readonly Event[] = [
  { name: 'type', event: { type: 'draft.changed', draft: TYPED } },
  { name: 'come back', says: 'the user comes back to the screen', event: { type: 'screen.opened' } },
];

const price: Event = {
  name: 'price comes',
  event: { type: 'price.known', price: '100', decimalComma: false },
};

const presses = (...names: readonly PressName[]): Event[] =>
  names.map((name) => ({
    name: `press: ${name}`,
    event: { type: 'user.submit', press: PRESSES[name] },
    // A second press has a key of its own.
    when: ({ context }) =>
      name === 'calm again' ? context.last !== null : name !== 'calm' || context.last === null,
  }));

const firstTime = (snapshot: OrderFormSnapshot): boolean => snapshot.context.sending?.isAgain === false;
const again = (snapshot: OrderFormSnapshot): boolean => snapshot.context.sending?.isAgain === true;
const only = (when: (snapshot: OrderFormSnapshot) => boolean, list: readonly Ending[]): Ending[] =>
  list.map((ending) => ({ ...ending, when }));

const CALL = 'placeLimitOrder';
const TAKEN = [RESTS, PARTLY, FILLED, ACCEPTED, CANCELED];
const REFUSED = [BAD_REQUEST, POOR, WORDLESS, SIGNED_OUT, CONFLICT, TOO_MANY];
const LOST = [serverDown(CALL), busy(CALL), redirected(CALL), unreadable(CALL), NO_ANSWER, SILENCE];
const market = only(firstTime, [FILLED, CANCELED, RESTS, PARTLY, refusedWrite(POOR)]);
const lostMarket: Ending = {
  ...lostWrite(serverDown('placeMarketOrder')),
  when: (snapshot) => !isLooking(snapshot) && isMarketOrder(snapshot),
};
const lostLimit: Ending = {
  ...lostWrite(serverDown(CALL)),
  when: (snapshot) => firstTime(snapshot) && !isMarketOrder(snapshot),
};
function isMarketOrder(snapshot: OrderFormSnapshot): boolean {
  return snapshot.context.sending?.order.kind === 'market';
}
const placeOrder = [
  ...only(firstTime, [...TAKEN, ...REFUSED.map(refusedWrite), ...LOST.map(lostWrite)]),
  ...only(again, [
    RESTS,
    FILLED,
    ...[POOR, SELF_TRADE].map(refusedWrite),
    // They reveal nothing about the first attempt.
    ...[SIGNED_OUT, CONFLICT, IN_PROGRESS, TOO_EARLY, TOO_MANY, NO_ANSWER].map(lostWrite),
  ]),
];

const inBoth = ({ reply, ...rest }: Refusal) => ({ ...rest, reply: [reply, reply] });
const lists = (orders: readonly object[], executions: readonly object[]) => [
  json({ orders }),
  json(executions),
];
/** One refused list of two reveals nothing. */
const HALF = { ...TOO_MANY, name: '429 for one list', reply: [json({ orders: [] }), TOO_MANY.reply] };
const readBefore: readonly Ending[] = [
  {
    name: 'lists',
    reply: lists([order('o-old')], [execution('x-old')]),
    done: { ok: true, value: { orders: ['o-old'], executions: ['x-old'] } },
  },
  ...[HALF, inBoth(SIGNED_OUT), inBoth(TOO_MANY)].map(({ name, reply, failure }) => ({
    name,
    reply,
    done: { ok: false, failure },
  })),
  ...[NO_ANSWER, serverDown('orders')]
    .map(readLost)
    .map(inBoth)
    .map(({ name, reply, failure }) => ({ name, reply, error: new OutageError(failure) })),
];

/** What an answer would have contained. */
const found = (
  name: string,
  state: string,
  orders: readonly object[],
  executions: readonly object[],
): Ending =>
  write.done(name, lists(orders, executions), {
    id: null,
    state,
    quantityLeft: null,
    isExecuted: state !== 'OPENED',
  });
const nowhere = (orders: readonly object[], executions: readonly object[]): Ending =>
  write.absent('it is nowhere', lists(orders, executions));
const FOUND = [order('o-new'), order('o-old')];
const OLD = [execution('x-old')];
const NOWHERE = nowhere([order('o-old')], OLD);
const HALF_READ = write.unknown('one list is refused', HALF.reply, HALF.failure);
const limitLooks: readonly Ending[] = [
  found('it rests', 'OPENED', FOUND, OLD),
  found('it filled', 'FILLED', [order('o-old')], [execution('x-new'), ...OLD]),
  NOWHERE,
  HALF_READ,
  write.unknown('signed out', inBoth(SIGNED_OUT).reply, SIGNED_OUT.failure),
  write.unknown('cannot be read', inBoth(NO_ANSWER).reply, readLost(NO_ANSWER).failure),
];
const marketLooks = [
  found('it filled', 'FILLED', [], [execution('x-new', 'MARKET'), ...OLD]),
  nowhere([], [execution('x-new')]),
];

const immediateLooks = [found('it filled', 'FILLED', [], [execution('x-new'), ...OLD]), nowhere([], OLD)];
const partLook = found('a part filled', 'CANCELED', [], [execution('x-new', 'LIMIT', '0.5'), ...OLD]);

const waiting = { ...order('o-new'), price: '105.05', state: 'WAITING', stop_price: '90.5' };
const stopLooks = [
  found('it waits', 'OPENED', [waiting, order('o-old')], OLD),
  // Another order at the same price, which does not wait.
  nowhere([{ ...order('o-new'), price: '105.05' }], OLD),
];

const stopMarket = {
  ...order('o-new'),
  type: 'MARKET',
  price: null,
  quantity: '2.01',
  quantity_left: '2.01',
  state: 'WAITING',
  stop_price: '97.5',
};
const trailLooks = [
  found('it waits', 'OPENED', [{ ...stopMarket, trail_percent: '2.5' }, order('o-old')], OLD),
  // Another order, whose stop price is fixed.
  nowhere([stopMarket], OLD),
];

const partly = { ...order('o-new'), display_quantity: '0.5' };
const icebergLooks = [
  found('it rests', 'OPENED', [partly, order('o-old')], OLD),
  // Another order like it, which is shown whole.
  nowhere([order('o-new')], OLD),
];

const both = { ...order('o-new'), price: '105.05', oco_stop_price: '90.5' };
const ocoLooks = [
  found('it rests', 'OPENED', [both, order('o-old')], OLD),
  // Another order at the same price, with one leg.
  nowhere([{ ...order('o-new'), price: '105.05' }], OLD),
];

function isLooking(snapshot: OrderFormSnapshot): boolean {
  return snapshot.matches({ submitting: 'looking' });
}
/** The order is sent, and where its answer was lost it is looked for. */
const placing = (sent: readonly Ending[], looked: readonly Ending[]) => ({
  placeOrder: [
    ...sent.map((one) => ({
      ...one,
      when: (at: OrderFormSnapshot) => !isLooking(at) && (one.when?.(at) ?? true),
    })),
    ...only(isLooking, looked),
  ],
});

const KEPT: Sending = {
  order: { kind: 'limit', pair: PAIR, side: 'sell', price: '99.5', quantity: '2' },
  idempotencyKey: 'i-calm',
  sentAt: NOW,
  before: { orders: ['o-old'], executions: ['x-old'] },
  isAgain: false,
};
const base: OrderFormInput = { pair: PAIR, side: 'buy', allowsMarket: false };
const variant = (
  name: string,
  change: Partial<OrderFormInput>,
  eventsOfIt: readonly Event[],
  outcomes: Variant<Machine>['outcomes'] = {},
): Variant<Machine> => {
  const input = { ...base, ...change };
  return {
    name,
    input,
    events: eventsOfIt,
    outcomes,
    sut: () => {
      setting.kept = input.kept ?? null;
      return sut();
    },
  };
};
/** There is no context before the first state, so each variant defines its start. */
const setting: { kept: Sending | null } = { kept: null };

const readLists = readBefore.slice(0, 1);
const simple = { readBefore: readLists, placeOrder: [RESTS, refusedWrite(POOR)] };
/** Their legs are on the sides of a sale, or are not. */
const TWO_LEGS = ['oco', 'no stop of a sale', 'stop above a sale', 'stop limit off the tick'] as const;
const ONE_LEG = (Object.keys(PRESSES) as PressName[]).filter(
  (name) => !names(...TWO_LEGS).includes(`press: ${name}`),
);
const variants: readonly Variant<Machine>[] = [
  variant(
    'every check, both sides of every boundary',
    {},
    [...feedEvents, ...presses(...ONE_LEG), ...gestures],
    simple,
  ),
  variant('the best price comes', {}, [price]),
  variant('the best price comes, and one is typed', { draft: TYPED }, [price]),
  variant('a pair is missing', { pair: null }, [...presses('visitor', 'no price', 'calm'), ...gestures]),
  variant(
    'a sale, every answer',
    { side: 'sell' },
    [...feedEvents.slice(0, 1), ...presses('calm', 'calm again'), ...gestures, ...screen],
    { readBefore, ...placing(placeOrder, limitLooks) },
  ),
  variant(
    'the page was loaded anew while an order was on its way',
    { side: 'sell', kept: KEPT },
    [...feedEvents.slice(0, 1), ...feedEvents.slice(2, 3), ...gestures],
    placing(only(again, [RESTS, refusedWrite(POOR), lostWrite(NO_ANSWER), CANCELED]), limitLooks.slice(0, 4)),
  ),
  variant(
    'market orders switched on, a buy',
    { allowsMarket: true },
    [...feedEvents.slice(0, 3), ...presses('market', 'market of nothing', 'calm'), ...gestures],
    {
      readBefore: readLists,
      ...placing(
        [...market, lostMarket, lostLimit, ...only(again, [CANCELED, lostWrite(NO_ANSWER)])],
        [NOWHERE],
      ),
    },
  ),
  variant(
    'market orders switched on, a sale',
    { side: 'sell', allowsMarket: true },
    [...feedEvents.slice(0, 1), ...presses('market', 'market of nothing'), ...gestures],
    { readBefore: readLists, ...placing([...market, lostMarket], marketLooks) },
  ),
  ...(['ioc', 'fok'] as const).map((name) =>
    variant(
      `an order of ${name.toUpperCase()}, a sale`,
      { side: 'sell' },
      [
        ...feedEvents.slice(0, 1),
        ...presses(name, ...(name === 'ioc' ? (['large'] as const) : [])),
        ...gestures,
      ],
      {
        readBefore: readLists,
        ...placing(
          [
            ...only(firstTime, [
              FILLED,
              CANCELED,
              ...(name === 'ioc' ? [CANCELED_PARTLY] : []),
              refusedWrite(POOR),
            ]),
            lostLimit,
            ...only(again, [FILLED, lostWrite(NO_ANSWER)]),
          ],
          [...immediateLooks, ...(name === 'ioc' ? [partLook] : [])],
        ),
      },
    ),
  ),
  variant(
    'a stop order, a sale',
    { side: 'sell' },
    [...feedEvents.slice(0, 1), ...presses('stop', 'no stop price', 'stop off the tick'), ...gestures],
    {
      readBefore: readLists,
      ...placing(
        [
          ...only(firstTime, [WAITS, refusedWrite(POOR)]),
          lostLimit,
          ...only(again, [WAITS, lostWrite(NO_ANSWER)]),
        ],
        stopLooks,
      ),
    },
  ),
  variant(
    'a trailing stop order, a sale',
    { side: 'sell', allowsMarket: true },
    [
      ...feedEvents.slice(0, 1),
      ...presses('market trailing', 'market without a trail', 'market trail too wide'),
      ...gestures,
    ],
    {
      readBefore: readLists,
      ...placing(
        [
          ...only(firstTime, [WAITS, refusedWrite(POOR)]),
          lostMarket,
          ...only(again, [WAITS, lostWrite(NO_ANSWER)]),
        ],
        trailLooks,
      ),
    },
  ),
  variant(
    'an iceberg, a sale',
    { side: 'sell' },
    [...feedEvents.slice(0, 1), ...presses('iceberg', 'nothing visible', 'all visible'), ...gestures],
    {
      readBefore: readLists,
      ...placing(
        [
          ...only(firstTime, [RESTS, refusedWrite(POOR)]),
          lostLimit,
          ...only(again, [RESTS, lostWrite(NO_ANSWER)]),
        ],
        icebergLooks,
      ),
    },
  ),
  variant(
    'an order with two legs, a sale',
    { side: 'sell' },
    [...feedEvents.slice(0, 1), ...presses(...TWO_LEGS), ...gestures],
    {
      readBefore: readLists,
      ...placing(
        [
          ...only(firstTime, [RESTS, refusedWrite(POOR)]),
          lostLimit,
          ...only(again, [RESTS, lostWrite(NO_ANSWER)]),
        ],
        ocoLooks,
      ),
    },
  ),
  ...(['buy', 'sell'] as const).map((side) =>
    variant(
      `market orders with a worst price, a ${side}`,
      { side, allowsMarket: true },
      [...feedEvents.slice(0, 1), ...presses('market protected', 'market unpriced'), ...gestures],
      {
        readBefore: readLists,
        placeOrder: only(firstTime, [FILLED, CANCELED, CANCELED_PARTLY, refusedWrite(POOR)]),
      },
    ),
  ),
];

export const orderFormModel: MachineModel<Machine> = {
  name: 'orderForm',
  machine: orderFormMachine,
  states: {
    loadingSettings: 'the rules of the pair are being read',
    settingsFailed: 'the form says that it could not read the rules of the pair',
    'taking.editing': 'the form is open; what keeps an order from being sent stands beside it',
    'taking.placed': 'the form says that the order was placed',
    'taking.refused': 'the form says that nothing was placed, and why, and keeps its text',
    'taking.held': 'the form says for how long the server asked to wait, keeps its text, and sends nothing',
    'confirming.repeat': 'the form asks whether the same order shall be placed twice',
    'confirming.crossing': 'the form asks, because the price is far from the best one',
    'confirming.large': 'the form asks, because the order is large',
    checking: 'what is open already is being noted, and nothing is sent yet',
    'submitting.sending': 'the order is on its way, once',
    'submitting.looking': 'the form looks for the order in the lists and sends nothing',
    'outcomeUnknown.absent':
      'the form shows that the order was not found, and offers to send the same one again',
    'outcomeUnknown.unresolved': 'the form says that it could not find out, and offers to look again',
  },
  says: {
    'press: visitor': 'somebody who is not signed in presses the button',
    'press: no price': 'the user presses the button without a price',
    'press: price 0': 'the user presses the button with the price 0',
    'press: price 1e2': 'the user presses the button with the price "1e2"',
    'press: price off the tick': "the user presses the button with a price between the pair's steps",
    'press: no quantity': 'the user presses the button without a quantity',
    'press: quantity 0': 'the user presses the button with the quantity 0',
    'press: quantity below a step': 'the user presses the button with less than one step of quantity',
    'press: quantity below the minimum': 'the user presses the button with less than the smallest order',
    'press: quantity of the minimum': 'the user presses the button with exactly the smallest order',
    'press: calm': 'the user presses the button with a good order',
    'press: calm again': 'the user presses the button with the same order again',
    'press: other': 'the user presses the button with another order',
    'press: crossing near':
      'the user presses the button with an order that trades at once, exactly 5 % from the best price',
    'press: crossing far':
      'the user presses the button with an order that trades at once, more than 5 % from the best price',
    'press: resting far':
      'the user presses the button with an order far from the best price that does not trade at once',
    'press: market': 'the user presses the button with a market order',
    'press: market of nothing': 'the user presses the button with a market order of nothing',
    'press: market protected': 'the user presses the button with a market order that has a worst price',
    'press: market unpriced':
      'the user presses the button with a market order that has a worst price, while the book is empty',
    'press: market without a trail':
      'the user presses the button with "Trailing stop" chosen and without a percentage',
    'press: market trail too wide': 'the user presses the button with a stop that trails by more than 50 %',
    'press: market trailing': 'the user presses the button with a stop order that trails the price',
    'press: ioc': 'the user presses the button with an order that fills at once as far as it can (IOC)',
    'press: large': 'the user presses the button with an order a unit above the amount that is asked about',
    'press: not large':
      'the user presses the button with an order of exactly the amount that is not asked about',
    'press: fok':
      'the user presses the button with an order that fills at once and whole, or not at all (FOK)',
    'press: post-only': 'the user presses the button with a post-only order that would trade at once',
    'press: no stop price': 'the user presses the button with "Stop" chosen and without a stop price',
    'press: stop off the tick': "the user presses the button with a stop price between the pair's steps",
    'press: nothing visible': 'the user presses the button for an iceberg without a visible quantity',
    'press: all visible': 'the user presses the button for an iceberg whose whole quantity is visible',
    'press: iceberg': 'the user presses the button for an iceberg',
    'press: no stop of a sale': 'the user presses the button with "OCO" chosen and without a stop price',
    'press: stop above a sale': 'the user presses the button to sell with a stop at the take-profit price',
    'press: stop limit off the tick':
      "the user presses the button with a stop limit between the pair's steps",
    'press: oco': 'the user presses the button with an order that takes profit or stops',
    'press: stop': 'the user presses the button with a stop order',
    decline: 'the user declines',
  },
  services: { readBefore: 'reading what is open already', placeOrder: 'the order' },
  endings: {
    rests: 'is taken and rests in the book',
    waits: 'is taken and waits for its price',
    'partly filled': 'is taken and fills in part',
    filled: 'is taken and fills at once',
    accepted: 'is taken, and the server says little of it',
    canceled: 'is taken and cancelled at once',
    'canceled after a part': 'is taken, fills in part, and the rest is cancelled',
    '400 with a message': 'is refused as wrong (400)',
    '403 without words': 'is refused without a reason (403)',
    '409': 'meets another one with the same key (409)',
    '409 with a reason': 'is refused, because it would trade with an own order (409)',
    '409 in progress': 'is still being worked on (409)',
    '422 with an error': 'is refused, because the balance is too small (422)',
    '425': 'comes too early for the server (425)',
    '429 for one list': 'is half refused, because there were too many (429)',
    '503 for 4 s': 'fails, because the server is down for 4 s (503)',
    '302': 'is sent elsewhere (302)',
    'it rests': 'is lost, and found: it rests in the book',
    'it waits': 'is lost, and found: it waits for its price',
    'it filled': 'is lost, and found: it has filled',
    'a part filled': 'is lost, and found: a part of it has filled',
    'it is nowhere': 'is lost, and not found',
    'one list is refused': 'is lost, and one of the two lists is refused (429)',
    'signed out': 'is lost, and the session is over before the lists are read',
    'cannot be read': 'is lost, and the lists cannot be read',
  },
  variants,
  // The failure only decides a text, and nothing depends on what is typed.
  key: ({
    value,
    context: {
      failure: _failure,
      draft: { isSeeded },
      ...context
    },
  }) => ({ value, context, isSeeded }),
  requirements: rowsOf(setting),
  selectors: {
    from: selectors,
    rules: {
      selectPhase: [
        [/^loadingSettings/, 'loadingSettings'],
        [/^settingsFailed/, 'settingsFailed'],
        [/^taking\.editing/, 'editing'],
        [/^taking\.placed/, 'placed'],
        [/^taking\.refused/, 'refused'],
        [/^taking\.held/, 'held'],
        [/^confirming\.repeat/, 'confirmingRepeat'],
        [/^confirming\.crossing/, 'confirmingCrossing'],
        [/^confirming\.large/, 'confirmingLarge'],
        [/^submitting\.looking/, 'outcomeUnknown'],
        [/^(checking|submitting)/, 'submitting'],
        [/^outcomeUnknown\.absent/, 'absent'],
        [/^outcomeUnknown\.unresolved/, 'unresolved'],
      ],
      selectFailure: { context: 'failure' },
      isOutcomeUnknown: /^(outcomeUnknown|submitting\.looking)/,
    },
  },
  tags: {
    form: /^taking/,
    busy: /^(checking|submitting)/,
    failed: /^(settingsFailed|taking\.(refused|held)|outcomeUnknown\.(absent|unresolved))/,
    unknown: /^(outcomeUnknown|submitting\.looking)/,
  },
};
