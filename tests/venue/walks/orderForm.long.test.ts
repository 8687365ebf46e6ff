import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { orderFormImplementations } from '../../../src/machines/orderForm/orderForm.actors.ts';
import type { Order } from '../../../src/domain/order.ts';
import {
  orderFormMachine,
  type OrderFormInput,
  type Sending,
} from '../../../src/machines/orderForm/orderForm.machine.ts';
import { calls } from '../../../src/services/contract/index.ts';
import { PAIR, PRESSES } from '../../models/orderForm.model.ts';
import { orderFormModel } from '../../models/orderForm.model.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { oneLook } from '../../models/tools/writes.ts';
import { limitOrder } from '../edge/harness.ts';
import { heldNetwork } from './tools/heldNetwork.ts';
import { walkAtVenue, type WalkContext, type VenueWorld } from './tools/venueWalk.ts';
import { newVisitor, startWalkedVenue, type Fault, type Visitor, type WalkedVenue } from './tools/visitor.ts';

type Machine = typeof orderFormMachine;
type At = WalkContext<Machine>;

let venue: WalkedVenue;
let owner: Visitor;
let other: Visitor;
/** A user whose coins are all reserved. */
let poor: Visitor;
beforeAll(async () => {
  venue = await startWalkedVenue();
  owner = await newVisitor(venue);
  other = await newVisitor(venue);
  poor = await newVisitor(venue);
  for (const visitor of [owner, other]) {
    for (const coin of ['XMR', 'USDT']) await visitor.call('/sandbox/fund', { coin, amount: '100000' });
  }
  // The starter coins, in orders of other pairs.
  await place(poor, limitOrder('SELL', '0.9', '120', 'XMR-BTC'));
  await place(poor, limitOrder('BUY', '50000', '1', 'BTC-USDT'));
});
afterAll(() => venue.close());

async function place(visitor: Visitor, order: Readonly<Record<string, string>>): Promise<void> {
  await visitor.call('/order/orders/limit', order);
}

/** Cancels what earlier walks have left in the book. */
async function clearBook(visitor: Visitor): Promise<void> {
  const { body } = await visitor.browser.get(`/order/orders?pair=${PAIR}&state=OPENED,PARTIALLY_FILLED`);
  const read = calls.orders.decode(body);
  if (!read.ok) throw new Error('the open orders cannot be read');
  for (const { id } of read.value as readonly Order[]) await visitor.browser.delete(`/order/cancel/${id}`);
}

/** A sent order with the owner's current balances. */
async function keptNow(kept: Sending): Promise<Sending> {
  const path = `/order/orders/history/executions?pair=${PAIR}&skip=0&limit=100`;
  const read = calls.executions.decode((await owner.browser.get(path)).body);
  if (!read.ok) throw new Error('the executions cannot be read');
  const executions = read.value.map(({ id }) => id);
  return { ...kept, idempotencyKey: randomUUID(), before: { orders: [], executions } };
}

/** It meets nothing when it comes (OCO-05). */
const hasLegs = (sending: Sending | null): boolean =>
  sending?.order.kind === 'limit' && sending.order.ocoStopPrice !== undefined;

const isImmediate = (sending: Sending | null): boolean =>
  sending?.order.kind === 'limit' && sending.order.timeInForce !== undefined;

async function open(input: OrderFormInput): Promise<VenueWorld<Machine>> {
  await owner.comeBack();
  await owner.call('/sandbox/reset-limits', {});
  await clearBook(owner);
  await clearBook(other);
  let holder = owner;
  const { side } = input;
  const network = heldNetwork({ origin: venue.origin, browser: () => holder.browser });
  const [operation, opposite] = side === 'buy' ? (['BUY', 'SELL'] as const) : (['SELL', 'BUY'] as const);
  const sent = ({ snapshot }: At) => {
    const { sending } = snapshot.context;
    if (!sending) throw new Error('no order is being sent');
    return sending;
  };
  /** Others' orders in the book: a part of what was sent, or what every market order meets. */
  const offer =
    (part?: string) =>
    async (at: At): Promise<void> => {
      const { order } = sent(at);
      const [price, quantity] = order.kind === 'limit' ? [order.price, order.quantity] : ['99', '10'];
      await place(other, limitOrder(opposite, price, part ?? quantity, PAIR));
    };
  /**
   * The request whose answer was lost has arrived: late, but before the lists are read, and they show it.
   */
  const arrive = async (at: At): Promise<void> => {
    const { order, idempotencyKey } = sent(at);
    if (!at.snapshot.matches({ submitting: 'looking' })) return;
    const [path, body] =
      order.kind === 'limit'
        ? [
            'limit',
            {
              ...limitOrder(operation, order.price, order.quantity, PAIR),
              time_in_force: order.timeInForce,
              post_only: order.isPostOnly,
              display_quantity: order.displayQuantity,
              oco_stop_price: order.ocoStopPrice,
              stop_price: order.stopPrice,
            },
          ]
        : [
            'market',
            {
              pair: PAIR,
              operation,
              [side === 'buy' ? 'cost' : 'quantity']: order.amount,
              price: order.protection,
              trail_percent: order.trailPercent,
            },
          ];
    const answer = await owner.browser.post(`/order/orders/${path}`, body, {
      'idempotency-key': idempotencyKey,
    });
    if (answer.status >= 300) throw new Error(answer.text);
  };
  const after =
    (...steps: readonly ((at: At) => Promise<void>)[]) =>
    async (at: At): Promise<void> => {
      holder = owner;
      await owner.comeBack();
      for (const step of steps) await step(at);
    };
  const ordered = (fault: Fault, ...names: readonly string[]) =>
    after(async () => {
      for (const name of names) await owner.fail(name, fault);
    });
  const failing = (fault: Fault) =>
    after(async (at) => {
      await owner.fail(sent(at).order.kind === 'limit' ? 'placeLimitOrder' : 'placeMarketOrder', fault);
    });
  const both = (fault: Fault) => ordered(fault, 'orders', 'executions');
  const press = (name: keyof typeof PRESSES) => () => ({
    type: 'user.submit',
    press: { ...PRESSES[name], idempotencyKey: randomUUID() },
  });
  const implementations = orderFormImplementations({
    http: network.http,
    // The rules of the pair come from a separate read; here they are the model's.
    watchSettings: () => ({ retry: () => undefined, stop: () => undefined }),
    watchPrice: () => () => undefined,
    knownBefore: () => null,
    keepSent: () => () => undefined,
    keepDraft: () => undefined,
    dropSent: () => undefined,
    noteOwnChange: () => undefined,
  });
  const placeOrder = oneLook(implementations.actors.placeOrder);
  return {
    machine: orderFormMachine.provide({
      ...implementations,
      actors: { ...implementations.actors, placeOrder },
    }),
    input: input.kept ? { ...input, kept: await keptNow(input.kept) } : input,
    clock: new TestClock(),
    network,
    // Every press has its own idempotency key, in this walk and in all others.
    events: Object.fromEntries(
      (Object.keys(PRESSES) as (keyof typeof PRESSES)[]).map((name) => [`press: ${name}`, press(name)]),
    ),
    outcomes: {
      'placeOrder: rests': after(arrive),
      'placeOrder: waits': after(arrive),
      'placeOrder: partly filled': after(offer('0.5'), arrive),
      'placeOrder: filled': after(offer(), arrive),
      'placeOrder: canceled': after(arrive),
      'placeOrder: canceled after a part': after(async (at) => {
        // A market buy spends little more than 2 USDT.
        const isSmall = sent(at).order.kind === 'market' && side === 'buy';
        await offer(isSmall ? '0.02' : '0.5')(at);
      }, arrive),
      'placeOrder: 400 with a message': failing(400),
      // A market order that meets nothing costs nothing, and is not refused.
      'placeOrder: 422 with an error': after(async (at) => {
        if (!hasLegs(sent(at))) await offer()(at);
        holder = poor;
      }),
      'placeOrder: 403 without words': failing(403),
      'placeOrder: 401': after(() => owner.leave()),
      'placeOrder: 409': failing(409),
      'placeOrder: 409 with a reason': after(async (at) => {
        const { order } = sent(at);
        if (order.kind === 'limit') await place(owner, limitOrder(opposite, order.price, '1', PAIR));
      }),
      'placeOrder: 425': failing(425),
      'placeOrder: 429 for 20 s': failing(429),
      'placeOrder: 500': failing(500),
      'placeOrder: 503 for 4 s': failing(503),
      'placeOrder: no answer': failing('drop'),
      'placeOrder: silence': async () => 'silence',
      'readBefore: 429 for one list': ordered(429, 'executions'),
      'readBefore: no answer': both('refuse'),
      'readBefore: 500': both(500),
      'readBefore: 401': after(() => owner.leave()),
      'readBefore: 429 for 20 s': both(429),
      'readBefore: lists': after(),
      'placeOrder: one list is refused': ordered(429, 'executions'),
      'placeOrder: cannot be read': both('refuse'),
      'placeOrder: signed out': after(() => owner.leave()),
      'placeOrder: it rests': after(arrive),
      'placeOrder: it waits': after(arrive),
      'placeOrder: it filled': after(offer(), arrive),
      'placeOrder: a part filled': after(offer('0.5'), arrive),
      'placeOrder: it is nowhere': after(),
    },
  };
}

/** What comes of an order that trades at once. */
const MEETS =
  /^placeOrder: (partly filled|filled|canceled after a part|409 with a reason|it filled|a part filled)$/;

walkAtVenue({
  model: orderFormModel,
  variants: orderFormModel.variants.map(({ name, input }) => ({
    of: name,
    open: () => open(input as OrderFormInput),
    isOneWay: true,
  })),
  key: ({ value, context: { settings, settingsFailure, last, sending } }) => ({
    value,
    minimum: settings?.minOrderSize,
    isUnknownPair: settingsFailure?.status,
    last: last !== null,
    kind: sending?.order.kind,
    isImmediate: isImmediate(sending),
    hasLegs: hasLegs(sending),
    isAgain: sending?.isAgain,
  }),
  happens: (name, snapshot) => {
    const isMarket = snapshot.context.sending?.order.kind === 'market';
    // A waiting order does not rest yet, and the price of the others lies on one side of it.
    if (name === 'placeOrder: rests' && snapshot.context.sending?.order.stopPrice !== undefined) return false;
    if (hasLegs(snapshot.context.sending) && MEETS.test(name)) return false;
    // The unmet part of a market order is canceled; that of a limit order rests.
    if (name === 'placeOrder: canceled') return isMarket || isImmediate(snapshot.context.sending);
    // A scheduled refusal has a reason, and says that this time nothing was placed.
    if (name === 'placeOrder: 409' && snapshot.context.sending?.isAgain === true) return false;
    return isMarket ? !/^placeOrder: (rests|partly filled)$/.test(name) : true;
  },
  cannot: {
    'placeOrder: accepted': 'the venue always answers with the order',
    'placeOrder: 302': 'the venue sends nobody elsewhere',
    'placeOrder: not JSON': 'every answer of the venue can be read',
    'placeOrder: 409 in progress': 'a repeated order waits for the answer to the first',
  },
});
