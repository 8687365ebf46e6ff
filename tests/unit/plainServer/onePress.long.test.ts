/**
 * The client's machines and services against a plain server: one press is one write, whatever happens to answers
 * (LOST-01 to LOST-04).
 */
import { createActor, type AnyActorRef } from 'xstate';
import { expect, test } from 'vitest';
import { orderCancellationImplementations } from '../../../src/machines/openOrders/openOrders.actors.ts';
import { orderFormImplementations } from '../../../src/machines/orderForm/orderForm.actors.ts';
import { ticketMachine } from '../../../src/machines/support/ticket.machine.ts';
import { ticketListMachine } from '../../../src/machines/support/ticketList.machine.ts';
import {
  ticketImplementations,
  ticketListImplementations,
} from '../../../src/machines/support/support.actors.ts';
import { withdrawalImplementations } from '../../../src/machines/withdrawal/withdrawal.actors.ts';
import { orderCancellationMachine } from '../../../src/machines/openOrders/orderCancellation.machine.ts';
import { orderFormMachine } from '../../../src/machines/orderForm/orderForm.machine.ts';
import { withdrawalMachine } from '../../../src/machines/withdrawal/withdrawal.machine.ts';
import type { WithdrawalFacts } from '../../../src/machines/withdrawal/withdrawal.rules.ts';
import { orderCalls } from '../../../src/services/contract/calls/orders.ts';
import { supportCalls } from '../../../src/services/contract/calls/support.ts';
import { walletCalls } from '../../../src/services/contract/calls/wallet.ts';
import type { Transport } from '../../../src/services/http/port.ts';
import { createRandom, type Random } from '../../../venue/random.ts';
import { SETTINGS } from '../../models/orderForm.model.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { factsOf } from '../../models/withdrawal.model.ts';
import { COINS } from '../../plainServer/coins.ts';
import type { Fault, How } from '../../plainServer/faults.ts';
import { GRIN_AMOUNT, slatepacks } from '../../plainServer/slatepacks.ts';
import { styleOf } from '../../plainServer/style.ts';
import { clientOf, TRADER, type Client } from './client.ts';

/** `npm run bench -- lost` runs 2,000 of each write. `LOST_SEED` starts with a failed seed. */
const RUNS = Number(process.env.LOST_RUNS ?? '12');
const FIRST_SEED = Number(process.env.LOST_SEED ?? '1');
const PAIR = 'XMR-USDT';
const TEXT = 'And now?';
const ADDRESS = COINS.find(({ ticker }) => ticker === 'USDT')?.example ?? '';
const DRAFT = { subject: 'Where is it?', description: 'I wait.', category: 'other' } as const;

/** `ask`: the user may look again. `absent`: they may send it again. Null: still running. */
type Verdict = 'done' | 'not done' | 'ask' | 'absent' | null;

interface Page extends Client {
  readonly clock: TestClock;
  readonly newKey: () => string;
}

interface Pressed {
  readonly actor: AnyActorRef;
  readonly verdict: () => Verdict;
  readonly checkAgain: () => void;
  readonly sendAgain: () => void;
}

interface Write {
  readonly call: string;
  readonly reads: readonly string[];
  /** `spoil` is called right before the press. */
  readonly press: (page: Page, spoil: () => void) => Promise<Pressed>;
  /** How often the server did it. */
  readonly effects: (page: Page) => Promise<number>;
}

const nothing = (): void => undefined;
/** A page that does nothing for this long is stuck. */
const MAX_STEPS = 2000;
/** Some ten seconds. */
const MAX_TURNS = 3_000_000;
const TRIES = 9;
/** Repeated until no planted error is left. */
async function truth<T>(read: () => Promise<{ readonly ok: boolean; readonly value?: T }>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await read();
      if (answer.ok && answer.value !== undefined) return answer.value;
      throw new Error('the truth could not be read');
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}
const until = async (isThere: () => boolean): Promise<void> => {
  while (!isThere()) await turn();
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const OPEN = { pair: PAIR, state: 'OPENED,PARTIALLY_FILLED' };
const openOrders = ({ http }: Page) => truth(() => http.send(orderCalls.orders, { query: OPEN }));
const BUY = { pair: PAIR, type: 'LIMIT', operation: 'BUY', quantity: '1', price: '150' } as const;

const order: Write = {
  call: 'POST /order/orders/limit',
  reads: ['GET /order/orders', 'GET /order/orders/history/executions'],
  async press({ http, clock, newKey }, spoil) {
    const implementations = orderFormImplementations({
      http,
      watchSettings: (_pair, { loaded }) => {
        loaded({ ...SETTINGS, pair: PAIR, minPriceIncrement: '0.01' });
        return { retry: nothing, stop: nothing };
      },
      watchPrice: () => () => undefined,
      knownBefore: () => ({ orders: [], executions: [] }),
      keepSent: () => nothing,
      keepDraft: nothing,
      dropSent: nothing,
      noteOwnChange: nothing,
    });
    const actor = createActor(orderFormMachine.provide(implementations), {
      clock,
      input: { pair: PAIR, side: 'buy', allowsMarket: false },
    }).start();
    spoil();
    actor.send({
      type: 'user.submit',
      press: {
        typed: { kind: 'limit', price: BUY.price, quantity: BUY.quantity },
        isSignedIn: true,
        facts: { bestBid: '149', bestAsk: '151', available: '1000' },
        idempotencyKey: newKey(),
        now: clock.now(),
      },
    });
    return {
      actor,
      verdict: () => {
        const at = actor.getSnapshot();
        if (at.matches({ taking: 'placed' })) return 'done';
        if (at.matches({ taking: 'refused' })) return 'not done';
        if (at.matches({ outcomeUnknown: 'absent' })) return 'absent';
        return at.matches({ outcomeUnknown: 'unresolved' }) ? 'ask' : null;
      },
      checkAgain: () => actor.send({ type: 'user.checkAgain' }),
      sendAgain: () => actor.send({ type: 'user.sendAgain' }),
    };
  },
  effects: async (page) => (await openOrders(page)).length,
};

const cancellation: Write = {
  call: 'DELETE /order/cancel/{id}',
  reads: ['GET /order/orders'],
  async press(page, spoil) {
    const { http, clock, newKey } = page;
    await http.send(orderCalls.placeLimitOrder, { body: BUY });
    const [placed] = await openOrders(page);
    const implementations = orderCancellationImplementations({
      http,
      newIdempotencyKey: newKey,
      noteOwnChange: nothing,
    });
    const actor = createActor(orderCancellationMachine.provide(implementations), {
      clock,
      input: { orderId: placed?.id ?? '', pair: PAIR },
    }).start();
    const cancel = (): void => actor.send({ type: 'user.cancel' });
    spoil();
    cancel();
    return {
      actor,
      verdict: () => {
        const at = actor.getSnapshot();
        if (at.matches('closed')) return 'done';
        if (at.matches('failed') && at.context.failure) return 'not done';
        // Cancelling twice does no harm: it may be sent again without being known (CANCEL-11).
        return at.matches('failed') || at.matches('unresolved') ? 'absent' : null;
      },
      checkAgain: nothing,
      sendAgain: cancel,
    };
  },
  effects: async (page) => 1 - (await openOrders(page)).length,
};

const { open: BTC } = factsOf('BTC');
const TETHER: WithdrawalFacts = {
  ...BTC,
  coin: BTC.coin && {
    ...BTC.coin,
    ticker: 'USDT',
    network: 'Avalanche',
    decimalPlaces: 6,
    minWithdrawalAmount: '5',
  },
  balance: '1000',
  fee: '0.5',
};

async function wizard({ http, clock }: Page, ticker: 'USDT' | 'GRIN') {
  const implementations = withdrawalImplementations({
    http,
    kept: { keep: nothing, drop: nothing, keepForm: nothing },
    userId: () => 'ann',
    watchFacts: (_ticker, { received }) => {
      queueMicrotask(() => received(ticker === 'GRIN' ? factsOf(ticker).open : TETHER));
      return { retry: nothing, stop: nothing };
    },
    waitUntil: () => nothing,
    followStatus: () => nothing,
    followWaiting: () => nothing,
    sendsFee: false,
    noteOwnChange: nothing,
  });
  const actor = createActor(withdrawalMachine.provide(implementations), {
    clock,
    input: { ticker, kept: null },
  }).start();
  await until(() => actor.getSnapshot().matches('form'));
  return actor;
}

const withdrawals = ({ http }: Page) => truth(() => http.send(walletCalls.withdrawals, {}));
const tickets = async ({ http }: Page) => (await truth(() => http.send(supportCalls.tickets, {}))).items;
const HISTORY = 'GET /withdrawal/withdrawals/user/history';
const STATUS = 'GET /withdrawal/withdrawals/{id}/status';

const withdrawal: Write = {
  call: 'POST /withdrawal/withdrawals/create',
  reads: [HISTORY],
  async press(page, spoil) {
    const actor = await wizard(page, 'USDT');
    actor.send({ type: 'user.continue', typed: { address: ADDRESS, amount: '10' } });
    actor.send({ type: 'user.confirm', idempotencyKey: page.newKey() });
    // Existing entries are read before the write.
    await until(() => !actor.getSnapshot().matches('checking'));
    spoil();
    return {
      actor,
      verdict: () => {
        const at = actor.getSnapshot();
        if (at.matches({ result: 'submitted' })) return 'done';
        if (at.matches({ result: 'failed' })) return 'not done';
        if (at.matches('notFound')) return 'absent';
        return at.matches('unresolved') ? 'ask' : null;
      },
      checkAgain: () => actor.send({ type: 'user.checkAgain' }),
      sendAgain: () => actor.send({ type: 'user.sendAgain' }),
    };
  },
  effects: async (page) => (await withdrawals(page)).length,
};

const finalize: Write = {
  call: 'POST /withdrawal/withdrawals/grin/finalize-withdrawal',
  reads: [STATUS],
  async press(page, spoil) {
    const actor = await wizard(page, 'GRIN');
    actor.send({ type: 'user.continue', typed: { address: '', amount: GRIN_AMOUNT } });
    actor.send({ type: 'user.confirm', idempotencyKey: page.newKey() });
    await until(() => actor.getSnapshot().matches('exchanging'));
    const { exchange } = actor.getSnapshot().children;
    if (!exchange) throw new Error('no exchange of slatepacks');
    const press = { privateReply: slatepacks.withdrawal.signed, idempotencyKey: page.newKey() };
    spoil();
    exchange.send({ type: 'user.finalize', press });
    return {
      actor,
      verdict: () => {
        const at = actor.getSnapshot();
        if (at.matches({ result: 'failed' })) return 'not done';
        if (at.matches('result')) return 'done';
        if (exchange.getSnapshot().matches('stillAwaited')) return 'absent';
        return exchange.getSnapshot().matches('undecided') ? 'ask' : null;
      },
      checkAgain: () => exchange.send({ type: 'user.checkAgain' }),
      sendAgain: () => exchange.send({ type: 'user.finalizeAgain', press }),
    };
  },
  effects: async (page) => (await withdrawals(page)).filter(({ status }) => status === 'completed').length,
};

const ticket: Write = {
  call: 'POST /support/tickets/create',
  reads: ['GET /support/tickets/list'],
  async press({ http, clock, newKey }, spoil) {
    const implementations = ticketListImplementations({
      http,
      forgetTexts: nothing,
      invalidateLists: nothing,
    });
    const actor = createActor(ticketListMachine.provide(implementations), { clock }).start();
    actor.send({ type: 'user.compose' });
    const create = (): void => actor.send({ type: 'user.create', draft: DRAFT, idempotencyKey: newKey() });
    spoil();
    create();
    return {
      actor,
      verdict: () => {
        const at = actor.getSnapshot();
        if (at.matches('browsing')) return 'done';
        if (at.matches({ composing: { taking: 'refused' } })) return 'not done';
        if (at.matches({ composing: { taking: 'absent' } })) return 'absent';
        return at.matches({ composing: 'unresolved' }) ? 'ask' : null;
      },
      checkAgain: () => actor.send({ type: 'user.checkAgain' }),
      sendAgain: create,
    };
  },
  effects: async (page) => (await tickets(page)).length,
};

const reply: Write = {
  call: 'POST /support/tickets/comment/{id}',
  reads: ['GET /support/tickets/comments/list/{id}'],
  async press(page, spoil) {
    const { http, clock, newKey } = page;
    await http.send(supportCalls.createTicket, { body: DRAFT });
    const [made] = await tickets(page);
    const implementations = ticketImplementations({ http, invalidateLists: nothing, random: () => 0 });
    const actor = createActor(ticketMachine.provide(implementations), {
      clock,
      input: { ticketId: made?.id ?? '' },
    });
    let isSent = false;
    actor.on('reply.sent', () => (isSent = true));
    actor.start();
    await until(() => actor.getSnapshot().matches({ shown: { taking: 'idle' } }));
    const send = (): void => actor.send({ type: 'user.reply', text: TEXT, idempotencyKey: newKey() });
    spoil();
    send();
    return {
      actor,
      verdict: () => {
        const at = actor.getSnapshot();
        if (isSent) return 'done';
        if (at.matches({ shown: 'unresolved' })) return 'ask';
        if (at.hasTag('sending') || at.hasTag('unknown')) return null;
        return at.context.absent === null ? 'not done' : 'absent';
      },
      checkAgain: () => actor.send({ type: 'user.checkAgain' }),
      sendAgain: send,
    };
  },
  async effects(page) {
    const [made] = await tickets(page);
    const params = { id: made?.id ?? '' };
    const { items } = await truth(() => page.http.send(supportCalls.comments, { params }));
    return items.filter(({ content }) => content === TEXT).length;
  },
};

const WRITES = { order, cancellation, withdrawal, finalize, ticket, reply };

const HOWS: readonly How[] = [
  'lost before',
  'lost after',
  '5xx before',
  '5xx after',
  'cut',
  'late',
  'late, unanswered',
];
const READ_HOWS: readonly How[] = ['lost before', '5xx before', 'cut'];
const one = <T>(random: Random, list: readonly T[]): T | undefined => list[random.whole(0, list.length - 1)];

interface Held {
  readonly fault: Fault;
  state: 'ordered' | 'held' | 'left' | 'released';
}

interface Ends {
  done: number;
  'not done': number;
  'not known': number;
}

/** @returns the page's text at its end, and what is wrong with it */
async function run(name: string, write: Write, seed: number, sendsIdempotencyKeys: boolean) {
  const random = createRandom(`${name} ${seed} ${sendsIdempotencyKeys}`);
  const clock = new TestClock(Date.now());
  const held: Held[] = [];
  const open = { reads: 0, writes: 0 };
  const watch =
    (transport: Transport): Transport =>
    async (request) => {
      const kind = request.method === 'GET' ? 'reads' : 'writes';
      open[kind] += 1;
      try {
        return await transport(request);
      } finally {
        open[kind] -= 1;
        // The page no longer waits for these.
        if (kind === 'writes') for (const entry of held) if (entry.state === 'held') entry.state = 'left';
      }
    };
  const client = await clientOf(styleOf(seed), { clock, sendsIdempotencyKeys, watch });
  const { server } = client;
  let keys = 0;
  const page: Page = {
    ...client,
    clock,
    newKey: () => `00000000-0000-4000-8000-${String(++keys).padStart(12, '0')}`,
  };
  server.credit(TRADER.email, 'USDT', '1000');
  server.credit(TRADER.email, 'GRIN', '10');

  const spoil = (): void => {
    if (random.next() < 0.15) return;
    const fault = server.fail(write.call, one(random, HOWS) ?? 'cut');
    const entry: Held = { fault, state: 'ordered' };
    if (fault.how.startsWith('late')) {
      held.push(entry);
      void fault.arrived.then(() => {
        if (entry.state === 'ordered') entry.state = 'held';
      });
    }
  };
  const spoilReads = (): void => {
    for (const call of write.reads) {
      if (random.next() < 0.3) server.fail(call, one(random, READ_HOWS) ?? 'cut');
    }
  };
  const isHeld = (): boolean => held.some(({ state }) => state === 'held');
  const isUnderWay = (): boolean => open.reads > 0 || (open.writes > 0 && !isHeld());
  const settled = async (): Promise<void> => {
    let turns = 0;
    for (let quiet = 0; quiet < 3; quiet = isUnderWay() ? 0 : quiet + 1) {
      turns += 1;
      if (turns > MAX_TURNS) throw new Error(`seed ${seed}: no answer to ${JSON.stringify(open)}`);
      await turn();
    }
  };
  const release = (): void => {
    for (const entry of held) {
      entry.fault.release();
      // Done by the server, but still not answered.
      if (entry.fault.how === 'late') entry.state = 'released';
    }
  };

  const { actor, verdict, checkAgain, sendAgain } = await write.press(page, spoil);
  spoilReads();
  let presses = 1;
  let asked = 0;
  let said: keyof Ends | null = null;
  for (let step = 0; said === null; step += 1) {
    if (step > MAX_STEPS) throw new Error(`the page says nothing at seed ${seed}`);
    await settled();
    const told = verdict();
    if (told === 'done' || told === 'not done') said = told;
    else if (told === 'absent' && presses < 3 && random.next() < 0.6) {
      presses += 1;
      spoil();
      spoilReads();
      sendAgain();
    } else if (told === 'absent') said = 'not known';
    else if (told === 'ask') {
      asked += 1;
      if (asked > 4) said = 'not known';
      else checkAgain();
    } else if (held.length > 0 && random.next() < 0.2) release();
    else if (clock.advanceToNext() === undefined && !isHeld()) throw new Error(`stuck at seed ${seed}`);
  }
  actor.stop();
  const arrived = server.arrivals(write.call).length;
  const effects = await write.effects(page);
  release();
  await server.stop();
  const isTrue =
    arrived <= presses &&
    effects <= presses &&
    (said !== 'done' || effects > 0) &&
    (said !== 'not done' || presses > 1 || effects === 0);
  return {
    said,
    wrong: isTrue ? null : { LOST_SEED: seed, sendsIdempotencyKeys, said, arrived, presses, effects },
  };
}

test.each(Object.entries(WRITES))(
  `%s: one press is one write, and the page ends on the truth, in ${RUNS} runs with keys and ${RUNS} without`,
  async (name, write) => {
    const ends: Ends = { done: 0, 'not done': 0, 'not known': 0 };
    const wrongs: unknown[] = [];
    for (const sendsIdempotencyKeys of [true, false]) {
      for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS && wrongs.length === 0; seed += 1) {
        const { said, wrong } = await run(name, write, seed, sendsIdempotencyKeys);
        ends[said] += 1;
        if (wrong) wrongs.push(wrong);
      }
    }
    expect(wrongs).toEqual([]);
    expect(ends.done).toBeGreaterThan(0);
    if (RUNS > 100)
      process.stdout.write(`${name}: ${2 * RUNS} runs, ${JSON.stringify(ends)}, none sent twice\n`);
  },
  Math.max(60_000, RUNS * 2000),
);
