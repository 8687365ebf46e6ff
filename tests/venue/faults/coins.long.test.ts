import { randomUUID } from 'node:crypto';
import { type ActorRefFrom, type AnyActorRef, createActor, waitFor } from 'xstate';
import {
  depositImplementations,
  slatepackDepositImplementations,
} from '../../../src/machines/deposit/deposit.actors.ts';
import { depositMachine } from '../../../src/machines/deposit/deposit.machine.ts';
import { slatepackDepositMachine } from '../../../src/machines/deposit/slatepackDeposit.machine.ts';
import { refundAddressImplementations } from '../../../src/machines/refundAddresses/refundAddresses.actors.ts';
import { withdrawalImplementations } from '../../../src/machines/withdrawal/withdrawal.actors.ts';
import {
  refundAddressMachine,
  refundAddressPhase,
} from '../../../src/machines/refundAddresses/refundAddress.machine.ts';
import { withdrawalMachine } from '../../../src/machines/withdrawal/withdrawal.machine.ts';
import { factsOf, sendingOf } from '../../models/withdrawal.model.ts';
import { OUTSIDE } from '../coins/harness.ts';
import type { Trader } from '../edge/harness.ts';
import { brought, ending, listOf, nothing, type Outcome, type Page, type Write } from './press.ts';
import { proveWrites } from './prove.ts';

/** The XMR refund address that the venue stores; null for none. */
async function storedRefund(user: Trader): Promise<string | null> {
  const { body } = await user.get('/user/refund-address/status');
  const { coins } = body as { coins: { coin_ticker: string; refund_address: string | null }[] };
  return coins.find(({ coin_ticker }) => coin_ticker === 'XMR')?.refund_address ?? null;
}

/** The withdrawal wizard, with everything around its form in order. */
const wizard = ({ http, user }: Page, ticker: 'BTC' | 'GRIN') =>
  withdrawalMachine.provide(
    withdrawalImplementations({
      http,
      kept: { keep: nothing, drop: nothing, keepForm: nothing },
      userId: () => user.username,
      watchFacts: (_ticker, { received }) => {
        queueMicrotask(() => received(factsOf(ticker).open));
        return { retry: nothing, stop: nothing };
      },
      waitUntil: () => nothing,
      followStatus: () => nothing,
      followWaiting: () => nothing,
      sendsFee: false,
      noteOwnChange: nothing,
    }),
  );

/** The wizard at the last review before the press. */
async function atConfirmation(
  page: Page,
  ticker: 'BTC' | 'GRIN',
  typed: { address: string; amount: string },
) {
  const actor = createActor(wizard(page, ticker), {
    clock: page.clock,
    input: { ticker, kept: null },
  }).start();
  await waitFor(actor, (snapshot) => snapshot.matches('form'));
  actor.send({ type: 'user.continue', typed });
  return actor;
}

let cents = 0;

const withdrawal: Write = async (page) => {
  const { user, spoil } = page;
  // A unique amount, by which it is counted.
  const amount = `0.0010${String(++cents % 10_000).padStart(4, '0')}`.replace(/0+$/, '');
  const actor = await atConfirmation(page, 'BTC', { address: OUTSIDE.BTC, amount });
  spoil();
  actor.send({ type: 'user.confirm', idempotencyKey: randomUUID() });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      if (snapshot.matches({ result: 'submitted' })) return 'done';
      if (snapshot.matches({ result: 'failed' })) return 'not done';
      return snapshot.hasTag('unknown') && !snapshot.hasTag('busy') ? 'ask' : null;
    },
    () => {
      // Sends it again where that is offered, with the same idempotency key.
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
  return { told, effects: found.filter((one) => one.amount === amount).length };
};

const slatepack: Write = async ({ user, http, clock, spoil }) => {
  const sent = await user.post('/sandbox/grin/send', { amount: '1' });
  const { slatepack_message: privateText } = sent.body as { slatepack_message: string };
  const count = async (): Promise<number> =>
    listOf(await user.get('/deposit/deposits/user/history?currency=GRIN&limit=100&offset=0')).length;
  const before = await count();
  const actor = createActor(
    slatepackDepositMachine.provide(
      slatepackDepositImplementations({
        http,
        clock,
        page: { listen: () => nothing },
        invalidateDeposits: nothing,
      }),
    ),
    { clock, input: { minimum: null, resumed: null } },
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
    // Sending the same text again is safe, and the page offers it.
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
      refundAddressImplementations({
        http,
        invalidateList: () => {
          outdated.push(
            storedRefund(user).then((address) => {
              // The row may be gone by then, as when the page was left.
              if (actor.getSnapshot().status === 'active') actor.send({ type: 'list.changed', address });
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

const GRIN_AMOUNT = '1.5';
const grinWithdrawals = (user: Trader) =>
  user.get('/withdrawal/withdrawals/user/history?currency=GRIN&limit=100&offset=0').then(listOf);

const grinWithdrawal: Write = async (page) => {
  const { user, spoil } = page;
  const actor = await atConfirmation(page, 'GRIN', { address: '', amount: GRIN_AMOUNT });
  spoil();
  actor.send({ type: 'user.confirm', idempotencyKey: randomUUID() });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      if (snapshot.matches('exchanging')) return 'done';
      if (snapshot.matches({ result: 'failed' }))
        return snapshot.can({ type: 'user.resume' }) ? 'ask' : 'not done';
      if (snapshot.matches('resumeFailed')) return 'ask';
      return snapshot.hasTag('unknown') && !snapshot.hasTag('busy') ? 'ask' : null;
    },
    () => {
      const again = (['user.sendAgain', 'user.checkAgain', 'user.retry', 'user.resume'] as const).find(
        (type) => actor.getSnapshot().can({ type }),
      );
      if (again !== undefined) actor.send({ type: again });
    },
  );
  return { told, effects: (await grinWithdrawals(user)).length };
};

/** The user's wallet's answer to the message of a withdrawal. */
async function replyTo(user: Trader, message: string): Promise<string> {
  const { body } = await user.post('/sandbox/grin/receive', { slatepack_message: message });
  return (body as { slatepack_message: string }).slatepack_message;
}

/** Presses the same reply again, or asks again, as the page offers: users do either. */
function finishing(actor: ActorRefFrom<typeof withdrawalMachine>, page: Page, privateReply: string) {
  const press = { privateReply, idempotencyKey: randomUUID() };
  const { exchange } = actor.getSnapshot().children;
  if (!exchange) throw new Error('no exchange of slatepacks');
  exchange.send({ type: 'user.finalize', press });
  // The wizard shows how it ended; before that, the exchange shows whether the user has to act.
  const both = {
    getSnapshot: () => actor.getSnapshot(),
    subscribe: (observer: { readonly next: () => void; readonly error: (error: unknown) => void }) => {
      const subscriptions = [actor.subscribe(observer), exchange.subscribe({ next: () => observer.next() })];
      return { unsubscribe: () => subscriptions.forEach((one) => one.unsubscribe()) };
    },
    stop: () => actor.stop(),
  } as unknown as AnyActorRef;
  return ending(
    both,
    (snapshot: ReturnType<typeof actor.getSnapshot>): Outcome['told'] | 'ask' | null => {
      if (snapshot.matches({ result: 'broadcast' })) return 'done';
      if (snapshot.matches({ result: 'failed' })) return 'not done';
      const at = exchange.getSnapshot();
      return at.hasTag('unknown') && !at.hasTag('busy') ? 'ask' : null;
    },
    () => {
      const again = { type: 'user.finalizeAgain', press } as const;
      const sends = page.random() < 0.5 && exchange.getSnapshot().can(again);
      exchange.send(sends ? again : { type: 'user.checkAgain' });
    },
  );
}

const grinFinalize: Write = async (page) => {
  const { user, clock, spoil } = page;
  const made = await user.post('/withdrawal/withdrawals/create', {
    currency: 'GRIN',
    amount: GRIN_AMOUNT,
    address: '',
  });
  const { withdrawal_id: id, slatepack_message: message } = made.body as Record<string, string>;
  const reply = await replyTo(user, message ?? '');
  const kept = sendingOf('GRIN', id ?? '', []);
  const actor = createActor(wizard(page, 'GRIN'), { clock, input: { ticker: 'GRIN', kept } }).start();
  await brought(actor, (snapshot) => snapshot.matches('exchanging'), { type: 'user.retry' });
  spoil();
  const told = await finishing(actor, page, reply);
  const [first] = await grinWithdrawals(user);
  const isOver = String(first?.state ?? first?.status).toLowerCase();
  return { told, effects: Number(isOver === 'pending' || isOver === 'completed') };
};

const refundRemoval: Write = async ({ user, http, clock, spoil }) => {
  await user.post('/user/refund-address', { coin_ticker: 'XMR', address: OUTSIDE.XMR });
  const outdated: Promise<void>[] = [];
  const actor = createActor(
    refundAddressMachine.provide(
      refundAddressImplementations({
        http,
        invalidateList: () => {
          outdated.push(storedRefund(user).then((address) => actor.send({ type: 'list.changed', address })));
        },
      }),
    ),
    { clock, input: { ticker: 'XMR', network: '', address: OUTSIDE.XMR } },
  ).start();
  actor.send({ type: 'user.remove' });
  spoil();
  actor.send({ type: 'user.confirm' });
  await waitFor(actor, (snapshot) => snapshot.matches('resting'));
  // The page has its list read again, whatever came; then the row shows what is true.
  await Promise.all(outdated);
  const phase = refundAddressPhase(actor.getSnapshot());
  const told = actor.getSnapshot().context.address === null ? 'done' : 'not done';
  actor.stop();
  const isRemoved = (await storedRefund(user)) === null;
  return {
    told,
    effects: Number(isRemoved),
    ...(isRemoved === (phase === 'unset') ? {} : { wrong: `the row shows "${phase}"` }),
  };
};

function depositPage({ http, clock }: Page) {
  const { coin } = factsOf('BTC').open;
  return createActor(
    depositMachine.provide(
      depositImplementations({
        http,
        watchFacts: ({ known }) => {
          queueMicrotask(() => known({ coins: coin ? [coin] : [], refundAddresses: [], failure: null }));
          return { reload: nothing, stop: nothing };
        },
        reportOutage: nothing,
      }),
    ),
    { clock, input: { symbol: 'BTC' } },
  );
}

async function addressesOf(user: Trader): Promise<Record<string, unknown>[]> {
  const { body } = await user.get('/user/deposit-address/list');
  return listOf({ body }).filter((one) => one.coin_ticker === 'BTC');
}

/** One press makes one address; if the outcome is unknown, the page reads, and the user does not press again. */
const freshAddress: Write = async (page) => {
  const actor = depositPage(page).start();
  await brought(actor, (snapshot) => snapshot.matches('showing'), { type: 'user.retry' });
  const before = await addressesOf(page.user);
  page.spoil();
  actor.send({ type: 'user.freshAddress' });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      if (!snapshot.matches({ showing: 'idle' })) return null;
      const { unmade } = snapshot.context;
      if (unmade === null) return 'done';
      return unmade.why === 'unknown' ? 'not known' : 'not done';
    },
    nothing,
  );
  const { address: shown } = actor.getSnapshot().context;
  const after = await addressesOf(page.user);
  const isNewest = told !== 'done' || after[0]?.address === shown?.address;
  return {
    told,
    effects: after.length - before.length,
    ...(isNewest ? {} : { wrong: 'an older address is shown' }),
  };
};

const depositAddress: Write = async (page) => {
  const { user, spoil } = page;
  const actor = depositPage(page);
  spoil();
  actor.start();
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) =>
      snapshot.matches('showing') ? 'done' : snapshot.matches('uncreated') ? 'ask' : null,
    () => actor.send({ type: 'user.retry' }),
  );
  const { address: shown } = actor.getSnapshot().context;
  const found = await addressesOf(user);
  const isSame = shown === null || JSON.stringify(found).includes(String(shown.address));
  return { told, effects: found.length, ...(isSame ? {} : { wrong: 'another address is shown' }) };
};

proveWrites({
  withdrawal: { press: withdrawal },
  'GRIN withdrawal': { press: grinWithdrawal, spendsAccount: true, needsGrin: true },
  'GRIN withdrawal finalized': { press: grinFinalize, spendsAccount: true, needsGrin: true },
  'slatepack of a deposit': { press: slatepack, spendsAccount: true, needsGrin: true },
  'deposit address': { press: depositAddress, spendsAccount: true },
  'fresh deposit address': { press: freshAddress, spendsAccount: true, neverTwice: true },
  'refund address': { press: refundAddress },
  'refund address removed': { press: refundRemoval },
});
