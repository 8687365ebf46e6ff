import { randomUUID } from 'node:crypto';
import { createActor, waitFor } from 'xstate';
import { createOrderCancellationWiring } from '../../../src/app/wiring/orderCancellation.ts';
import { createOrderTicketWiring } from '../../../src/app/wiring/orderTicket.ts';
import { createPasswordChangeWiring } from '../../../src/app/wiring/passwordChange.ts';
import { createRefundAddressWiring } from '../../../src/app/wiring/refundAddress.ts';
import { createRegistrationWiring } from '../../../src/app/wiring/registration.ts';
import { createSlatepackDepositWiring } from '../../../src/app/wiring/slatepackDeposit.ts';
import { createTicketWiring } from '../../../src/app/wiring/ticket.ts';
import { orderCancellationMachine } from '../../../src/machines/orderCancellation/index.ts';
import { orderTicketMachine, selectPhase } from '../../../src/machines/orderTicket/index.ts';
import { passwordChangeMachine } from '../../../src/machines/passwordChange/index.ts';
import { refundAddressMachine, refundAddressPhase } from '../../../src/machines/refundAddress/index.ts';
import { registrationMachine } from '../../../src/machines/registration/index.ts';
import { slatepackDepositMachine } from '../../../src/machines/slatepackDeposit/index.ts';
import { ticketMachine } from '../../../src/machines/ticket/index.ts';
import { SETTINGS } from '../../paths/orderTicket/cases.ts';
import { OUTSIDE } from '../coins/harness.ts';
import { limitOrder, openBrowser, PASSWORD, type TestVenue } from '../edge/harness.ts';
import { cancelAll, newTicket, secondFactorOff, secondFactorOn } from './accountWrites.ts';
import { depositAddress, grinFinalize, grinWithdrawal, refundRemoval } from './coinWrites.ts';
import { ending, listOf, nothing, openOrders, storedRefund, wizard, type Write } from './press.ts';

const PAIR = 'XMR-USDT';
const order: Write = async ({ user, http, clock, spoil }) => {
  const actor = createActor(
    orderTicketMachine.provide(
      createOrderTicketWiring({
        http,
        watchSettings: (_pair, { loaded }) => {
          loaded({ ...SETTINGS, pair: PAIR, minPriceIncrement: '0.01' });
          return { retry: nothing, stop: nothing };
        },
        noteOwnChange: nothing,
      }),
    ),
    { clock, input: { pair: PAIR, side: 'buy', usesIntents: true, allowsMarket: false } },
  ).start();
  spoil();
  actor.send({
    type: 'user.submit',
    press: {
      typed: { kind: 'limit', price: '1', quantity: '1' },
      isSignedIn: true,
      facts: { bestBid: '1', bestAsk: '2', available: '1000' },
      intent: randomUUID(),
      now: clock.now(),
    },
  });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      const phase = selectPhase(snapshot);
      if (phase === 'unresolved') return 'ask';
      return phase === 'placed' ? 'done' : phase === 'refused' || phase === 'notFound' ? 'not done' : null;
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
    orderCancellationMachine.provide(createOrderCancellationWiring({ http, noteOwnChange: nothing })),
    { clock, input: { orderId: String(placed?.['id']), pair: PAIR } },
  ).start();
  spoil();
  actor.send({ type: 'user.cancel' });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) =>
      snapshot.matches('cancelled')
        ? 'done'
        : snapshot.matches('failed')
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

let cents = 0;

const withdrawal: Write = async (page) => {
  const { user, clock, spoil } = page;
  // An amount of its own: it is counted by it.
  const amount = `0.0010${String(++cents % 10_000).padStart(4, '0')}`.replace(/0+$/, '');
  const actor = createActor(wizard(page, 'BTC'), { clock, input: { ticker: 'BTC', kept: null } }).start();
  await waitFor(actor, (snapshot) => snapshot.matches('form'));
  actor.send({ type: 'user.continue', typed: { address: OUTSIDE.BTC, amount } });
  spoil();
  actor.send({ type: 'user.confirm', intent: randomUUID() });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      if (snapshot.matches({ result: 'submitted' })) return 'done';
      if (snapshot.matches({ result: 'refused' })) return 'not done';
      return snapshot.matches('outcomeUnknown') && !snapshot.hasTag('busy') ? 'ask' : null;
    },
    () => {
      // Sends it again where that is offered: the same intent.
      actor.send(
        actor.getSnapshot().can({ type: 'user.sendAgain' })
          ? { type: 'user.sendAgain' }
          : { type: 'user.checkAgain' },
      );
    },
  );
  const found = listOf(
    await user.get('/withdrawal/withdrawals/user/history?currency=BTC&limit=100&offset=0'),
  );
  return { told, effects: found.filter((one) => one['amount'] === amount).length };
};

const slatepack: Write = async ({ user, http, clock, spoil }) => {
  const sent = await user.post('/sandbox/grin/send', { amount: '1' });
  const { slatepack_message: privateText } = sent.body as { slatepack_message: string };
  const count = async (): Promise<number> =>
    listOf(await user.get('/deposit/deposits/user/history?currency=GRIN&limit=100&offset=0')).length;
  const before = await count();
  const actor = createActor(
    slatepackDepositMachine.provide(
      createSlatepackDepositWiring({
        http,
        clock,
        page: { listen: () => nothing },
        outdateDeposits: nothing,
      }),
    ),
    { clock, input: { minimum: null } },
  ).start();
  spoil();
  actor.send({ type: 'user.submit', privateText });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      if (snapshot.matches('signed')) return 'done';
      const { failure, mistake } = snapshot.context;
      if (snapshot.matches('submitting') || (failure === null && mistake === null)) return null;
      return failure?.code === 'refused' || mistake !== null ? 'not done' : 'ask';
    },
    // Sending the same text again is safe, and what the page offers.
    () => actor.send({ type: 'user.submit', privateText }),
  );
  return { told, effects: (await count()) - before };
};

const ADDRESSES = [
  OUTSIDE.XMR,
  '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H',
];

const refundAddress: Write = async ({ user, http, clock, spoil }) => {
  const before = await storedRefund(user);
  const text = ADDRESSES.find((address) => address !== before) ?? '';
  const outdated: Promise<void>[] = [];
  const actor = createActor(
    refundAddressMachine.provide(
      createRefundAddressWiring({
        http,
        outdateList: () => {
          outdated.push(
            storedRefund(user).then((address) => {
              // The row may be gone by then, as where the page was left.
              if (actor.getSnapshot().status === 'active') actor.send({ type: 'list.told', address });
            }),
          );
        },
      }),
    ),
    { clock, input: { ticker: 'XMR', network: '', address: before } },
  ).start();
  actor.send({ type: 'user.edit' });
  spoil();
  actor.send({ type: 'user.save', text });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      const phase = refundAddressPhase(snapshot);
      if (phase === 'saved') return 'done';
      const { failure, mistake } = snapshot.context;
      if (phase !== 'editing' || (failure === null && mistake === null)) return null;
      return failure?.code === 'refused' || mistake !== null ? 'not done' : 'ask';
    },
    () => actor.send({ type: 'user.save', text }),
  );
  await Promise.all(outdated);
  return { told, effects: Number((await storedRefund(user)) === text) };
};

/** Whether the password opens the account. */
async function opens(venue: TestVenue, email: string, password: string): Promise<boolean> {
  return (await openBrowser(venue).post('/auth/login', { email, password })).status === 200;
}

const password: Write = async ({ venue, user, http, clock, spoil }) => {
  const next = `${PASSWORD}-${randomUUID().slice(0, 8)}`;
  const change = { oldPassword: PASSWORD, newPassword: next, confirmPassword: next, twoFactorCode: '' };
  const actor = createActor(
    passwordChangeMachine.provide(createPasswordChangeWiring({ http, outdateAccount: nothing })),
    { clock },
  ).start();
  spoil();
  actor.send({ type: 'user.submit', ...change });
  // A lost answer is told as not known: the page does not look by itself.
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) =>
      snapshot.matches('changed')
        ? 'done'
        : snapshot.matches('outcomeUnknown')
          ? 'not known'
          : snapshot.matches('refused')
            ? 'not done'
            : null,
    nothing,
  );
  const [isOld, isNew] = [await opens(venue, user.email, PASSWORD), await opens(venue, user.email, next)];
  return { told, effects: Number(isNew), ...(isOld === isNew ? { wrong: 'both or none opens' } : {}) };
};

const registration: Write = async ({ venue, http, clock, spoil }) => {
  const username = `user-${randomUUID().slice(0, 13)}`;
  const account = { email: `${username}@example.org`, username, password: PASSWORD, confirmation: PASSWORD };
  const actor = createActor(registrationMachine.provide(createRegistrationWiring({ http })), {
    clock,
  }).start();
  spoil();
  actor.send({ type: 'user.submit', account });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      if (snapshot.matches('created')) return 'done';
      return snapshot.matches('editing') && snapshot.context.refusal !== null ? 'not known' : null;
    },
    nothing,
  );
  return { told, effects: Number(await opens(venue, account.email, PASSWORD)) };
};

const reply: Write = async ({ user, http, clock, random, spoil }) => {
  const created = await user.post('/support/tickets/create', {
    subject: 'A question',
    description: 'Where does it stand?',
    category: 'other',
  });
  const { id: ticketId } = created.body as { id: string };
  const text = `And now ${randomUUID()}?`;
  const actor = createActor(
    ticketMachine.provide(createTicketWiring({ http, outdateLists: nothing, random })),
    { clock, input: { ticketId } },
  );
  let isSent = false;
  actor.on('reply.sent', () => {
    isSent = true;
  });
  actor.start();
  await waitFor(actor, (snapshot) => snapshot.matches({ shown: 'idle' }));
  spoil();
  actor.send({ type: 'user.reply', text });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      if (isSent) return 'done';
      if (snapshot.context.refusal !== null || snapshot.context.isReplyAbsent) return 'not done';
      return snapshot.matches({ shown: { lost: 'unresolved' } }) ? 'ask' : null;
    },
    () => actor.send({ type: 'user.checkAgain' }),
  );
  const comments = listOf(await user.get(`/support/tickets/comments/list/${ticketId}?limit=100&offset=0`));
  return { told, effects: comments.filter((one) => JSON.stringify(one).includes(text)).length };
};

export const WRITES: Readonly<Record<string, Write>> = {
  order,
  cancel,
  withdrawal,
  'slatepack of a deposit': slatepack,
  'refund address': refundAddress,
  'password change': password,
  registration,
  'ticket reply': reply,
  'new ticket': newTicket,
  'all orders cancelled': cancelAll,
  'deposit address': depositAddress,
  'refund address removed': refundRemoval,
  'GRIN withdrawal': grinWithdrawal,
  'GRIN withdrawal finalized': grinFinalize,
  'second factor on': secondFactorOn,
  'second factor off': secondFactorOff,
};

/** Writes that change the account so that the next run needs another one. */
export const SPENDS_ACCOUNT: ReadonlySet<string> = new Set([
  'password change',
  'slatepack of a deposit',
  'ticket reply',
  'new ticket',
  'deposit address',
  'GRIN withdrawal',
  'GRIN withdrawal finalized',
  'second factor on',
  'second factor off',
]);
/** Writes that ask for a refund address of GRIN first. */
export const NEEDS_GRIN: ReadonlySet<string> = new Set([
  'slatepack of a deposit',
  'GRIN withdrawal',
  'GRIN withdrawal finalized',
]);
/** Calls without an intent, of which each arrival is a text more: whoever doubles the request doubles it. */
export const NEVER_TWICE: ReadonlySet<string> = new Set(['ticket reply', 'new ticket']);
