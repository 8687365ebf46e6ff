import { randomUUID } from 'node:crypto';
import { createActor, waitFor } from 'xstate';
import { createCancelAllWiring } from '../../../src/app/wiring/cancelAll.ts';
import { createOrderCancellationWiring } from '../../../src/app/wiring/orderCancellation.ts';
import { createTicketListWiring } from '../../../src/app/wiring/ticketList.ts';
import { createTwoFactorWiring } from '../../../src/app/wiring/twoFactor.ts';
import type { TicketDraft } from '../../../src/domain/ticket.ts';
import { cancelAllMachine } from '../../../src/machines/cancelAll/index.ts';
import { orderCancellationMachine } from '../../../src/machines/orderCancellation/index.ts';
import { orderCancellationsMachine } from '../../../src/machines/orderCancellations/index.ts';
import { ticketListMachine } from '../../../src/machines/ticketList/index.ts';
import { twoFactorMachine } from '../../../src/machines/twoFactor/index.ts';
import { codeOf } from '../accounts/codes.ts';
import { limitOrder, type Trader } from '../edge/harness.ts';
import { ending, listOf, nothing, openOrders, type Page, type Write } from './press.ts';

const PAIR = 'XMR-USDT';
/** How many orders one press cancels. */
const ORDERS = 3;

export const cancelAll: Write = async ({ user, http, clock, spoil }) => {
  for (let placed = 0; placed < ORDERS; placed += 1) {
    await user.post('/order/orders/limit', limitOrder('BUY', '1', '1', PAIR), {
      'idempotency-key': randomUUID(),
    });
  }
  const orderCancellation = orderCancellationMachine.provide(
    createOrderCancellationWiring({ http, noteOwnChange: nothing }),
  );
  const cancellations = createActor(orderCancellationsMachine.provide({ actors: { orderCancellation } }), {
    clock,
  }).start();
  const actor = createActor(cancelAllMachine.provide(createCancelAllWiring({ http, cancellations })), {
    clock,
  }).start();
  actor.send({ type: 'user.begin', pair: PAIR });
  await waitFor(actor, (snapshot) => snapshot.matches('confirming'));
  spoil();
  actor.send({ type: 'user.confirm' });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      if (!snapshot.matches('told')) return null;
      return snapshot.can({ type: 'user.retry' }) ? 'ask' : 'done';
    },
    () => actor.send({ type: 'user.retry' }),
  );
  cancellations.stop();
  const left = await openOrders(user, PAIR);
  for (const { id } of left) await user.delete(`/order/cancel/${String(id)}`);
  return { told, effects: Number(left.length === 0) };
};

export const newTicket: Write = async ({ user, http, clock, spoil }) => {
  const draft: TicketDraft = {
    subject: `Question ${randomUUID()}`,
    description: 'Where is it?',
    category: 'other',
  };
  const actor = createActor(
    ticketListMachine.provide(createTicketListWiring({ http, forgetTexts: nothing, outdateLists: nothing })),
    { clock },
  ).start();
  actor.send({ type: 'user.compose' });
  spoil();
  actor.send({ type: 'user.create', draft });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      if (snapshot.matches('browsing')) return 'done';
      if (snapshot.matches({ composing: { taking: 'refused' } })) return 'not done';
      if (snapshot.matches({ composing: { taking: 'absent' } })) return 'not done';
      return snapshot.can({ type: 'user.checkAgain' }) ? 'ask' : null;
    },
    () => actor.send({ type: 'user.checkAgain' }),
  );
  const tickets = listOf(await user.get('/support/tickets/list?limit=100&offset=0'));
  return { told, effects: tickets.filter(({ subject }) => subject === draft.subject).length };
};

const STEP = 30_000;

async function isOnAtVenue(user: Trader): Promise<boolean> {
  const { body } = await user.get('/auth/me');
  const { user: me = body } = body as { user?: unknown };
  return (me as { two_factor_enabled: boolean }).two_factor_enabled;
}

const factor = ({ http, clock }: Page, isOn: boolean) =>
  createActor(twoFactorMachine.provide(createTwoFactorWiring({ http, outdateAccount: nothing })), {
    clock,
    input: { isOn },
  }).start();

/** The secret is asked for and a code of it typed, both while answers are spoiled. */
export const secondFactorOn: Write = async (page) => {
  const { user, spoil } = page;
  const actor = factor(page, false);
  const press = (): void => {
    const { enrolmentSecret } = actor.getSnapshot().context;
    if (enrolmentSecret === null) actor.send({ type: 'user.setUp' });
    else actor.send({ type: 'user.verify', code: codeOf(enrolmentSecret.secret, Date.now()) });
  };
  spoil();
  press();
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) =>
      snapshot.matches('on') ? 'done' : snapshot.hasTag('busy') ? null : 'ask',
    press,
  );
  return { told, effects: Number(await isOnAtVenue(user)) };
};

export const secondFactorOff: Write = async (page) => {
  const { user, spoil } = page;
  const { body } = await user.post('/auth/2fa/enable', {});
  const { secret } = body as { secret: string };
  // A code counts once: the one before is spent, the one that the app shows now is not.
  await user.post('/auth/2fa/verify', { code: codeOf(secret, Date.now() - STEP) });
  const actor = factor(page, true);
  const press = (): void => actor.send({ type: 'user.disable', code: codeOf(secret, Date.now()) });
  spoil();
  press();
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) =>
      snapshot.matches('off') ? 'done' : snapshot.hasTag('busy') ? null : 'ask',
    press,
  );
  return { told, effects: Number(!(await isOnAtVenue(user))) };
};
