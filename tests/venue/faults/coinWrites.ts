import { randomUUID } from 'node:crypto';
import { type ActorRefFrom, createActor, waitFor } from 'xstate';
import { createDepositWiring } from '../../../src/app/wiring/deposit.ts';
import { createRefundAddressWiring } from '../../../src/app/wiring/refundAddress.ts';
import { depositMachine } from '../../../src/machines/deposit/index.ts';
import { refundAddressMachine, refundAddressPhase } from '../../../src/machines/refundAddress/index.ts';
import type { withdrawalMachine } from '../../../src/machines/withdrawal/index.ts';
import { factsOf, sendingOf } from '../../paths/withdrawal/cases.ts';
import { OUTSIDE } from '../coins/harness.ts';
import type { Trader } from '../edge/harness.ts';
import {
  ending,
  listOf,
  nothing,
  storedRefund,
  wizard,
  type Outcome,
  type Page,
  type Write,
} from './press.ts';

const GRIN_AMOUNT = '1.5';
const grinWithdrawals = (user: Trader) =>
  user.get('/withdrawal/withdrawals/user/history?currency=GRIN&limit=100&offset=0').then(listOf);

export const grinWithdrawal: Write = async (page) => {
  const { user, clock, spoil } = page;
  const actor = createActor(wizard(page, 'GRIN'), { clock, input: { ticker: 'GRIN', kept: null } }).start();
  await waitFor(actor, (snapshot) => snapshot.matches('form'));
  actor.send({ type: 'user.continue', typed: { address: '', amount: GRIN_AMOUNT } });
  spoil();
  actor.send({ type: 'user.confirm', intent: randomUUID() });
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) => {
      if (snapshot.matches({ slatepack: 'awaiting' })) return 'done';
      if (snapshot.matches({ result: 'refused' })) return 'not done';
      if (snapshot.matches({ grinResult: 'failed' }))
        return snapshot.can({ type: 'user.resume' }) ? 'ask' : 'not done';
      if (snapshot.matches('resumeFailed')) return 'ask';
      return snapshot.matches('outcomeUnknown') && !snapshot.hasTag('busy') ? 'ask' : null;
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

/** What the user's wallet answers to the message of a withdrawal. */
async function replyTo(user: Trader, message: string): Promise<string> {
  const { body } = await user.post('/sandbox/grin/receive', { slatepack_message: message });
  return (body as { slatepack_message: string }).slatepack_message;
}

/** Presses the same reply again, or asks again, as the page offers: the user does either. */
function finishing(actor: ActorRefFrom<typeof withdrawalMachine>, page: Page, privateReply: string) {
  const press = { privateReply, intent: randomUUID() };
  actor.send({ type: 'user.finalize', press });
  return ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>): Outcome['told'] | 'ask' | null => {
      if (snapshot.matches({ grinResult: 'broadcast' })) return 'done';
      if (snapshot.matches({ grinResult: 'failed' })) return 'not done';
      return snapshot.matches({ slatepack: { finalizeUnknown: 'undecided' } }) ? 'ask' : null;
    },
    () => actor.send(page.random() < 0.5 ? { type: 'user.checkAgain' } : { type: 'user.finalize', press }),
  );
}

export const grinFinalize: Write = async (page) => {
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
  await waitFor(actor, (snapshot) => snapshot.matches({ slatepack: 'awaiting' }));
  spoil();
  const told = await finishing(actor, page, reply);
  const [first] = await grinWithdrawals(user);
  const isOver = String(first?.['state'] ?? first?.['status']).toLowerCase();
  return { told, effects: Number(isOver === 'pending' || isOver === 'completed') };
};

export const refundRemoval: Write = async ({ user, http, clock, spoil }) => {
  await user.post('/user/refund-address', { coin_ticker: 'XMR', address: OUTSIDE.XMR });
  const outdated: Promise<void>[] = [];
  const actor = createActor(
    refundAddressMachine.provide(
      createRefundAddressWiring({
        http,
        outdateList: () => {
          outdated.push(storedRefund(user).then((address) => actor.send({ type: 'list.told', address })));
        },
      }),
    ),
    { clock, input: { ticker: 'XMR', network: '', address: OUTSIDE.XMR } },
  ).start();
  actor.send({ type: 'user.remove' });
  spoil();
  actor.send({ type: 'user.confirm' });
  await waitFor(actor, (snapshot) => !snapshot.matches('removing'));
  // The page has its list read anew, whatever came; then the row says what is true.
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

export const depositAddress: Write = async ({ user, http, clock, spoil }) => {
  const { coin } = factsOf('BTC').open;
  const actor = createActor(
    depositMachine.provide(
      createDepositWiring({
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
  spoil();
  actor.start();
  const told = await ending(
    actor,
    (snapshot: ReturnType<typeof actor.getSnapshot>) =>
      snapshot.matches('showing') ? 'done' : snapshot.matches('uncreated') ? 'ask' : null,
    () => actor.send({ type: 'user.retry' }),
  );
  const { address: shown } = actor.getSnapshot().context;
  const { body } = await user.get('/user/deposit-address/list');
  const found = listOf({ body }).filter((one) => one['coin_ticker'] === 'BTC');
  const isSame = shown === null || JSON.stringify(found).includes(String(shown.address));
  return { told, effects: found.length, ...(isSame ? {} : { wrong: 'another address is shown' }) };
};
