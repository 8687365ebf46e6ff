import { randomUUID } from 'node:crypto';
import { createActor } from 'xstate';
import { cancelAllMachine } from '../../../src/machines/cancelAll/cancelAll.machine.ts';
import { orderCancellationMachine } from '../../../src/machines/openOrders/orderCancellation.machine.ts';
import { orderCancellationsMachine } from '../../../src/machines/openOrders/orderCancellations.machine.ts';
import { cancelAllImplementations } from '../../../src/machines/cancelAll/cancelAll.actors.ts';
import { orderCancellationImplementations } from '../../../src/machines/openOrders/openOrders.actors.ts';
import { orderFormImplementations } from '../../../src/machines/orderForm/orderForm.actors.ts';
import { orderFormMachine, selectPhase } from '../../../src/machines/orderForm/orderForm.machine.ts';
import { SETTINGS } from '../../models/orderForm.model.ts';
import { limitOrder, type Trader } from '../edge/harness.ts';
import { brought, ending, listOf, nothing, type Write } from './press.ts';
import { proveWrites } from './prove.ts';

const PAIR = 'XMR-USDT';

const openOrders = (user: Trader, pair: string): Promise<Record<string, unknown>[]> =>
  user.get(`/order/orders?pair=${pair}&state=OPENED,PARTIALLY_FILLED&skip=0&limit=100`).then(listOf);

const order: Write = async ({ user, http, clock, spoil }) => {
  const actor = createActor(
    orderFormMachine.provide(
      orderFormImplementations({
        http,
        watchSettings: (_pair, { loaded }) => {
          loaded({ ...SETTINGS, pair: PAIR, minPriceIncrement: '0.01' });
          return { retry: nothing, stop: nothing };
        },
        // Nothing is open: every run cancels what it placed.
        watchPrice: () => () => undefined,
        knownBefore: () => ({ orders: [], executions: [] }),
        keepSent: () => nothing,
        keepDraft: nothing,
        dropSent: nothing,
        noteOwnChange: nothing,
      }),
    ),
    { clock, input: { pair: PAIR, side: 'buy', allowsMarket: false } },
  ).start();
  spoil();
  actor.send({
    type: 'user.submit',
    press: {
      typed: { kind: 'limit', price: '1', quantity: '1' },
      isSignedIn: true,
      facts: { bestBid: '1', bestAsk: '2', available: '1000' },
      idempotencyKey: randomUUID(),
      now: clock.now(),
    },
  });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      const phase = selectPhase(snapshot);
      if (phase === 'unresolved') return 'ask';
      return phase === 'placed' ? 'done' : phase === 'refused' || phase === 'absent' ? 'not done' : null;
    },
    () => actor.send({ type: 'user.checkAgain' }),
  );
  const placed = await openOrders(user, PAIR);
  for (const { id } of placed) await user.delete(`/order/cancel/${String(id)}`);
  return { told, effects: placed.length };
};

const cancel: Write = async ({ user, http, clock, spoil }) => {
  await user.post('/order/orders/limit', limitOrder('BUY', '1', '1', PAIR), {
    'idempotency-key': randomUUID(),
  });
  const [placed] = await openOrders(user, PAIR);
  const actor = createActor(
    orderCancellationMachine.provide(
      orderCancellationImplementations({ http, newIdempotencyKey: randomUUID, noteOwnChange: nothing }),
    ),
    { clock, input: { orderId: String(placed?.id), pair: PAIR } },
  ).start();
  spoil();
  actor.send({ type: 'user.cancel' });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) =>
      snapshot.context.end === 'requested' || snapshot.context.end === 'cancelled'
        ? 'done'
        : snapshot.hasTag('failed') || snapshot.hasTag('unknown')
          ? 'ask'
          : snapshot.status === 'done'
            ? 'not known'
            : null,
    () => actor.send({ type: 'user.cancel' }),
  );
  const left = await openOrders(user, PAIR);
  for (const { id } of left) await user.delete(`/order/cancel/${String(id)}`);
  return { told, effects: 1 - left.length };
};

/** Number of orders that one press cancels. */
const ORDERS = 3;

const cancelAll: Write = async ({ user, http, clock, spoil }) => {
  for (let placed = 0; placed < ORDERS; placed += 1) {
    await user.post('/order/orders/limit', limitOrder('BUY', '1', '1', PAIR), {
      'idempotency-key': randomUUID(),
    });
  }
  const orderCancellation = orderCancellationMachine.provide(
    orderCancellationImplementations({ http, newIdempotencyKey: randomUUID, noteOwnChange: nothing }),
  );
  const cancellations = createActor(orderCancellationsMachine.provide({ actors: { orderCancellation } }), {
    clock,
  }).start();
  const actor = createActor(cancelAllMachine.provide(cancelAllImplementations({ http, cancellations })), {
    clock,
  }).start();
  actor.send({ type: 'user.begin', pair: PAIR });
  await brought(actor, (snapshot) => snapshot.matches('confirming'), { type: 'user.retry' });
  spoil();
  actor.send({ type: 'user.confirm' });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      if (!snapshot.matches({ confirmed: 'finished' })) return null;
      return snapshot.can({ type: 'user.retry' }) ? 'ask' : 'done';
    },
    () => actor.send({ type: 'user.retry' }),
  );
  cancellations.stop();
  const left = await openOrders(user, PAIR);
  for (const { id } of left) await user.delete(`/order/cancel/${String(id)}`);
  return { told, effects: Number(left.length === 0) };
};

proveWrites({
  order: { press: order, isSentOnce: true },
  // A request without a key that arrives twice doubles the order, which is not the client's fault.
  'order without a key': { press: order, isSentOnce: true, isWithoutKeys: true, neverTwice: true },
  cancel: { press: cancel },
  'all orders cancelled': { press: cancelAll },
});
