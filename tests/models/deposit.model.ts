import type { SnapshotFrom } from 'xstate';
import type { FactsListener } from '../../src/machines/refundAddresses/coinFacts.ts';
import { depositImplementations } from '../../src/machines/deposit/deposit.actors.ts';
import type { Coin } from '../../src/domain/coin.ts';
import type { DepositAddress } from '../../src/domain/deposit.ts';
import type { Failure } from '../../src/domain/failure.ts';
import { depositMachine, type DepositContext } from '../../src/machines/deposit/index.ts';
import * as selectors from '../../src/machines/deposit/deposit.selectors.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import { outages, refusal } from './tools/endings.ts';
import { BROKEN, oneLook } from './tools/oneLook.ts';
import type { AnyEvent, EventCase } from './tools/explore.ts';
import { recordEmitted, scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';

type Machine = typeof depositMachine;

export const coinOf = (ticker: string, part: Partial<Coin> = {}): Coin => ({
  ticker,
  name: ticker,
  network: ticker,
  decimalPlaces: 8,
  isDepositEnabled: true,
  isWithdrawalEnabled: true,
  isTradingEnabled: true,
  refundAddressRequired: true,
  minWithdrawalAmount: '0',
  minDepositAmount: '0.001',
  depositFee: null,
  confirmations: null,
  addressFormat: null,
  addressExample: null,
  explorerUrl: null,
  ...part,
});

export const refundOf = (ticker: string, address: string | null) => ({
  ticker,
  name: ticker,
  network: null,
  address,
  setAt: null,
  isRequired: null,
  isDepositEnabled: true,
});

const ADDRESS = 'bc1qexample';
const given = (part: Partial<DepositAddress> = {}): DepositAddress => ({
  currency: null,
  address: ADDRESS,
  tag: null,
  createdAt: null,
  ...part,
});
const tooMany = refusal(429, 'Slow down');
const refused = refusal(403, 'Deposits of BTC are paused', 'DEPOSITS_PAUSED');
const lost = outages('createDepositAddress', { address: 'x', created_at: 'never' });
const OUTAGES = [lost.serverDown, lost.noAnswer, lost.unreadable];
const lostFresh = outages('freshDepositAddress', { address: 'x', created_at: 'never' });
const FRESH_OUTAGES = [lostFresh.serverDown, lostFresh.noAnswer, lostFresh.unreadable];
const FRESH = 'bc1qfresh';
const full = refusal(429, 'Come back tomorrow', 'TOO_MANY_ADDRESSES');

const isShowing =
  (address: string) =>
  (snapshot: SnapshotFrom<Machine>): boolean =>
    snapshot.context.address?.address === address;

const endings: NonNullable<Variant<Machine>['outcomes']> = {
  requestAddress: [
    {
      name: 'address',
      reply: { status: 200, body: { address: ADDRESS } },
      done: { ok: true, value: given() },
    },
    {
      name: 'address with tag',
      reply: { status: 200, body: { data: { address: ADDRESS, tag: '77', coin_ticker: 'BTC' } } },
      done: { ok: true, value: given({ tag: '77', currency: 'BTC' }) },
    },
    {
      name: 'no address',
      reply: { status: 200, body: { address: ' ' } },
      done: { ok: true, value: given({ address: null }) },
    },
    { name: 'refused', reply: refused.reply, done: { ok: false, failure: refused.failure } },
    { name: 'too many', reply: tooMany.reply, done: { ok: false, failure: tooMany.failure } },
    ...OUTAGES,
  ],
  makeAddress: [
    {
      name: 'another address',
      reply: { status: 200, body: { address: FRESH } },
      done: { ok: true, value: given({ address: FRESH }) },
    },
    {
      name: 'no address',
      reply: { status: 200, body: {} },
      done: { ok: true, value: given({ address: null }) },
    },
    { name: 'too many', reply: full.reply, done: { ok: false, failure: full.failure } },
    ...FRESH_OUTAGES,
  ],
  reconcileWrite: [
    {
      name: 'a newer one',
      reply: { status: 200, body: [{ address: FRESH }, { address: ADDRESS }] },
      done: { kind: 'found', value: given({ address: FRESH }) },
      when: isShowing(ADDRESS),
    },
    {
      name: 'one newer still',
      reply: { status: 200, body: [{ address: ADDRESS }, { address: FRESH }] },
      done: { kind: 'found', value: given() },
      when: isShowing(FRESH),
    },
    {
      name: 'the same',
      reply: { status: 200, body: [{ address: ADDRESS }] },
      done: { kind: 'absent' },
      when: isShowing(ADDRESS),
    },
    {
      name: 'a defect',
      reply: { status: 200, body: [{ address: FRESH }] },
      error: BROKEN,
      when: isShowing(ADDRESS),
    },
    {
      name: 'no answer',
      reply: 'noAnswer',
      done: { kind: 'unknown', failure: { code: 'unreachable', retryable: true, cause: 'TypeError' } },
    },
  ],
};

const down: Failure = { code: 'server', status: 500, retryable: true };
const garbled: Failure = { code: 'unreadable', status: 200, retryable: false };

/** By the name of the event that the machine must receive. */
export function lists(symbol: string) {
  const coin = coinOf(symbol);
  const known = (name: string, facts: Parameters<FactsListener['known']>[0]) => ({ name, facts });
  const withAddress = [refundOf(symbol, 'r1')];
  return {
    open: known('open', { coins: [coin], refundAddresses: withAddress, failure: null }),
    unrequired: known('needs none', {
      coins: [coinOf(symbol, { refundAddressRequired: false })],
      refundAddresses: [],
      failure: null,
    }),
    unknown: known('unknown coin', { coins: [coinOf('XMR')], refundAddresses: withAddress, failure: null }),
    disabled: known('disabled, and no refund address', {
      coins: [coinOf(symbol, { isDepositEnabled: false })],
      refundAddresses: [],
      failure: null,
    }),
    missing: known('no refund address', {
      coins: [coin],
      refundAddresses: [refundOf(symbol, null)],
      failure: null,
    }),
  };
}

const GATES = {
  open: 'open',
  unrequired: 'open',
  unknown: 'unavailable',
  disabled: 'unavailable',
  missing: 'refundAddressMissing',
} as const;

/** Lists are followed until the gates are passed. */
const whileEntering = (one: EventCase<Machine>): EventCase<Machine> => ({
  ...one,
  when: (snapshot) => snapshot.matches('entering'),
});

function events(symbol: string): readonly EventCase<Machine>[] {
  const all = lists(symbol);
  const told: EventCase<Machine>[] = [
    ...(Object.keys(GATES) as (keyof typeof GATES)[]).map((key): EventCase<Machine> => ({
      name: all[key].name,
      event: {
        type: 'facts.known',
        gate: GATES[key],
        coin: all[key].facts.coins.find(({ ticker }) => ticker === symbol) ?? null,
      },
    })),
    {
      name: 'coins down',
      says: 'the coins cannot be read',
      event: { type: 'facts.failed', what: 'coins', failure: down },
    },
    {
      name: 'coins garbled',
      says: 'the coins come in a form that cannot be read',
      event: { type: 'facts.failed', what: 'coins', failure: garbled },
    },
    {
      name: 'refunds garbled',
      says: 'the refund addresses come in a form that cannot be read',
      event: { type: 'facts.failed', what: 'refundAddresses', failure: garbled },
    },
  ];
  return [
    ...told.map(whileEntering),
    { name: 'reload', says: 'the user presses "Reload"', event: { type: 'user.reload' } },
    { name: 'retry', says: 'the user presses "Retry"', event: { type: 'user.retry' } },
    { name: 'another', says: 'the user asks for another address', event: { type: 'user.freshAddress' } },
  ];
}

function sut(symbol: string): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects);
  const listeners = new Set<FactsListener>();
  const all = Object.values(lists(symbol));
  const implementations = depositImplementations({
    http: network.http,
    watchFacts: (listener) => {
      listeners.add(listener);
      return {
        reload: () => effects.push('lists asked for again'),
        stop: () => void listeners.delete(listener),
      };
    },
    reportOutage: () => effects.push('maintenance'),
  });
  let isBroken = false;
  const reconcileWrite = oneLook(implementations.actors.reconcileWrite, () => isBroken);
  return {
    machine: depositMachine.provide({
      ...implementations,
      actors: { ...implementations.actors, reconcileWrite },
    }),
    clock: new TestClock(),
    settle: (id, outcome) => {
      isBroken = id === 'reconcileWrite' && outcome.error !== undefined;
      network.reply(outcome.reply as Reply);
    },
    drive: {
      'facts.known': (event: AnyEvent) => {
        const told = all.find(
          ({ facts }, index) =>
            Object.values(GATES)[index] === event.gate &&
            (facts.coins.find(({ ticker }) => ticker === symbol) ?? null)?.refundAddressRequired ===
              (event.coin as Coin | null)?.refundAddressRequired,
        );
        for (const listener of listeners) if (told) listener.known(told.facts);
      },
      'facts.failed': (event: AnyEvent) => {
        for (const listener of listeners) {
          listener.failed(event.what as 'coins', event.failure as Failure);
        }
      },
    },
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    leaks: () => [...network.open(), ...[...listeners].map(() => 'a listener of the lists')],
  };
}

const toast = (key: string, rest = '', kind = 'error'): string =>
  `toast {"key":"deposit:toast.${key}","kind":"${kind}"${rest}}`;
const coinIn = ({ symbol }: DepositContext): string => `,"values":{"coin":"${symbol}"}`;
const POST = (symbol: string): string => `POST /user/deposit-address {"coin_ticker":"${symbol}"}`;
const FRESH_POST = (symbol: string): string => `POST /user/deposit-address/fresh {"coin_ticker":"${symbol}"}`;
const READ = (symbol: string): string => `GET /user/deposit-address/list?coin_ticker=${symbol}`;
const MADE = ({ symbol }: DepositContext): string =>
  `toast {"key":"deposit:toast.freshAddress","kind":"success","values":{"coin":"${symbol}"}}`;
const ENTERING = ['entering.gating', 'entering.unloaded'];

const requirements: readonly Row<DepositContext>[] = [
  {
    ref: 'DEPOSIT-01: waits for coin and refund-address data',
    in: '',
    on: '(start)',
    to: 'entering.gating',
    sets: () => ({ coin: null, address: null, problem: null, unmade: null }),
  },
  {
    ref: 'DEPOSIT-02: coin unknown or deposits disabled, sent to /wallet; before the refund address is looked at',
    in: ENTERING,
    on: ['unknown coin', 'disabled, and no refund address'],
    to: 'leaving',
    does: (context) => [toast('unavailable', coinIn(context)), 'navigate {"replace":true,"to":"/wallet"}'],
  },
  {
    ref: 'DEPOSIT-02: refund address required and missing, sent to the row of the coin',
    in: ENTERING,
    on: 'no refund address',
    says: 'the refund address that the coin needs turns out to be missing',
    to: 'leaving',
    does: (context) => [
      toast('refundAddressFirst', coinIn(context), 'info'),
      `navigate {"remembersWay":true,"replace":true,"to":"/refund-addresses?coin=${context.symbol}"}`,
    ],
  },
  {
    ref: 'DEPOSIT-05: for GRIN there is no address',
    in: ENTERING,
    on: ['open', 'needs none'],
    if: ({ symbol }) => symbol === 'GRIN',
    to: 'exchanging',
    sets: (_, event) => ({ coin: event.coin, problem: null }),
  },
  {
    ref: 'DEPOSIT-01: otherwise a deposit address is requested once, automatically',
    in: ENTERING,
    on: ['open', 'needs none'],
    to: 'requesting',
    does: ({ symbol }) => [POST(symbol)],
    sets: (_, event) => ({ coin: event.coin, problem: null }),
  },
  {
    ref: 'CALL-02: a 5xx or a dead network on the first load',
    in: ENTERING,
    on: 'coins down',
    to: 'entering.unloaded',
    does: () => ['maintenance'],
    sets: () => ({ problem: { what: 'coins', failure: down } }),
  },
  {
    ref: 'DEPOSIT-10: failed to fetch coin info',
    in: ENTERING,
    on: 'coins garbled',
    to: 'entering.unloaded',
    does: () => [toast('coinsFailed')],
    sets: () => ({ problem: { what: 'coins', failure: garbled } }),
  },
  {
    ref: 'DEPOSIT-10: failed to fetch refund addresses',
    in: ENTERING,
    on: 'refunds garbled',
    to: 'entering.unloaded',
    does: () => [toast('refundAddressesFailed')],
    sets: () => ({ problem: { what: 'refundAddresses', failure: garbled } }),
  },
  {
    ref: 'DEPOSIT-03: error with a reload button',
    in: 'entering.unloaded',
    on: 'reload',
    to: 'entering.gating',
    does: () => ['lists asked for again'],
    sets: () => ({ problem: null }),
  },
  {
    ref: 'DEPOSIT-01: the main state shows a deposit address',
    in: 'requesting',
    on: 'requestAddress: address',
    to: 'showing.idle',
    sets: () => ({ address: given(), problem: null }),
  },
  {
    ref: 'DEPOSIT-13: tag or memo',
    in: 'requesting',
    on: 'requestAddress: address with tag',
    to: 'showing.idle',
    sets: () => ({ address: given({ tag: '77', currency: 'BTC' }) }),
  },
  {
    ref: 'DEPOSIT-10: no address returned',
    in: 'requesting',
    on: 'requestAddress: no address',
    to: 'uncreated',
    does: () => [toast('noAddress')],
    sets: () => ({ address: null, problem: { what: 'noAddress', failure: null } }),
  },
  ...[
    ['refused', refused.failure] as const,
    ['too many', tooMany.failure] as const,
    ...OUTAGES.map(({ name, failure }) => [name, failure] as const),
  ].map(([name, failure]): Row<DepositContext> => ({
    ref: 'DEPOSIT-10: failed to create address, in the words of the server where it sent some',
    in: 'requesting',
    on: `requestAddress: ${name}`,
    to: 'uncreated',
    does: () => [toast('addressFailed', failure.text === undefined ? '' : `,"text":"${failure.text}"`)],
    sets: () => ({ address: null, problem: { what: 'address', failure } }),
  })),
  {
    ref: 'DEPOSIT-03: address-creation-failed: retry',
    in: 'uncreated',
    on: 'retry',
    to: 'requesting',
    does: ({ symbol }) => [POST(symbol)],
    sets: () => ({ problem: null }),
  },
  {
    ref: 'PRIVACY-01: another address is asked for once',
    in: 'showing.idle',
    on: 'another',
    to: 'showing.making',
    does: ({ symbol }) => [FRESH_POST(symbol)],
    sets: () => ({ unmade: null }),
  },
  {
    ref: 'PRIVACY-01: the newest is shown',
    in: 'showing.making',
    on: 'makeAddress: another address',
    to: 'showing.idle',
    does: (context) => [MADE(context)],
    sets: () => ({ address: given({ address: FRESH }) }),
  },
  {
    ref: 'PRIVACY-02: the refusal is shown',
    in: 'showing.making',
    on: 'makeAddress: too many',
    to: 'showing.idle',
    sets: () => ({ unmade: { why: 'refused', failure: full.failure } }),
  },
  {
    ref: 'PRIVACY-01: an answer without an address is looked for, too',
    in: 'showing.making',
    on: 'makeAddress: no address',
    to: 'showing.finding',
    does: ({ symbol }) => [READ(symbol)],
  },
  ...FRESH_OUTAGES.map(({ name, failure }): Row<DepositContext> => ({
    ref: 'PRIVACY-01: a lost answer is looked for in the list, and nothing is sent',
    in: 'showing.making',
    on: `makeAddress: ${name}`,
    to: 'showing.finding',
    does: ({ symbol }) => [READ(symbol)],
    sets: () => ({ unmade: { why: 'unknown', failure } }),
  })),
  {
    ref: 'PRIVACY-01: the newest of the list is shown',
    in: 'showing.finding',
    on: ['reconcileWrite: a newer one', 'reconcileWrite: one newer still'],
    to: 'showing.idle',
    does: (context) => [MADE(context)],
    sets: ({ address }) => ({
      address: given({ address: address?.address === ADDRESS ? FRESH : ADDRESS }),
      unmade: null,
    }),
  },
  {
    ref: 'LOST-02: it was not made',
    in: 'showing.finding',
    on: 'reconcileWrite: the same',
    to: 'showing.idle',
    sets: ({ unmade }) => ({ unmade: { why: 'absent', failure: unmade?.failure ?? null } }),
  },
  {
    ref: 'LOST-02: nothing can be read',
    in: 'showing.finding',
    on: ['reconcileWrite: a defect', 'reconcileWrite: no answer'],
    to: 'showing.idle',
    sets: ({ unmade }) => ({ unmade: { why: 'unknown', failure: unmade?.failure ?? null } }),
  },
];

const variant = (symbol: string): Variant<Machine> => ({
  name: symbol,
  input: { symbol },
  events: events(symbol),
  outcomes: endings,
  sut: () => sut(symbol),
});

export const depositModel: MachineModel<Machine> = {
  name: 'deposit',
  machine: depositMachine,
  states: {
    'entering.gating': 'coins and refund addresses are being read',
    'entering.unloaded': 'the page says that it could not read what it needs, and offers to reload',
    requesting: 'the server is being asked for an address, once',
    'showing.idle': 'the address is shown',
    'showing.making': 'the address is shown, and another one is being asked for, once',
    'showing.finding': 'the address is shown, and the page reads whether another one was made',
    leaving: 'the user is led to where they can do something about it',
    uncreated: 'the page says that there is no address',
    exchanging: 'user and exchange swap slatepacks',
  },
  says: {
    'disabled, and no refund address': 'deposits turn out to be switched off, and the refund address missing',
    'needs none': 'the coin turns out to need no refund address',
    open: 'deposits of the coin turn out to be open',
    'unknown coin': 'the coin turns out not to exist',
  },
  services: {
    requestAddress: 'the request for an address',
    makeAddress: 'the request for another address',
    reconcileWrite: 'reading the addresses',
  },
  endings: {
    address: 'brings an address',
    'address with tag': 'brings an address with a tag',
    'another address': 'brings another address',
    'no address': 'brings no address',
    'a newer one': 'shows a newer address',
    'one newer still': 'shows an address that is newer still',
    'the same': 'shows the same address',
  },
  variants: [variant('BTC'), variant('GRIN')],
  requirements,
  selectors: {
    from: selectors,
    rules: {
      depositView: [
        [/^entering\.unloaded/, 'unloaded'],
        [/^entering/, 'loading'],
        [/^requesting/, 'creating'],
        [/^leaving/, 'leaving'],
        [/^showing/, 'address'],
        [/^uncreated/, 'uncreated'],
        [/^exchanging/, 'exchanging'],
      ],
      selectCoin: { context: 'coin' },
      selectAddress: { context: 'address' },
      selectProblem: { context: 'problem' },
      selectUnmade: { context: 'unmade' },
      isMaking: /making|finding/,
      isFinding: /finding/,
    },
  },
  tags: {
    busy: /^(entering\.gating|requesting|showing\.(making|finding))/,
    failed: /^(entering\.unloaded|uncreated)/,
  },
};
