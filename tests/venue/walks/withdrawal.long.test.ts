import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { type EventObject, fromCallback } from 'xstate';
import {
  type FactsListener,
  withdrawalImplementations,
} from '../../../src/machines/withdrawal/withdrawal.actors.ts';
import { fingerprint } from '../../../src/domain/lostWithdrawal.ts';
import type { SlatepackExchangeInput } from '../../../src/machines/withdrawal/slatepackExchange.machine.ts';
import {
  withdrawalMachine,
  type WithdrawalInput,
} from '../../../src/machines/withdrawal/withdrawal.machine.ts';
import { ADDRESS, factsOf, NOW, sendingOf, TYPED, type FactsName } from '../../models/withdrawal.model.ts';
import { withdrawalModel } from '../../models/withdrawal.model.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { oneLook } from '../../models/tools/writes.ts';
import { PASSWORD } from '../edge/harness.ts';
import { heldNetwork } from './tools/heldNetwork.ts';
import { walkAtVenue, type WalkContext, type VenueWorld } from './tools/venueWalk.ts';
import {
  newVisitor,
  nextCode,
  startWalkedVenue,
  type Fault,
  type Visitor,
  type WalkedVenue,
} from './tools/visitor.ts';

type Machine = typeof withdrawalMachine;
type At = WalkContext<Machine>;

/** The smallest GRIN withdrawal is 1. */
const amountOf = (ticker: string): string => (ticker === 'GRIN' ? '1.5' : '0.5');
/** Blocks after which the venue calls a GRIN payment completed. */
const GRIN_BLOCKS = 40;

let venue: WalkedVenue;
let owner: Visitor;
/** A user with two-factor, and the secret. */
let guarded: Visitor;
let secret = '';
beforeAll(async () => {
  venue = await startWalkedVenue();
  owner = await newVisitor(venue);
  const { wallet_address: address } = await owner.call('/sandbox/grin');
  guarded = await newVisitor(venue);
  for (const visitor of [owner, guarded]) {
    await visitor.call('/user/refund-address', { coin_ticker: 'GRIN', address });
    for (const coin of ['BTC', 'GRIN']) await visitor.call('/sandbox/fund', { coin, amount: '1000' });
  }
  secret = String((await guarded.call('/auth/2fa/enable', {})).secret);
  await guarded.call('/auth/2fa/verify', { code: nextCode(venue, secret), password: PASSWORD });
});
afterAll(() => venue.close());

interface Kept {
  readonly id: string;
  readonly slatepack: string;
}

/** The messages of all withdrawals started here, by id. */
const messages = new Map<string, string>();

/** A withdrawal that the chart does not know. */
async function withdraw(ticker: string, by = owner, code = ''): Promise<Kept> {
  const told = await by.call('/withdrawal/withdrawals/create', {
    currency: ticker,
    amount: amountOf(ticker),
    address: ticker === 'GRIN' ? '' : ADDRESS,
    two_factor_code: code,
  });
  const id = String(told.withdrawal_id ?? told.id);
  const slatepack = typeof told.slatepack_message === 'string' ? told.slatepack_message : '';
  messages.set(id, slatepack);
  return { id, slatepack };
}

/** The newest withdrawals of a coin. */
async function newestOf(
  ticker: string,
  by: Visitor,
): Promise<{ readonly id: string; readonly status: string }[]> {
  const list = (await by.call(
    `/withdrawal/withdrawals/user/history?currency=${ticker}&limit=10&offset=0`,
  )) as unknown as readonly Record<string, unknown>[];
  return list.map((one) => ({ id: String(one.withdrawal_id ?? one.id), status: String(one.status) }));
}

/** Now nothing waits for a reply. */
async function cancelAll(by: Visitor): Promise<void> {
  for (const { id, status } of await newestOf('GRIN', by)) {
    if (status === 'created') await by.call(`/withdrawal/withdrawals/${id}/cancel`, {});
  }
}

async function open(
  ticker: string,
  isKept: 'nothing' | 'sent' | 'known' | 'chosen',
  offers: Pick<WithdrawalInput, 'fixesFee' | 'canCancel' | 'takesCode'> = {},
  by: Visitor = owner,
): Promise<VenueWorld<Machine>> {
  await by.call('/sandbox/reset-limits', {});
  const network = heldNetwork({ origin: venue.origin, browser: () => by.browser });
  const known = isKept === 'known' || isKept === 'chosen' ? await withdraw(ticker) : null;
  const replies = new Map<string, string>();
  let feed: FactsListener | null = null;
  const implementations = withdrawalImplementations({
    http: network.http,
    sendsFee: false,
    userId: () => by.id,
    watchFacts: (_ticker, listener) => {
      feed = listener;
      return { retry: () => undefined, stop: () => undefined };
    },
    followStatus: () => () => undefined,
    followWaiting: () => () => undefined,
    waitUntil: () => () => undefined,
    kept: { keep: () => undefined, drop: () => undefined, keepForm: () => undefined },
    noteOwnChange: () => undefined,
  });
  let tell: (event: EventObject) => void = () => undefined;
  /** The code that was sent last. */
  let code = '';
  const newCode = (): string => {
    code = nextCode(venue, secret);
    return code;
  };
  /** The wallet's reply to a message; the same one when asked again. */
  const answerTo = async (message: string): Promise<string> => {
    const before = replies.get(message);
    if (before !== undefined) return before;
    const { slatepack_message: reply } = await owner.call('/sandbox/grin/receive', {
      slatepack_message: message,
    });
    replies.set(message, String(reply));
    return String(reply);
  };
  const messageAt = ({ snapshot }: At): string =>
    snapshot.context.receipt?.slatepack ?? messages.get(snapshot.context.sending?.id ?? '') ?? '';
  const idAt = ({ snapshot }: At): string => snapshot.context.sending?.id ?? known?.id ?? '';
  const ordered = (call: string, fault: Fault) => () => owner.fail(call, fault);
  const nothing = async (): Promise<void> => undefined;
  /** Completes the running withdrawal behind the chart's back. */
  const finish = async (at: At): Promise<void> => {
    const body = { slatepack_message: await answerTo(messageAt(at)) };
    await owner.call('/withdrawal/withdrawals/grin/finalize-withdrawal', body);
  };
  /** The server's state of the running withdrawal, read once or by the search for a lost reply. */
  const statuses = (finds: string, meets: string): VenueWorld<Machine>['outcomes'] => ({
    [`${finds} message`]: nothing,
    [`${finds} broadcast`]: finish,
    [`${finds} completed`]: async (at) => {
      await finish(at);
      await owner.call('/sandbox/mine', { coin: 'GRIN', blocks: GRIN_BLOCKS });
    },
    [`${finds} cancelled`]: async (at) => {
      await owner.call('/sandbox/fail-withdrawal', { withdrawal: idAt(at) });
    },
    [`${meets} 404`]: ordered('withdrawalStatus', 404),
    [`${meets} 429${meets.includes('look') ? '' : ' for 20 s'}`]: ordered('withdrawalStatus', 429),
    [`${meets} 500`]: ordered('withdrawalStatus', 500),
    [`${meets} no answer`]: ordered('withdrawalStatus', 'refuse'),
  });
  const facts = (name: FactsName) => () => {
    feed?.received(factsOf(ticker)[name]);
    return undefined;
  };
  const print = fingerprint(ticker, { amount: amountOf(ticker), address: ticker === 'GRIN' ? '' : ADDRESS });
  const sent = { ...sendingOf(ticker, known?.id ?? null, []), print, idempotencyKey: randomUUID() };
  const newest = async (): Promise<string[]> => (await newestOf(ticker, by)).map(({ id }) => id);
  const kept =
    isKept === 'nothing' || isKept === 'chosen'
      ? null
      : { ...sent, before: isKept === 'sent' ? await newest() : [] };
  return {
    machine: withdrawalMachine.provide({
      ...implementations,
      actors: {
        ...implementations.actors,
        create: oneLook(implementations.actors.create),
        exchange: fromCallback<EventObject, SlatepackExchangeInput>(({ sendBack }) => {
          tell = sendBack;
        }) as never,
      },
    }),
    input: { ticker, kept, ...offers, chosen: isKept === 'chosen' ? (known?.id ?? null) : null },
    clock: new TestClock(NOW),
    network,
    tells: { exchange: (event) => tell(event) },
    events: {
      'facts: open': facts('open'),
      'facts: no fee': facts('no fee'),
      'facts: poor': facts('poor'),
      'facts: dearer': facts('dearer'),
      'facts: broke': facts('broke'),
      'facts: no such coin': facts('no such coin'),
      'facts: switched off': facts('switched off'),
      'facts: no refund address': facts('no refund address'),
      'facts fail': () => {
        feed?.failed({ code: 'unreachable', retryable: true });
        return undefined;
      },
      'continue: calm': () => ({
        type: 'user.continue',
        typed: { address: ADDRESS, amount: amountOf(ticker) },
      }),
      'continue: all of it': () => ({ type: 'user.continue', typed: TYPED['all of it'] }),
      confirm: () => ({ type: 'user.confirm', idempotencyKey: randomUUID() }),
      'confirm with a code': () => ({
        type: 'user.confirm',
        idempotencyKey: randomUUID(),
        privateCode: newCode(),
      }),
    },
    outcomes: {
      'findWaiting: none waits': () => cancelAll(by),
      'findWaiting: one may wait': async () => void (await withdraw(ticker)),
      'findWaiting: 429 for 20 s': ordered('withdrawals', 429),
      'findWaiting: no answer': ordered('withdrawals', 'refuse'),
      'readBefore: list': nothing,
      'readBefore: 429 for 20 s': ordered('withdrawals', 429),
      'readBefore: 500': ordered('withdrawals', 500),
      'readBefore: no answer': ordered('withdrawals', 'refuse'),
      'create: taken': nothing,
      'create: message': nothing,
      'create: code missing': nothing,
      'create: code used': async () => void (await withdraw(ticker, by, code)),
      'create: 403 in parts': ordered('createWithdrawal', 403),
      'create: 422 with an error': ordered('createWithdrawal', 422),
      'create: 400 without words': ordered('createWithdrawal', 400),
      'create: 429 for 20 s': ordered('createWithdrawal', 429),
      'create: 500': ordered('createWithdrawal', 500),
      'create: no answer': ordered('createWithdrawal', 'refuse'),
      'create: silence': async () => 'silence',
      'create: look finds it': async () =>
        void (await withdraw(ticker, by, by === guarded ? nextCode(venue, secret) : '')),
      'create: look finds nothing': nothing,
      'create: look meets 429': ordered('withdrawals', 429),
      'create: look meets 500': ordered('withdrawals', 500),
      ...statuses('readGrinStatus:', 'readGrinStatus:'),
    },
  };
}

const always = 'the venue always says it';
const atOnce = 'the venue sends GRIN on in the moment in which it is finished';
const reasoned = 'the venue gives a reason with each 409';

walkAtVenue({
  model: withdrawalModel,
  variants: [
    {
      of: 'every gate, and news while the user is at it',
      open: () => open('BTC', 'nothing'),
      isOneWay: true,
    },
    { of: 'BTC, every answer', open: () => open('BTC', 'nothing'), isOneWay: true },
    {
      of: 'BTC, with a code',
      open: () => open('BTC', 'nothing', { takesCode: true }, guarded),
      isOneWay: true,
    },
    {
      of: 'GRIN, with a code',
      open: () => open('GRIN', 'nothing', { takesCode: true }, guarded),
      isOneWay: true,
    },
    { of: 'BTC, reloaded while it was sent', open: () => open('BTC', 'sent'), isOneWay: true },
    { of: 'GRIN, every reply and every answer', open: () => open('GRIN', 'nothing'), isOneWay: true },
    { of: 'GRIN, every answer to the request', open: () => open('GRIN', 'nothing'), isOneWay: true },
    { of: 'GRIN, reloaded while the reply was awaited', open: () => open('GRIN', 'known'), isOneWay: true },
    {
      of: 'GRIN, started elsewhere',
      open: () => open('GRIN', 'nothing', { canCancel: true }),
      isOneWay: true,
    },
    { of: 'GRIN, chosen in the history', open: () => open('GRIN', 'chosen'), isOneWay: true },
    {
      of: 'BTC, the fee moves while it is confirmed, at a server that charges what was shown',
      open: () => open('BTC', 'nothing', { fixesFee: true }),
      isOneWay: true,
    },
  ],
  key: ({ value, context }) => ({
    value,
    gate: context.facts?.gate,
    balance: context.facts?.balance,
    hasFee: (context.facts?.fee ?? null) !== null,
    amount: context.draft?.amount,
    isRunning: (context.receipt?.slatepack ?? null) !== null,
  }),
  cannot: {
    'create: taken without words': always,
    'create: taken otherwise': 'the venue does what it is asked',
    'create: message without an end': always,
    'create: 409': reasoned,
    'create: not JSON': 'every answer of the venue can be read',
    'readGrinStatus: still awaited': always,
    'readGrinStatus: pending': atOnce,
    'readGrinStatus: expired': 'the venue calls one that ran out cancelled',
  },
  unreachable: {
    'withdrawal.gating | always#2 [mayConfirmAgain] -> withdrawal.confirming':
      'a reload: tests/e2e/withdraw.spec.ts',
    ...Object.fromEntries(
      ['form', 'confirming'].map((state) => [
        `withdrawal.${state} | waiting.read#0 -> (stay)`,
        'another page: walked on the actor, and read in tests/unit/app/followStatus.test.ts',
      ]),
    ),
    'withdrawal.creating | create.done#1 [usesSlatepacks] -> withdrawal.result.failed': always,
    'withdrawal.resuming | xstate.done.actor.readGrinStatus#1 [isAwaiting] -> withdrawal.result.failed':
      always,
    'withdrawal.resuming | xstate.done.actor.readGrinStatus#3 [isSubmitted] -> withdrawal.result.unknown':
      atOnce,
  },
});
