import { afterAll, beforeAll } from 'vitest';
import { createOrderCancellationWiring } from '../../../src/app/wiring/orderCancellation.ts';
import { orderCancellationMachine } from '../../../src/machines/orderCancellation/index.ts';
import { orderCancellationModel } from '../../paths/orderCancellation/orderCancellation.model.ts';
import { TestClock } from '../../paths/tools/clock.ts';
import { limitOrder } from '../edge/harness.ts';
import { heldNetwork } from './tools/heldNetwork.ts';
import { walkAtVenue, type VenueWorld } from './tools/venueWalk.ts';
import { newVisitor, startWalkedVenue, type Fault, type Visitor, type WalkedVenue } from './tools/visitor.ts';

const PAIR = 'XMR-BTC';
/** How many orders of a pair the chart looks through. */
const LONGEST_LIST = 100;

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
  const orderId = String(placed['id']);
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
  /** Newer orders than the list can hold; far below every price that is asked. */
  const flood = async (): Promise<void> => {
    await owner.comeBack();
    for (let count = 0; count < LONGEST_LIST; count += 1) {
      await owner.call('/order/orders/limit', limitOrder('BUY', '0.0001', '0.5', PAIR));
    }
  };
  return {
    machine: orderCancellationMachine.provide(
      createOrderCancellationWiring({ http: network.http, noteOwnChange: () => undefined }),
    ),
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
      'readOrder: canceled': cancel,
      'readOrder: filled': buy('0.5'),
      'readOrder: open': () => owner.comeBack(),
      'readOrder: partly filled': buy('0.2'),
      'readOrder: not listed': flood,
      'readOrder: 401': () => owner.leave(),
      'readOrder: no answer': ordered('orders', 'refuse'),
    },
  };
}

walkAtVenue({
  model: orderCancellationModel,
  variants: [{ of: 'one order', open, isOneWay: true }],
  key: ({ value, context: { looks } }) => ({ value, looks }),
  cannot: {
    'cancelOrder: taken without words': 'the venue always answers with the order',
  },
});
