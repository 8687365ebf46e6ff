import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { orderAmendmentImplementations } from '../../../src/machines/orderAmendment/orderAmendment.actors.ts';
import { orderAmendmentMachine } from '../../../src/machines/orderAmendment/orderAmendment.machine.ts';
import { ORDER, orderAmendmentModel } from '../../models/orderAmendment.model.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { oneLook } from '../../models/tools/writes.ts';
import { limitOrder } from '../edge/harness.ts';
import { heldNetwork } from './tools/heldNetwork.ts';
import { walkAtVenue, type VenueWorld } from './tools/venueWalk.ts';
import { newVisitor, startWalkedVenue, type Fault, type Visitor, type WalkedVenue } from './tools/visitor.ts';

let venue: WalkedVenue;
let owner: Visitor;
let other: Visitor;
beforeAll(async () => {
  venue = await startWalkedVenue();
  owner = await newVisitor(venue);
  other = await newVisitor(venue);
  await owner.call('/sandbox/fund', { coin: 'XMR', amount: '1000' });
  await other.call('/sandbox/fund', { coin: 'BTC', amount: '1000' });
});
afterAll(() => venue.close());

/** From the previous walk. */
let last: string | undefined;

async function open(): Promise<VenueWorld<typeof orderAmendmentMachine>> {
  await owner.comeBack();
  await owner.call('/sandbox/reset-limits', {});
  if (last !== undefined) await owner.browser.delete(`/order/cancel/${last}`);
  const placed = await owner.call('/order/orders/limit', limitOrder('SELL', '0.006', '2', ORDER.pair));
  const id = String(placed.id);
  last = id;
  const buy = async (price: string, quantity: string): Promise<void> => {
    await other.call('/order/orders/limit', limitOrder('BUY', price, quantity, ORDER.pair));
  };
  await buy('0.006', '1');
  const network = heldNetwork({ origin: venue.origin, browser: () => owner.browser });
  /** The request whose answer was lost has arrived. */
  const amend = () => owner.call(`/order/amend/${id}`, { price: '0.007', quantity: '1.5' });
  const after =
    (...steps: readonly (() => Promise<unknown>)[]) =>
    async (): Promise<void> => {
      await owner.comeBack();
      for (const step of steps) await step();
    };
  const ordered = (call: string, fault: Fault) => after(() => owner.fail(call, fault));
  const { actors, actions } = orderAmendmentImplementations({
    http: network.http,
    noteOwnChange: () => undefined,
  });
  return {
    machine: orderAmendmentMachine.provide({ actions, actors: { amend: oneLook(actors.amend) } }),
    clock: new TestClock(),
    network,
    events: {
      begin: () => ({ type: 'user.begin', order: { ...ORDER, id } }),
      press: () => {
        const press = orderAmendmentModel.variants[0]?.events.find(({ name }) => name === 'press')?.event;
        if (press?.type !== 'user.submit') throw new Error('the model has no press');
        return { ...press, press: { ...press.press, idempotencyKey: randomUUID() } };
      },
    },
    outcomes: {
      'amend: taken': after(),
      'amend: filled': after(() => buy('0.006', '1')),
      'amend: 422 without words': ordered('amendOrder', 422),
      'amend: 401': () => owner.leave(),
      'amend: 429 for 20 s': ordered('amendOrder', 429),
      'amend: 500': ordered('amendOrder', 500),
      'amend: no answer': ordered('amendOrder', 'refuse'),
      'amend: silence': async () => 'silence',
      'amend: amended': after(amend),
      'amend: filled as it was': after(() => buy('0.006', '1')),
      'amend: as it was': after(),
      'amend: signed out': () => owner.leave(),
      'amend: cannot be read': ordered('orders', 'refuse'),
    },
  };
}

walkAtVenue({
  model: orderAmendmentModel,
  variants: [{ of: 'half filled', open, isOneWay: true }],
  cannot: {
    'amend: wants a code': 'its user has no second factor; venue/core/farPrice has one',
    'amend: not listed': 'the venue lists every order that there was',
    'amend: amended and filled': 'its new price is farther from the market than the venue lets trade',
  },
});
