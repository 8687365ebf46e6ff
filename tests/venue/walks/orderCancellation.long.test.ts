import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { orderCancellationImplementations } from '../../../src/machines/openOrders/openOrders.actors.ts';
import { orderCancellationMachine } from '../../../src/machines/openOrders/orderCancellation.machine.ts';
import { orderCancellationModel } from '../../models/orderCancellation.model.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { oneLook } from '../../models/tools/writes.ts';
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

/** Each walk sells for less than the previous one, so that its order is the first to be bought. */
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
  const { actors, actions } = orderCancellationImplementations({
    http: network.http,
    newIdempotencyKey: randomUUID,
    noteOwnChange: () => undefined,
  });
  return {
    machine: orderCancellationMachine.provide({ actions, actors: { cancel: oneLook(actors.cancel) } }),
    input: { orderId, pair: PAIR },
    clock: new TestClock(),
    network,
    outcomes: {
      'cancel: taken': () => owner.comeBack(),
      'cancel: filled': buy('0.5'),
      'cancel: canceled before': cancel,
      'cancel: 404 with a message': ordered('cancelOrder', 404),
      'cancel: 400 with an error': ordered('cancelOrder', 400),
      'cancel: 409 without words': ordered('cancelOrder', 409),
      'cancel: 401': () => owner.leave(),
      'cancel: 429': ordered('cancelOrder', 429),
      'cancel: 500': ordered('cancelOrder', 500),
      'cancel: no answer': ordered('cancelOrder', 'refuse'),
      'cancel: silence': async () => 'silence',
      'cancel: canceled': cancel,
      'cancel: found filled': buy('0.5'),
      'cancel: open': () => owner.comeBack(),
      'cancel: partly filled': buy('0.2'),
      'cancel: signed out': () => owner.leave(),
      'cancel: cannot be read': ordered('orders', 'refuse'),
    },
  };
}

walkAtVenue({
  model: orderCancellationModel,
  variants: [{ of: 'one order', open, isOneWay: true }],
  key: ({ value, context }) => [value, context.end],
  cannot: {
    'cancel: not listed': 'the venue lists every order that there was',
    'cancel: of a state that nobody knows': 'the venue has no other states',
    'cancel: taken without words': 'the venue always answers with the order',
  },
});
