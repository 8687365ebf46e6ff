import type { SnapshotFrom } from 'xstate';
import type { FactsListener } from '../../src/machines/refundAddresses/coinFacts.ts';
import { depositImplementations } from '../../src/machines/deposit/deposit.actors.ts';
import type { Coin } from '../../src/domain/coin.ts';
import type { DepositAddress } from '../../src/domain/deposit.ts';
import { OutageError, type Failure } from '../../src/domain/failure.ts';
import { depositMachine, type DepositContext } from '../../src/machines/deposit/deposit.machine.ts';
import * as selectors from '../../src/machines/deposit/deposit.machine.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { outages, refusal } from './tools/endings.ts';
import type { AnyEvent, EventCase, Outcome } from './tools/explore.ts';
import { scriptedNetwork, type Reply } from './tools/ports.ts';
import type { Row } from './tools/spec.ts';
import type { Sut } from './tools/walk.ts';
import { inPhases, oneLook, writeOutcomes, writingSut } from './tools/writes.ts';

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
/** `no address`: it was made, and the answer does not contain it. */
const FRESH_OUTAGES = [
  lostFresh.serverDown,
  lostFresh.noAnswer,
  lostFresh.unreadable,
  { name: 'no address', reply: { status: 200, body: {} }, failure: { code: 'unreadable', retryable: false } },
] as const;
const FRESH = 'bc1qfresh';
const full = refusal(429, 'Come back tomorrow', 'TOO_MANY_ADDRESSES');

type Snapshot = SnapshotFrom<Machine>;
const isShowing =
  (address: string) =>
  ({ context }: Snapshot): boolean =>
    context.address?.address === address;
const isLooking = (snapshot: Snapshot): boolean => snapshot.matches({ showing: { making: 'looking' } });

const { done, refused: denied, lost: unanswered, absent, unknown } = writeOutcomes('makeAddress');
const json = (body: unknown): Reply => ({ status: 200, body });
const thrown = ({
  name,
  reply,
  failure,
}: {
  name: string;
  reply: Reply;
  failure: Failure;
}): Outcome<Snapshot> => ({ name, reply, error: new OutageError(failure) });
const unread: Failure = { code: 'unreachable', retryable: true, cause: 'TypeError' };

const endings: NonNullable<Variant<Machine>['outcomes']> = {
  requestAddress: [
    { name: 'address', reply: json({ address: ADDRESS }), done: given() },
    {
      name: 'address with tag',
      reply: json({ data: { address: ADDRESS, tag: '77', coin_ticker: 'BTC' } }),
      done: given({ tag: '77', currency: 'BTC' }),
    },
    { name: 'no address', reply: json({ address: ' ' }), done: given({ address: null }) },
    thrown({ name: 'refused', ...refused }),
    thrown({ name: 'too many', ...tooMany }),
    ...OUTAGES,
  ],
  makeAddress: inPhases(isLooking, {
    sent: [
      done('another address', json({ address: FRESH }), given({ address: FRESH })),
      denied('too many', full.reply, full.failure),
      ...FRESH_OUTAGES.map(({ name, reply, failure }) => unanswered(name, reply, failure)),
    ],
    looked: [unknown('cannot be read', 'noAnswer', unread)],
  }).concat([
    {
      ...absent('the same', json([{ address: ADDRESS }])),
      when: (snapshot: Snapshot) => isLooking(snapshot) && isShowing(ADDRESS)(snapshot),
    },
    {
      ...done('a newer one', json([{ address: FRESH }, { address: ADDRESS }]), given({ address: FRESH })),
      when: (snapshot: Snapshot) => isLooking(snapshot) && isShowing(ADDRESS)(snapshot),
    },
    {
      ...done('one newer still', json([{ address: ADDRESS }, { address: FRESH }]), given()),
      when: (snapshot: Snapshot) => isLooking(snapshot) && isShowing(FRESH)(snapshot),
    },
  ]),
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
  const { actors, actions } = implementations;
  const wired = { ...actors, makeAddress: oneLook(actors.makeAddress) };
  const base = writingSut(depositMachine.provide({ actions, actors: wired }), { effects, network });
  return {
    ...base,
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
    leaks: () => [...(base.leaks?.() ?? []), ...[...listeners].map(() => 'a listener of the lists')],
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
    to: 'showing.making.sending',
    does: ({ symbol }) => [FRESH_POST(symbol)],
    sets: () => ({ unmade: null }),
  },
  {
    ref: 'PRIVACY-01: the newest is shown',
    in: 'showing.making.sending',
    on: 'makeAddress: another address',
    to: 'showing.idle',
    does: (context) => [MADE(context)],
    sets: () => ({ address: given({ address: FRESH }), unmade: null }),
  },
  {
    ref: 'PRIVACY-02: the refusal is shown',
    in: 'showing.making.sending',
    on: 'makeAddress: too many',
    to: 'showing.idle',
    sets: () => ({ unmade: { why: 'refused', failure: full.failure } }),
  },
  {
    ref: 'PRIVACY-01: a lost answer is looked for in the list, and nothing is sent; one without an address, too',
    in: 'showing.making.sending',
    on: FRESH_OUTAGES.map(({ name }) => `makeAddress: ${name}`),
    to: 'showing.making.looking',
    does: ({ symbol }) => [READ(symbol)],
    sets: () => ({ unmade: null }),
  },
  {
    ref: 'PRIVACY-01: the newest of the list is shown',
    in: 'showing.making.looking',
    on: ['makeAddress: a newer one', 'makeAddress: one newer still'],
    to: 'showing.idle',
    does: (context) => [MADE(context)],
    sets: ({ address }) => ({
      address: given({ address: address?.address === ADDRESS ? FRESH : ADDRESS }),
      unmade: null,
    }),
  },
  {
    ref: 'LOST-02: it was not made',
    in: 'showing.making.looking',
    on: 'makeAddress: the same',
    to: 'showing.idle',
    sets: () => ({ unmade: { why: 'absent', failure: null } }),
  },
  {
    ref: 'LOST-02: nothing can be read',
    in: 'showing.making.looking',
    on: 'makeAddress: cannot be read',
    to: 'showing.idle',
    sets: () => ({ unmade: { why: 'unknown', failure: unread } }),
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
    'showing.making.sending': 'the address is shown, and another one is being asked for, once',
    'showing.making.looking': 'the address is shown, and the page reads whether another one was made',
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
  services: { requestAddress: 'the request for an address', makeAddress: 'the request for another address' },
  endings: {
    address: 'brings an address',
    'address with tag': 'brings an address with a tag',
    'another address': 'brings another address',
    'no address': 'brings no address',
    'a newer one': 'is lost, and the list shows a newer address',
    'one newer still': 'is lost, and the list shows an address that is newer still',
    'the same': 'is lost, and the list shows the same address',
    'cannot be read': 'is lost, and the list cannot be read',
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
    },
  },
  tags: { busy: /^(entering\.gating|requesting|showing\.making)/, failed: /^(entering\.unloaded|uncreated)/ },
};
