import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { orderCancellationImplementations } from '../../../src/machines/openOrders/openOrders.actors.ts';
import { orderCancellationMachine } from '../../../src/machines/openOrders/index.ts';
import { orderCancellationModel } from '../../models/orderCancellation.model.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { oneLook } from '../../models/tools/oneLook.ts';
import { limitOrder } from '../edge/harness.ts';
import { heldNetwork } from './tools/heldNetwork.ts';
import { walkAtVenue, type VenueWorld } from './tools/venueWalk.ts';
import { newVisitor, startWalkedVenue, type Fault, type Visitor, type WalkedVenue } from './tools/visitor.ts';

const PAIR = 'XMR-BTC';
let venue: WalkedVenue;
let owner: Visitor;
let other: Visitor;
beforeAll(async () => {
  venue = await startWalkedVenue();
  owner = await newVisitor(venue);
  other = await newVisitor(venue);
});
afterAll(() => venue.close());

/** Each walk sells for less than the one before, so that its order is the first to be bought. */
let cents = 9000;

async function open(): Promise<VenueWorld<typeof orderCancellationMachine>> {
  cents -= 1;
  const price = `0.${String(cents).padStart(4, '0')}`;
  await owner.comeBack();
  await owner.call('/sandbox/reset-limits', {});
  const placed = await owner.call('/order/orders/limit', limitOrder('SELL', price, '0.5', PAIR));
  const orderId = String(placed.id);
  const network = heldNetwork({ origin: venue.origin, browser: () => owner.browser });
  const buy = (quantity: string) => async (): Promise<void> => {
    await owner.comeBack();
    await other.call('/order/orders/limit', limitOrder('BUY', price, quantity, PAIR));
  };
  const cancel = async (): Promise<void> => {
    await owner.comeBack();
    await owner.browser.delete(`/order/cancel/${orderId}`);
  };
  const ordered = (call: string, fault: Fault) => async (): Promise<void> => {
    await owner.comeBack();
    await owner.fail(call, fault);
  };
  const implementations = orderCancellationImplementations({
    http: network.http,
    newIdempotencyKey: randomUUID,
    noteOwnChange: () => undefined,
  });
  const reconcileWrite = oneLook(implementations.actors.reconcileWrite);
  return {
    machine: orderCancellationMachine.provide({
      ...implementations,
      actors: { ...implementations.actors, reconcileWrite },
    }),
    input: { orderId, pair: PAIR },
    clock: new TestClock(),
    network,
    outcomes: {
      'cancelOrder: taken': () => owner.comeBack(),
      'cancelOrder: filled': buy('0.5'),
      'cancelOrder: canceled before': cancel,
      'cancelOrder: 404 with a message': ordered('cancelOrder', 404),
      'cancelOrder: 400 with an error': ordered('cancelOrder', 400),
      'cancelOrder: 409 without words': ordered('cancelOrder', 409),
      'cancelOrder: 401': () => owner.leave(),
      'cancelOrder: 429': ordered('cancelOrder', 429),
      'cancelOrder: 500': ordered('cancelOrder', 500),
      'cancelOrder: no answer': ordered('cancelOrder', 'refuse'),
      'cancelOrder: silence': async () => 'silence',
      'reconcileWrite: canceled': cancel,
      'reconcileWrite: filled': buy('0.5'),
      'reconcileWrite: open': () => owner.comeBack(),
      'reconcileWrite: partly filled': buy('0.2'),
      'reconcileWrite: 401': () => owner.leave(),
      'reconcileWrite: no answer': ordered('orders', 'refuse'),
    },
  };
}

walkAtVenue({
  model: orderCancellationModel,
  variants: [{ of: 'one order', open, isOneWay: true }],
  key: ({ value }) => value,
  cannot: {
    'reconcileWrite: not listed': 'the venue lists every order that there was',
    'reconcileWrite: of a state that nobody knows': 'the venue has no other states',
    'reconcileWrite: a defect': 'no answer leads there',
    'cancelOrder: taken without words': 'the venue always answers with the order',
  },
  unreachable: {
    'orderCancellation.outcomeUnknown | xstate.done.actor.reconcileWrite#2 [isFoundGone] -> orderCancellation.gone':
      'the venue lists every order that there was',
    'orderCancellation.outcomeUnknown | xstate.error.actor.reconcileWrite#0 -> orderCancellation.unresolved':
      'a defect of this client: no answer of the venue leads there',
  },
});
