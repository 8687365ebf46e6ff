import { OutageError, type Failure } from '../../src/domain/failure.ts';
import { fingerprint } from '../../src/domain/lostWithdrawal.ts';
import { type EventObject, fromCallback } from 'xstate';
import type {
  SlatepackExchangeInput,
  SlatepackExchangeSays,
} from '../../src/machines/withdrawal/slatepackExchange.machine.ts';
import {
  type DraftFaults,
  type Finalized,
  type SendingWithdrawal,
  type TypedWithdrawal,
  type WithdrawalFacts,
} from '../../src/machines/withdrawal/withdrawal.rules.ts';
import {
  type WithdrawalSnapshot,
  type WithdrawalContext,
  withdrawalMachine,
  type WithdrawalEvent,
  type WithdrawalInput,
} from '../../src/machines/withdrawal/withdrawal.machine.ts';
import { slatepack } from '../data/slatepacks.ts';
import { someCoin } from '../samples.ts';
import {
  type FactsListener,
  withdrawalImplementations,
} from '../../src/machines/withdrawal/withdrawal.actors.ts';
import * as selectors from '../../src/machines/withdrawal/withdrawal.machine.ts';
import { type Outcome, type AnyEvent, stableText, type EventCase } from './tools/explore.ts';
import { type Reply, recordEmitted, scriptedNetwork } from './tools/ports.ts';
import type { RequirementRef, Row } from './tools/spec.ts';
import type { MachineModel, Variant } from './tools/model.ts';
import { TestClock } from './tools/clock.ts';
import type { Sut } from './tools/walk.ts';
import { oneLook, settle, writeOutcomes } from './tools/writes.ts';

export const NOW = Date.UTC(2026, 0, 5, 12);
export const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

const open = (ticker: string): WithdrawalFacts => ({
  gate: 'open',
  coin: someCoin(ticker, { minWithdrawalAmount: '0.001' }),
  balance: '2',
  fee: '0.0001',
  congestion: 'normal',
  feeStatus: 'live',
});

export const factsOf = (ticker: string) =>
  ({
    open: open(ticker),
    'no fee': { ...open(ticker), fee: null, feeStatus: 'missing' },
    waiting: { ...open(ticker), fee: null, feeStatus: 'waiting' },
    dearer: { ...open(ticker), fee: '0.0003' },
    broke: { ...open(ticker), balance: '0.0002' },
    /** Less than was confirmed. */
    poor: { ...open(ticker), balance: '0.4' },
    'no such coin': { ...open(ticker), coin: null, gate: 'assetNotFound' },
    'switched off': { ...open(ticker), gate: 'withdrawalsDisabled' },
    'no refund address': { ...open(ticker), gate: 'refundAddressMissing' },
  }) as const satisfies Record<string, WithdrawalFacts>;

export type FactsName = keyof ReturnType<typeof factsOf>;

const typed = (address: string, amount: string): TypedWithdrawal => ({ address, amount });

export const TYPED = {
  nothing: typed('', ''),
  'short address': typed('bc1qar0sr', '0.5'),
  'address of ten letters': typed('bc1qar0srr', '0.5'),
  'damaged address': typed(`${ADDRESS.slice(0, -1)}x`, '0.5'),
  'address of the test network': typed('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', '0.5'),
  'private key': typed('5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', '0.5'),
  'letters for an amount': typed(ADDRESS, 'abc'),
  'amount 0': typed(ADDRESS, '0,000'),
  'nine decimals': typed(ADDRESS, '0.123456789'),
  'below the minimum': typed(ADDRESS, '0.00099999'),
  'the minimum': typed(ADDRESS, '0.001'),
  /** Balance minus fee. */
  'all of it': typed(ADDRESS, '1.9999'),
  'a unit too much': typed(ADDRESS, '1.99990001'),
  /** A payment link, and a comma. */
  calm: typed(` bitcoin:${ADDRESS}?amount=9 `, '0,50'),
} as const satisfies Record<string, TypedWithdrawal>;

export type TypedName = keyof typeof TYPED;

/** The bare address, and the amount as it was meant. */
const DRAFTS: Partial<Record<TypedName, { readonly address: string; readonly amount: string }>> = {
  'the minimum': { address: ADDRESS, amount: '0.001' },
  'all of it': { address: ADDRESS, amount: '1.9999' },
  calm: { address: ADDRESS, amount: '0.5' },
};

/** The venue's message (0.9875 GRIN) and the wallet's answer. */
export const MESSAGE = slatepack('plain-s1');
const REPLY = slatepack('plain-s2');
export const REPLIES = {
  good: ` > ${REPLY}`,
  'good with the amount': slatepack('plain-s2-with-amount'),
  /** Passed on, because it cannot be read. */
  encrypted: slatepack('encrypted-for-other-A'),
  nothing: '  ',
  prose: 'hello world',
  'the message itself': MESSAGE,
  damaged: slatepack('text-one-char-lost'),
} as const;
export type ReplyName = keyof typeof REPLIES;

export const EXPIRES = NOW + 1_800_000;

export const IDEMPOTENCY_KEY = 'i-1';
export const sendingOf = (
  ticker: string,
  id: string | null,
  before: readonly string[],
): SendingWithdrawal => ({
  ticker,
  idempotencyKey: IDEMPOTENCY_KEY,
  print: fingerprint(ticker, { amount: '0.5', address: ticker === 'GRIN' ? '' : ADDRESS }),
  before,
  id,
});

const BEGUN_ELSEWHERE: SendingWithdrawal = { ...sendingOf('GRIN', 'w-1', []), idempotencyKey: 'w-1' };
/** From a row of the history; its amount is not known yet. */
const CHOSEN: SendingWithdrawal = {
  ...BEGUN_ELSEWHERE,
  print: fingerprint('GRIN', { amount: '0', address: '' }),
};

type Ending = Outcome<WithdrawalSnapshot>;

export const json = (body: unknown, status = 200): Reply => ({ status, body });

const EMPTY = {
  slatepack: null,
  currency: null,
  amount: null,
  fee: null,
  address: null,
  txHash: null,
  expiresAt: null,
};
const receipt = (name: string, body: object, value: object): Ending => ({
  name,
  reply: json(body),
  done: { ok: true, value: { ...EMPTY, ...value } },
});

export const TAKEN = receipt(
  'taken',
  {
    withdrawal_id: 'w-1',
    status: 'Created',
    coin_ticker: 'BTC',
    amount: '0.50000000',
    our_fee_amount: '0.0001',
    address: ADDRESS,
  },
  { id: 'w-1', status: 'created', currency: 'BTC', amount: '0.5', fee: '0.0001', address: ADDRESS },
);
/** The server did something else than it was asked. */
const TAKEN_OTHERWISE = receipt(
  'taken otherwise',
  { withdrawal_id: 'w-1', amount: '0.7' },
  { id: 'w-1', status: 'pending', amount: '0.7' },
);
const TAKEN_WORDLESS = receipt('taken without words', { id: 7 }, { id: '7', status: 'pending' });

const awaited = (name: string, message: object, value: object): Ending =>
  receipt(
    name,
    { id: 'w-1', status: 'created', amount: '0.5', expires_at: '2026-01-05T12:30:00', ...message },
    { id: 'w-1', status: 'created', amount: '0.5', expiresAt: EXPIRES, ...value },
  );
export const MESSAGE_GIVEN = awaited('message', { slatepack_message: MESSAGE }, { slatepack: MESSAGE });
/** A server that does not send the end of the window. */
export const MESSAGE_BARE = receipt(
  'message without an end',
  { id: 'w-1', slatepack: MESSAGE },
  { id: 'w-1', status: 'pending', slatepack: MESSAGE },
);
export const STILL_AWAITED = awaited('still awaited', {}, {});

const stands = (name: string, status: string, txHash: string | null): Ending =>
  receipt(
    name,
    { withdrawal_id: 'w-1', status, ...(txHash === null ? {} : { tx_hash: txHash }) },
    { id: 'w-1', status: status.toLowerCase(), txHash },
  );
const STATUS_BROADCAST = stands('broadcast', 'PENDING', '08fc');
const STATUS_COMPLETED = stands('completed', 'COMPLETED', null);
const STATUS_SUBMITTED = stands('pending', 'PENDING', null);
const STATUS_CANCELLED = stands('cancelled', 'CANCELLED', null);
const STATUS_ODD = stands('expired', 'EXPIRED', null);

export const CANCELLED = stands('done', 'CANCELLED', null);

const finalized = (name: string, body: object, value: object): Ending => ({
  name,
  reply: json(body),
  done: { ok: true, value },
});
export const BROADCAST = finalized(
  'broadcast',
  { broadcast: true, tx_hash: '08fc' },
  { status: 'broadcast', txHash: '08fc', receipt: null },
);
export const BROADCAST_BARE = finalized(
  'broadcast without a hash',
  { broadcast: true },
  { status: 'broadcast', txHash: null, receipt: null },
);
export const NOT_BROADCAST = finalized(
  'not broadcast',
  { broadcast: false, tx_hash: '08fc' },
  { status: 'notBroadcast', txHash: '08fc', receipt: null },
);
export const FINALIZED = finalized('finalized', {}, { status: 'submitted', txHash: null, receipt: null });

const refused = (
  name: string,
  status: number,
  body: object,
  failure: Partial<Failure>,
  retryAfter?: number,
): Ending => ({
  name,
  reply: { status, body, ...(retryAfter === undefined ? {} : { retryAfter }) },
  done: {
    ok: false,
    failure: {
      status,
      ...(retryAfter === undefined ? {} : { retryAfter }),
      code: status === 401 ? 'unauthorized' : status === 429 ? 'tooMany' : 'refused',
      retryable: status === 429,
      ...failure,
    },
  },
});

const COOLDOWN_TEXT =
  'Withdrawals are blocked — Reason: password changed — Time remaining: 23h — Cooldown until: 2026-01-06T12:00:00Z';
const COOLING = refused(
  '403 in parts',
  403,
  {
    message: {
      message: 'Withdrawals are blocked',
      reason: 'password changed',
      time_remaining: '23h',
      cooldown_until: '2026-01-06T12:00:00Z',
    },
  },
  { text: COOLDOWN_TEXT },
);
const CODE_MISSING = refused(
  'code missing',
  403,
  { message: '2FA code required', code: 'TWO_FACTOR_REQUIRED' },
  { text: '2FA code required', serverCode: 'TWO_FACTOR_REQUIRED' },
);
export const CODE_USED = refused(
  'code used',
  403,
  { message: 'This 2FA code was used already.', code: 'TWO_FACTOR_USED' },
  { text: 'This 2FA code was used already.', serverCode: 'TWO_FACTOR_USED' },
  12,
);
export const POOR = refused(
  '422 with an error',
  422,
  { error: 'Not enough', code: 'INSUFFICIENT_BALANCE' },
  { text: 'Not enough', serverCode: 'INSUFFICIENT_BALANCE' },
);
export const WORDLESS = refused('400 without words', 400, {}, {});
export const CONFLICT = refused('409', 409, {}, {});
const TOO_MANY = refused('429 for 20 s', 429, { message: 'Slow' }, { text: 'Slow' }, 20);
const UNKNOWN_ID = refused('404', 404, { message: 'No such withdrawal' }, { text: 'No such withdrawal' });
export const OTHER_SLATE = refused(
  '422 other slate',
  422,
  { message: 'Another withdrawal', code: 'OTHER_SLATE' },
  { text: 'Another withdrawal', serverCode: 'OTHER_SLATE' },
);

export const SIGNED_ALREADY = refused(
  '409 signed already',
  409,
  { message: 'It was finalized', code: 'ALREADY_FINALIZED' },
  { text: 'It was finalized', serverCode: 'ALREADY_FINALIZED' },
);

const lost = (name: string, reply: Reply, failure: Failure): Ending => ({
  name,
  reply,
  error: new OutageError(failure),
});
/** For a read, which may be tried again, two are enough. */
export const outages = (call: string, isRead = false) => ({
  serverDown: lost('500', json({ message: 'Sorry' }, 500), {
    status: 500,
    text: 'Sorry',
    code: 'server',
    cause: `${call} 500`,
    retryable: isRead,
  }),
  unreadable: lost(
    'not JSON',
    { status: 200, body: undefined, isUnreadable: true },
    { status: 200, code: 'unreadable', cause: `${call} 200`, retryable: false },
  ),
  noAnswer: lost('no answer', 'noAnswer', { code: 'unreachable', cause: 'TypeError', retryable: isRead }),
  silence: lost('silence', 'silence', { code: 'timeout', cause: 'AbortError', retryable: isRead }),
});

const record = (id: string, ticker: string): object => ({
  withdrawal_id: id,
  coin_ticker: ticker,
  amount: '0.50',
  our_fee_amount: '0.0001',
  state: 'PENDING',
  ...(ticker === 'GRIN' ? {} : { address: ADDRESS }),
  created_at: '2026-01-05T12:00:01',
});

/** The entry of the list, as a receipt. */
const found = (ticker: string) => ({
  ...EMPTY,
  id: 'w-1',
  status: 'pending',
  currency: ticker,
  amount: '0.5',
  fee: '0.0001',
  address: ticker === 'GRIN' ? null : ADDRESS,
});

type Context = WithdrawalContext;
type WithdrawalRow = Row<Context>;

const CHANGED = 'own change';

const isGrin = ({ ticker }: Context): boolean => ticker === 'GRIN';

const outputOf = (event: AnyEvent) => event.output as { ok: boolean; failure?: unknown; value?: unknown };
export const valueOf = (event: AnyEvent) => (event.value ?? outputOf(event).value) as never;
export const failureIn = (event: AnyEvent) =>
  ((event.error as OutageError | undefined)?.failure ??
    event.failure ??
    outputOf(event).failure) as OutageError['failure'];

function toast(key: string, kind: 'success' | 'error' | 'info', more: object = {}): string {
  return `toast ${stableText({ key: `withdraw:toast.${key}`, kind, ...more })}`;
}
/** The server's text where there is one (WITHDRAW-09). */
const failureToast = (key: string, event: AnyEvent): string => {
  const { text } = failureIn(event);
  return toast(key, 'error', text === undefined ? {} : { text });
};
const navigate = (to: string, more: object = {}): string =>
  `navigate ${stableText({ ...more, replace: true, to })}`;

const READ_HISTORY = (ticker: string): string =>
  `GET /withdrawal/withdrawals/user/history?currency=${ticker}&limit=10&offset=0`;
export const ASK_STANDING = 'GET /withdrawal/withdrawals/w-1/status';

/** Without idempotency keys neither the key nor the venue's own field is sent. */
function create(
  { ticker, confirmed, confirmedFee, privateCode }: Context,
  hasIdempotencyKeys: boolean,
): string {
  const body = {
    currency: ticker,
    amount: confirmed?.amount,
    address: confirmed?.address,
    ...(hasIdempotencyKeys ? { fee: confirmedFee } : {}),
    ...(privateCode === null ? {} : { two_factor_code: privateCode }),
  };
  const key = hasIdempotencyKeys ? ` key=${IDEMPOTENCY_KEY}` : '';
  return `POST /withdrawal/withdrawals/create ${JSON.stringify(body)}${key}`;
}

const keep = ({ ticker, sending }: Context, id: string | null): string =>
  // One from elsewhere has no key here, and nothing was noted before it.
  sending?.idempotencyKey === 'w-1'
    ? `keep ${ticker} w-1 [] w-1`
    : `keep ${ticker} ${IDEMPOTENCY_KEY} [w-old] ${id ?? 'no id'}`;
/** Passed on when the exchange of slatepacks starts. */
const exchanges = ({ confirmed }: Context): string[] => [`exchange of w-1${confirmed ? ', may edit' : ''}`];
/** The text in the box when the exchange is left. */
const TYPED_REPLY = 'typed';
/** What a reload returns to. */
const keepForm = ({ ticker }: Context, amount: string | undefined): string =>
  `keep form ${ticker} ${amount ?? '?'}`;
const drop = ({ ticker }: Context): string => `drop ${ticker}`;

/** Nothing is on its way any more. */
const SETTLED = { sending: null, privateCode: null, privateReply: '' };

const SENDING = (id: string | null) => (context: Context) => ({
  sending: sendingOf(context.ticker, id, ['w-old']),
});

// Gates (WITHDRAW-03).

const CLOSED_TO_WALLET = ['facts: no such coin', 'facts: switched off'];
const GATE_KEYS: Readonly<Record<string, string>> = {
  assetNotFound: 'assetNotFound',
  withdrawalsDisabled: 'withdrawalsDisabled',
};
const gateOf = (event: AnyEvent): string => (event.facts as { gate: string }).gate;

const BEFORE_FORM = ['gating', 'factsFailed'];
const FINDING = 'finding.reading';
const ASKING_WAITING = 'finding.asking';
const formOr = ({ facts, factsFailure }: Context): string =>
  facts ? 'form' : factsFailure ? 'factsFailed' : 'gating';
const OPEN = ['gating', 'factsFailed', 'form', 'confirming'];

const GATE_ROWS = (start: () => Setting): WithdrawalRow[] => [
  {
    ref: 'LOST-07: what outlives a reload asks the server first',
    in: '',
    on: '(start)',
    if: () => typeof start().keptId === 'string' && start().chosen === null,
    to: 'resuming',
    does: () => [`watch ${start().ticker}`, ASK_STANDING],
    sets: () => ({ sending: sendingOf(start().ticker, 'w-1', ['w-old']) }),
  },
  {
    ref: 'LOST-02: what became of it is read, nothing is sent',
    in: '',
    on: '(start)',
    if: () => start().keptId === null,
    to: 'creating.looking',
    does: () => [`watch ${start().ticker}`, READ_HISTORY(start().ticker)],
    sets: () => ({ sending: sendingOf(start().ticker, null, ['w-old']) }),
  },
  {
    ref: 'WITHDRAW-14: resumed from its history row, whatever the tab kept',
    in: '',
    on: '(start)',
    if: () => start().chosen !== null,
    to: 'resuming',
    does: () => ['watch GRIN', ASK_STANDING],
    sets: () => ({ sending: CHOSEN }),
  },
  {
    ref: 'WITHDRAW-14: found from the wizard anywhere',
    in: '',
    on: '(start)',
    if: () => start().ticker === 'GRIN',
    to: 'finding.reading',
    does: () => ['watch GRIN', READ_HISTORY('GRIN')],
  },
  {
    ref: 'WITHDRAW-03',
    in: '',
    on: '(start)',
    to: 'gating',
    does: () => [`watch ${start().ticker}`],
    sets: () => ({ isBackAtConfirmation: start().isBackAtConfirmation }),
  },
  {
    ref: 'WITHDRAW-03: not found or disabled: sent to /wallet with an error',
    in: OPEN,
    on: CLOSED_TO_WALLET,
    to: 'closed',
    does: ({ ticker }, event) => [
      toast(GATE_KEYS[gateOf(event)] ?? '?', 'error', { values: { symbol: ticker } }),
      navigate('/wallet'),
    ],
  },
  {
    ref: 'WITHDRAW-03: a refund address is required and missing, sent to the row of the coin',
    in: OPEN,
    on: 'facts: no refund address',
    says: 'the refund address that the coin needs turns out to be missing',
    to: 'closed',
    does: ({ ticker }) => [
      toast('refundAddressMissing', 'info', { values: { symbol: ticker } }),
      navigate(`/refund-addresses?coin=${ticker}`, { remembersWay: true }),
    ],
  },
  {
    ref: 'WITHDRAW-25: a reload comes back to the confirmation, once there is a fee to confirm',
    in: 'gating',
    on: 'facts: waiting',
    if: ({ isBackAtConfirmation }) => isBackAtConfirmation,
    sets: (_context, event) => ({ facts: event.facts, isBackAtConfirmation: true }),
  },
  {
    ref: 'WITHDRAW-25: a reload comes back to the confirmation, once there is a fee to confirm',
    in: 'gating',
    on: 'facts: open',
    if: ({ isBackAtConfirmation }) => isBackAtConfirmation,
    to: 'confirming',
    sets: ({ draft }, event) => ({
      facts: event.facts,
      draft,
      quotedFee: '0.0001',
      isBackAtConfirmation: false,
    }),
  },
  {
    ref: 'WITHDRAW-01: step 2',
    in: BEFORE_FORM,
    on: ['facts: open', 'facts: no fee'],
    to: 'form',
    sets: (_context, event) => ({ facts: event.facts, factsFailure: null }),
  },
  {
    ref: 'WALLET-05: failing to load: a retry',
    in: 'gating',
    on: 'facts fail',
    to: 'factsFailed',
    sets: (_context, event) => ({ factsFailure: event.failure }),
  },
  {
    ref: 'WALLET-05: failing to load: a retry',
    in: 'factsFailed',
    on: 'retry',
    says: 'the user presses "Retry"',
    to: 'gating',
    does: () => ['read facts again'],
    sets: () => ({ factsFailure: null }),
  },
  {
    ref: 'WITHDRAW-02: the fee is live',
    in: '*',
    on: ['facts: *', 'facts fail'],
    sets: (_context, event) => (event.facts ? { facts: event.facts } : { factsFailure: event.failure }),
  },
];

const ANYWHERE = 'WITHDRAW-14: found from the wizard anywhere';

const FINDING_ROWS: readonly WithdrawalRow[] = [
  {
    ref: ANYWHERE,
    in: FINDING,
    on: 'findWaiting: one may wait',
    says: 'a GRIN withdrawal may wait for its reply',
    to: ASKING_WAITING,
    does: () => [ASK_STANDING],
    sets: () => ({ sending: BEGUN_ELSEWHERE }),
  },
  { ref: ANYWHERE, in: FINDING, on: 'findWaiting: *', to: formOr, sets: () => ({ sending: null }) },
  {
    ref: ANYWHERE,
    in: ASKING_WAITING,
    on: 'readGrinStatus: message',
    to: 'exchanging',
    does: (context) => ['keep GRIN w-1 [] w-1', ...exchanges(context)],
    sets: () => ({ sending: BEGUN_ELSEWHERE }),
  },
  {
    ref: 'WITHDRAW-26: what may wait is said while nobody can tell',
    in: ASKING_WAITING,
    on: ['readGrinStatus: 429*', 'readGrinStatus: 500', 'readGrinStatus: no answer'],
    to: formOr,
    sets: () => ({ sending: BEGUN_ELSEWHERE, failure: null }),
  },
  {
    ref: 'WITHDRAW-14: what does not wait is not in the way of a new one',
    in: ASKING_WAITING,
    on: 'readGrinStatus: *',
    to: formOr,
    sets: () => ({ ...SETTLED, failure: null }),
  },
];

// The form (WITHDRAW-02 to WITHDRAW-07).

const faulty = (
  ref: RequirementRef,
  name: TypedName,
  faults: Partial<DraftFaults>,
  grin?: Partial<DraftFaults>,
): WithdrawalRow => ({
  ref,
  in: 'form',
  on: `continue: ${name}`,
  if: ({ facts }) => facts?.fee !== null && facts?.balance === '2',
  sets: (context) => ({
    faults: { address: null, amount: null, ...(isGrin(context) ? grin : faults) },
    draft: context.draft,
  }),
});

const PASSING = (Object.keys(DRAFTS) as TypedName[]).map((name) => `continue: ${name}`);
const typedNameOf = (event: AnyEvent): TypedName => {
  const found = Object.entries(TYPED).find(([, typed]) => typed === event.typed);
  if (!found) throw new Error('the press is of no case');
  return found[0] as TypedName;
};
const draftOf = ({ ticker }: Context, event: AnyEvent) => {
  const draft = DRAFTS[typedNameOf(event)];
  return draft && { ...draft, ...(ticker === 'GRIN' ? { address: '' } : {}) };
};
const tooMuch = (most: string): Partial<DraftFaults> => ({ amount: { code: 'insufficientBalance', most } });

const FORM_ROWS: readonly WithdrawalRow[] = [
  {
    ref: 'WITHDRAW-07: fee data is missing; Fee data unavailable',
    in: 'form',
    on: 'continue: *',
    if: ({ facts }) => facts?.fee === null,
    does: ({ ticker }) => [toast('feeUnavailable', 'error', { values: { symbol: ticker } })],
  },
  faulty(
    'WITHDRAW-04, WITHDRAW-05: required',
    'nothing',
    { address: { code: 'EMPTY' }, amount: { code: 'amountRequired' } },
    { amount: { code: 'amountRequired' } },
  ),
  faulty('WITHDRAW-04: fewer than 10 characters', 'short address', { address: { code: 'CHECKSUM' } }),
  faulty('WITHDRAW-04', 'address of ten letters', { address: { code: 'CHECKSUM' } }),
  faulty('WITHDRAW-04: checksum', 'damaged address', { address: { code: 'CHECKSUM' } }),
  faulty('WITHDRAW-04: testnet', 'address of the test network', {
    address: { code: 'WRONG_NETWORK', network: 'testnet' },
  }),
  faulty('WITHDRAW-04: private key', 'private key', { address: { code: 'PRIVATE_KEY' } }),
  faulty('WITHDRAW-05: a non-number', 'letters for an amount', {
    amount: { code: 'invalidAmount', typed: 'notNumber' },
  }),
  faulty('WITHDRAW-05: a value <= 0', 'amount 0', { amount: { code: 'invalidAmount' } }),
  faulty('WITHDRAW-05: decimal_places', 'nine decimals', { amount: { code: 'tooManyDecimals', digits: 8 } }),
  faulty('WITHDRAW-05: below the minimum', 'below the minimum', {
    amount: { code: 'belowMinimum', minimum: '0.001' },
  }),
  faulty('WITHDRAW-05: amount plus fee greater than the balance', 'a unit too much', tooMuch('1.9999')),
  ...(
    [
      ['0.0003', '2', '1.9997'],
      ['0.0001', '0.0002', '0.0001'],
    ] as const
  ).map(([fee, balance, most]): WithdrawalRow => ({
    ref: 'WITHDRAW-05: amount plus fee greater than the balance, as both are by now',
    in: 'form',
    on: 'continue: all of it',
    says: 'the user presses Continue with all that is there, less the fee',
    if: ({ facts }) => facts?.fee === fee && facts.balance === balance,
    sets: () => ({ faults: { address: null, ...tooMuch(most) } }),
  })),
  {
    ref: 'WITHDRAW-05: amount plus fee greater than the balance',
    in: 'form',
    on: ['continue: all of it', 'continue: calm'],
    if: ({ facts }) => facts?.balance === '0.4',
    sets: () => ({ faults: { address: null, ...tooMuch('0.3999') } }),
  },
  {
    ref: 'WITHDRAW-01: 2 -> 3 once validation passes',
    in: 'form',
    on: PASSING,
    to: 'confirming',
    does: (context, event) => [keepForm(context, draftOf(context, event)?.amount)],
    sets: (context, event) => ({
      draft: draftOf(context, event),
      typed: event.typed,
      faults: { address: null, amount: null },
    }),
  },
  {
    ref: 'WITHDRAW-25: Forward leads to the confirmation again, of what was checked',
    in: 'form',
    on: 'browser forward',
    if: ({ draft }) => draft !== null,
    to: 'confirming',
    sets: ({ draft, typed, offers, facts }) => ({
      draft,
      typed,
      quotedFee: offers.fixesFee ? facts?.fee : null,
      faults: { address: null, amount: null },
    }),
  },
  // With a small balance only the amount above it differs.
  { ref: 'WITHDRAW-05', in: 'form', on: 'continue: *', sets: (context) => ({ draft: context.draft }) },
  {
    ref: 'NAV-13: errors clear',
    in: 'form',
    on: 'edit',
    says: 'the user changes the form',
    sets: () => ({ faults: { address: null, amount: null } }),
  },
];

const MOST: Readonly<Record<string, string>> = {
  '2 0.0001': '1.9999',
  '2 0.0003': '1.9997',
  '0.4 0.0001': '0.3999',
  '0.4 0.0003': '0.3997',
  '0.0002 0.0001': '0.0001',
  '0.0002 0.0003': '0',
};
const mostOf = ({ facts }: Context): string => MOST[`${facts?.balance ?? ''} ${facts?.fee ?? ''}`] ?? '?';
function isTooMuch({ facts, draft, quotedFee }: Context): boolean {
  if (facts?.balance === '0.0002') return true;
  if (facts?.balance === '0.4') return ['0.5', '1.9999', '1.9997'].includes(draft?.amount ?? '');
  return (quotedFee ?? facts?.fee) === '0.0003' && draft?.amount === '1.9999';
}

const isRunning = ({ receipt, sending, draft, ticker }: Context): boolean =>
  Boolean(receipt?.slatepack) &&
  sending?.print === sendingOf(ticker, null, []).print &&
  draft?.amount === '0.5';

const CONFIRM_ROWS = (hasIdempotencyKeys: () => boolean): WithdrawalRow[] => [
  {
    ref: 'WITHDRAW-01: 3 -> 2 via back-to-edit',
    in: 'confirming',
    on: 'back to edit',
    says: 'the user goes back to the form',
    to: 'form',
  },
  {
    ref: 'WITHDRAW-25: Back leads to the form, with what was typed',
    in: 'confirming',
    on: 'browser back',
    to: 'form',
    sets: ({ draft, typed }) => ({ draft, typed, failure: null }),
  },
  {
    ref: 'NAV-13: errors clear when the field is edited',
    in: 'confirming',
    on: 'edit the code',
    sets: () => ({ failure: null }),
  },
  {
    ref: 'WITHDRAW-07: Fee data unavailable',
    in: 'confirming',
    on: 'confirm*',
    if: ({ facts, quotedFee }) => quotedFee === null && facts?.fee === null,
    does: ({ ticker }) => [toast('feeUnavailable', 'error', { values: { symbol: ticker } })],
  },
  {
    ref: 'WITHDRAW-05: Confirm never throws the user back: the screen says what is possible',
    in: 'confirming',
    on: 'confirm*',
    if: (context) => isTooMuch(context),
    sets: ({ draft, sending }) => ({ draft, sending }),
  },
  {
    ref: 'WITHDRAW-06: Use new maximum, which loses nothing',
    in: 'confirming',
    on: 'use the maximum',
    if: ({ facts }) => facts?.fee !== null && facts?.balance !== '0.0002',
    to: 'confirming',
    does: (context) => [keepForm(context, mostOf(context))],
    sets: (context) => ({
      draft: { address: context.draft?.address, amount: mostOf(context) },
      typed: { ...context.typed, amount: mostOf(context) },
      quotedFee: context.offers.fixesFee ? context.facts?.fee : null,
    }),
  },
  {
    ref: 'WITHDRAW-16: the fee that was shown is charged for ten minutes',
    in: 'confirming',
    on: 'after feeQuote',
    says: 'the shown fee becomes too old',
    if: ({ offers }) => offers.fixesFee,
    after: () => 540_000,
    to: 'confirming',
    sets: ({ facts, draft }) => ({ quotedFee: facts?.fee ?? null, draft }),
  },
  {
    ref: 'LOST-08: one idempotencyKey, one withdrawal',
    in: 'confirming',
    on: 'confirm*',
    if: isRunning,
    to: 'exchanging',
    does: exchanges,
  },
  {
    ref: 'WITHDRAW-14: what is kept leads back to the one that waits, and there is room for one',
    in: 'confirming',
    on: 'confirm*',
    if: ({ sending, waiting }) => typeof (sending ?? waiting)?.id === 'string',
    sets: ({ sending, receipt }) => ({ sending, receipt }),
  },
  {
    ref: 'LOST-02: what was there before is known before it leaves',
    in: 'confirming',
    on: 'confirm*',
    to: 'checking',
    does: ({ ticker }) => [READ_HISTORY(ticker)],
    sets: ({ draft, facts, quotedFee }, event) => ({
      privateCode: event.privateCode ?? null,
      receipt: null,
      draft,
      confirmed: draft,
      confirmedFee: quotedFee ?? facts?.fee,
    }),
  },
  {
    ref: 'LOST-01, WITHDRAW-23: one request per idempotency key',
    in: 'checking',
    on: 'readBefore: list',
    says: 'the earlier withdrawals are known',
    to: 'creating.sending',
    does: (context) => [keep(context, null), create(context, hasIdempotencyKeys())],
    sets: (context) => ({ sending: { ...context.sending, before: ['w-old'] } }),
  },
  {
    ref: 'LOST-03: nothing was sent',
    in: 'checking',
    on: 'readBefore: *',
    to: 'result.failed',
    does: (_context, event) => [failureToast('withdrawalFailed', event)],
    sets: (_context, event) => ({ ...SETTLED, failure: failureIn(event) }),
  },
];

const ON_ITS_WAY = ['creating.sending', 'creating.resending'];

const ANSWER_ROWS: readonly WithdrawalRow[] = [
  {
    ref: 'WITHDRAW-19: 3 -> 4; the status is shown as returned',
    in: ON_ITS_WAY,
    on: 'create: taken*',
    if: (context) => !isGrin(context),
    to: 'result.submitted',
    does: (context) => [drop(context), CHANGED, toast('submitted', 'success')],
    sets: (_context, event) => ({ ...SETTLED, receipt: valueOf(event) }),
  },
  {
    ref: 'WITHDRAW-11: for GRIN, 3 -> 4 when the request returns a slatepack',
    in: ON_ITS_WAY,
    on: 'create: message*',
    to: 'exchanging',
    does: (context) => [keep(context, 'w-1'), CHANGED, ...exchanges(context)],
    sets: (context, event) => ({ ...SENDING('w-1')(context), receipt: valueOf(event) }),
  },
  {
    ref: 'WITHDRAW-11: a GRIN response without a slatepack gives a failed result at step 5',
    in: ON_ITS_WAY,
    on: 'create: taken without words',
    to: 'result.failed',
    does: (context) => [drop(context), CHANGED, toast('noSlatepack', 'error')],
    sets: () => ({ ...SETTLED, failure: { code: 'refused', serverCode: 'NO_SLATEPACK', retryable: false } }),
  },
  {
    ref: 'REAUTH-01: the confirmation asks for a code, with all that was typed',
    in: ON_ITS_WAY,
    on: 'create: code *',
    if: ({ offers }) => offers.takesCode,
    to: 'confirming',
    does: (context) => [drop(context), keepForm(context, context.confirmed?.amount)],
    sets: ({ confirmed, typed }, event) => ({
      ...SETTLED,
      draft: confirmed,
      typed,
      failure: failureIn(event),
    }),
  },
  {
    ref: 'REAUTH-04: no code is asked for where the server does not name it',
    in: ON_ITS_WAY,
    on: 'create: code *',
    to: 'result.failed',
    does: (context, event) => [drop(context), failureToast('withdrawalFailed', event)],
    sets: (_context, event) => ({ ...SETTLED, failure: failureIn(event) }),
  },
  {
    ref: 'LOST-02: a refusal that says nothing of the first time',
    in: 'creating.resending',
    on: ['create: 409', 'create: 429*'],
    to: 'creating.looking',
    does: ({ ticker }) => [READ_HISTORY(ticker)],
    sets: (context, event) => ({ failure: failureIn(event), sending: context.sending, privateCode: null }),
  },
  {
    ref: 'WITHDRAW-09, WITHDRAW-10: 3 -> 4, for GRIN 5, failed; the message in parts',
    in: ON_ITS_WAY,
    on: 'create: 4*',
    to: 'result.failed',
    does: (context, event) => [drop(context), failureToast('withdrawalFailed', event)],
    sets: (_context, event) => ({ ...SETTLED, failure: failureIn(event) }),
  },
  {
    ref: 'LOST-02: what became of it is read, nothing is sent',
    in: ON_ITS_WAY,
    on: 'create: *',
    to: 'creating.looking',
    does: ({ ticker }) => [READ_HISTORY(ticker)],
    sets: (context, event) => ({ failure: failureIn(event), sending: context.sending, privateCode: null }),
  },
  {
    ref: 'WITHDRAW-10: a try-again button that returns to step 2',
    in: ['result.failed', 'result.cancelled'],
    on: 'try again',
    says: 'the user presses "Try again"',
    if: ({ facts }) => facts !== null,
    to: 'form',
    sets: ({ draft, typed }) => ({ failure: null, draft, typed }),
  },
  {
    ref: 'WITHDRAW-10: a try-again button that returns to step 2',
    in: ['result.failed', 'result.cancelled'],
    on: 'try again',
    to: 'gating',
    sets: () => ({ failure: null }),
  },
  {
    ref: 'WITHDRAW-25: Back leads to the form, as "Try again" does',
    in: ['result.failed', 'result.cancelled'],
    on: 'browser back',
    to: ({ facts }) => (facts ? 'form' : 'gating'),
    sets: ({ draft, typed }) => ({ failure: null, draft, typed }),
  },
  {
    ref: 'WITHDRAW-25: what was taken does not stand in the form again',
    in: ['result.submitted', 'result.broadcast', 'result.notBroadcast', 'result.unknown'],
    on: 'browser back',
    to: ({ facts }) => (facts ? 'form' : 'gating'),
    sets: () => ({ draft: null, typed: TYPED.nothing, confirmed: null, confirmedFee: null, failure: null }),
  },
];

const LOOKING = 'creating.looking';

const UNKNOWN_ROWS = (hasIdempotencyKeys: () => boolean): WithdrawalRow[] => [
  {
    ref: 'LOST-03: the user may stop the reading',
    in: LOOKING,
    on: 'leave',
    says: 'the user stops waiting',
    to: 'unresolved',
    does: ({ ticker }) => [CHANGED, `abort ${READ_HISTORY(ticker)}`],
    sets: ({ sending }) => ({ sending }),
  },
  {
    ref: 'WITHDRAW-11: found; GRIN needs its slatepack',
    in: LOOKING,
    on: 'create: look finds it',
    if: isGrin,
    to: 'resuming',
    does: (context) => [keep(context, 'w-1'), ASK_STANDING],
    sets: (context) => ({ sending: { ...context.sending, id: 'w-1' }, failure: null }),
  },
  {
    ref: 'LOST-02: found in the history',
    in: LOOKING,
    on: 'create: look finds it',
    to: 'result.submitted',
    does: (context) => [drop(context), CHANGED, toast('submitted', 'success')],
    sets: () => ({
      ...SETTLED,
      failure: null,
      receipt: {
        id: 'w-1',
        status: 'pending',
        slatepack: null,
        currency: 'BTC',
        amount: '0.5',
        fee: '0.0001',
        address: ADDRESS,
        txHash: null,
        expiresAt: null,
      },
    }),
  },
  {
    ref: 'LOST-03: reading showed that it is not there, so the user may send it again',
    in: LOOKING,
    on: 'create: look finds nothing',
    to: 'notFound',
    sets: ({ sending, failure }) => ({ sending, failure }),
  },
  {
    ref: 'LOST-03: reading told nothing',
    in: LOOKING,
    on: 'create: look meets *',
    to: 'unresolved',
    does: () => [CHANGED],
    // The screen shows why the withdrawal had no answer.
    sets: ({ sending, failure }) => ({ sending, failure }),
  },
  {
    ref: 'LOST-04: the same key when the user sends it again',
    in: 'notFound',
    on: 'send again',
    says: 'the user presses "Send again"',
    if: ({ confirmed }) => confirmed !== null,
    to: 'creating.resending',
    does: (context) => [create(context, hasIdempotencyKeys())],
    sets: ({ sending }) => ({ sending, failure: null }),
  },
  {
    ref: 'LOST-03: the user looks again',
    in: ['notFound', 'unresolved'],
    on: 'check again',
    says: 'the user presses "Check again"',
    to: LOOKING,
    does: ({ ticker }) => [READ_HISTORY(ticker)],
  },
  {
    ref: 'LOST-03: the user has read the history',
    in: ['notFound', 'unresolved'],
    on: 'leave',
    to: ({ facts }) => (facts ? 'form' : 'gating'),
    does: (context) => [drop(context)],
    sets: () => ({ ...SETTLED, failure: null }),
  },
];

// GRIN: the way back (WITHDRAW-14).

const told = (...names: readonly string[]): string[] => names.map((name) => `readGrinStatus: ${name}`);
const ENDED = { code: 'refused', serverCode: 'WITHDRAWAL_ENDED', retryable: false };
const NO_SLATEPACK = { code: 'refused', serverCode: 'NO_SLATEPACK', retryable: false };
const STANDING_ROWS: readonly WithdrawalRow[] = [
  {
    ref: 'WITHDRAW-14: step 4; comes back through the server',
    in: 'resuming',
    on: ['readGrinStatus: message', 'readGrinStatus: still awaited'],
    if: ({ receipt }, event) =>
      Boolean((valueOf(event) as { slatepack: unknown }).slatepack ?? receipt?.slatepack),
    to: 'exchanging',
    does: (context) => [keep(context, 'w-1'), ...exchanges(context)],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'WITHDRAW-11: a GRIN response without a slatepack gives a failed result at step 5',
    in: 'resuming',
    on: 'readGrinStatus: still awaited',
    to: 'result.failed',
    does: (context) => [drop(context), toast('noSlatepack', 'error')],
    sets: () => ({ ...SETTLED, failure: NO_SLATEPACK }),
  },
  {
    ref: 'WITHDRAW-12: Finalize result: broadcast',
    in: 'resuming',
    on: told('broadcast', 'completed'),
    to: 'result.broadcast',
    does: (context) => [drop(context), CHANGED],
    sets: (context, event) => ({
      ...SETTLED,
      receipt: { ...(valueOf(event) as object), ...repeated(context) },
    }),
  },
  {
    ref: 'WITHDRAW-12: Finalize result: unknown',
    in: 'resuming',
    on: told('pending'),
    to: 'result.unknown',
    does: (context) => [drop(context), CHANGED],
    sets: (context, event) => ({
      ...SETTLED,
      receipt: { ...(valueOf(event) as object), ...repeated(context) },
    }),
  },
  {
    ref: 'WITHDRAW-21: expired, nothing was sent',
    in: 'resuming',
    on: told('cancelled', 'expired'),
    to: 'result.failed',
    does: (context) => [drop(context), CHANGED, toast('ended', 'error')],
    sets: () => ({ ...SETTLED, failure: ENDED }),
  },
  {
    ref: 'WITHDRAW-10: a GRIN failure goes to 5',
    in: 'resuming',
    on: 'readGrinStatus: 404',
    to: 'result.failed',
    does: (context, event) => [
      drop(context),
      toast('withdrawalFailed', 'error', { text: failureIn(event).text }),
    ],
    sets: (_context, event) => ({ ...SETTLED, failure: failureIn(event) }),
  },
  {
    ref: 'LOST-03: it may be asked again',
    in: 'resuming',
    on: 'readGrinStatus: *',
    to: 'resumeFailed',
    sets: ({ sending }, event) => ({ failure: failureIn(event), sending }),
  },
  {
    ref: 'LOST-03: it may be asked again',
    in: 'resumeFailed',
    on: 'retry',
    to: 'resuming',
    does: () => [ASK_STANDING],
    sets: () => ({ failure: null }),
  },
  {
    ref: 'LOST-07: it stays on its way',
    in: 'resumeFailed',
    on: 'leave',
    to: ({ facts }) => (facts ? 'form' : 'gating'),
    sets: ({ sending }) => ({ failure: null, sending, privateReply: '' }),
  },
];

/** Values missing in the answer stay the same. */
function repeated({ receipt }: Pick<Context, 'receipt'>): object {
  return {
    slatepack: null,
    amount: receipt?.amount ?? null,
    fee: receipt?.fee ?? null,
    expiresAt: receipt?.expiresAt ?? null,
  };
}

const settled = (
  ref: RequirementRef,
  on: string | readonly string[],
  to: string,
  toasts: readonly string[] = [],
): WithdrawalRow => ({
  ref,
  in: 'exchanging',
  on,
  to,
  does: (context) => [drop(context), CHANGED, ...toasts],
  sets: ({ receipt }, event) => {
    const { receipt: told, txHash } = event.finalized as Finalized;
    return {
      ...SETTLED,
      receipt: told
        ? { ...told, ...repeated({ receipt }) }
        : { ...receipt, slatepack: null, txHash: txHash ?? receipt?.txHash },
    };
  },
});

const GRIN_ROWS: readonly WithdrawalRow[] = [
  {
    ref: 'WITHDRAW-18, WITHDRAW-25: the exchange knows whether it can be left',
    in: 'exchanging',
    on: ['back', 'browser back'],
    does: () => ['the exchange is asked to go back'],
  },
  {
    ref: 'WITHDRAW-18: step 4 has a back button to 2; the reply stays in its box',
    in: 'exchanging',
    on: 'exchange: back',
    to: ({ facts }) => (facts ? 'form' : 'gating'),
    sets: ({ sending, receipt }) => ({ sending, receipt, privateReply: TYPED_REPLY }),
  },
  {
    ref: 'WITHDRAW-18: and a back-to-edit button to 3',
    in: 'exchanging',
    on: 'exchange: back to edit',
    to: 'confirming',
    sets: ({ sending, receipt, confirmed }) => ({
      sending,
      receipt,
      draft: confirmed,
      privateReply: TYPED_REPLY,
    }),
  },
  {
    ref: 'WITHDRAW-15: cancelled while nothing was signed',
    in: 'exchanging',
    on: 'exchange: is cancelled',
    to: 'result.cancelled',
    does: (context) => [drop(context), CHANGED, toast('cancelled', 'success')],
    sets: () => ({ ...SETTLED }),
  },
  {
    ref: 'WITHDRAW-15: not cancelled; the server says how it stands',
    in: 'exchanging',
    on: 'exchange: not cancelled',
    to: 'resuming',
    does: (_context, event) => [failureToast('notCancelled', event), ASK_STANDING],
    sets: ({ sending }) => ({ sending, privateReply: '' }),
  },
  {
    ref: 'WITHDRAW-14: the way back leads past the server',
    in: 'exchanging',
    on: 'exchange: left',
    to: 'resuming',
    does: () => [ASK_STANDING],
    sets: ({ sending }) => ({ sending, privateReply: '', failure: null }),
  },
  settled(
    "WITHDRAW-12: 'Broadcasted successfully', with the hash if given",
    ['exchange: is broadcast', 'exchange: is broadcast without a hash', 'exchange: found broadcast'],
    'result.broadcast',
    [toast('broadcast', 'success')],
  ),
  settled("WITHDRAW-12: 'Submitted, broadcast failed'", 'exchange: is not broadcast', 'result.notBroadcast'),
  settled(
    "WITHDRAW-12: or 'unknown'",
    ['exchange: is finalized', 'exchange: found pending'],
    'result.unknown',
  ),
  {
    ref: 'WITHDRAW-21: expired, nothing was sent',
    in: 'exchanging',
    on: 'exchange: found cancelled',
    to: 'result.failed',
    does: (context) => [drop(context), CHANGED, toast('ended', 'error')],
    sets: () => ({ ...SETTLED, failure: ENDED }),
  },
  {
    ref: "WITHDRAW-21: a GRIN failure goes to 5; 'Finalize failed'",
    in: 'exchanging',
    on: 'exchange: refused*',
    to: 'result.failed',
    does: (_context, event) => [CHANGED, failureToast('finalizeFailed', event)],
    sets: ({ sending, receipt }, event) => ({
      failure: failureIn(event),
      sending,
      receipt,
      privateReply: TYPED_REPLY,
    }),
  },
  {
    ref: 'WITHDRAW-24: paid for in another tab or on another device',
    in: 'exchanging',
    on: 'exchange: reads broadcast',
    to: 'result.broadcast',
    does: (context) => [drop(context), CHANGED],
    sets: (context, event) => ({
      ...SETTLED,
      receipt: { ...(valueOf(event) as object), ...repeated(context) },
    }),
  },
  {
    ref: 'WITHDRAW-24: finalized in another tab or on another device',
    in: 'exchanging',
    on: 'exchange: reads pending',
    to: 'result.unknown',
    does: (context) => [drop(context), CHANGED],
    sets: (context, event) => ({
      ...SETTLED,
      receipt: { ...(valueOf(event) as object), ...repeated(context) },
    }),
  },
  {
    ref: 'WITHDRAW-24: expired, or cancelled in another tab: the coins are back, and that is said',
    in: 'exchanging',
    on: ['exchange: reads cancelled', 'exchange: reads expired'],
    to: 'result.failed',
    does: (context) => [drop(context), CHANGED, toast('ended', 'error')],
    sets: () => ({ ...SETTLED, failure: ENDED }),
  },
  {
    ref: 'WITHDRAW-24: no way back to one that has ended',
    in: 'result.failed',
    on: ['status: cancelled', 'status: expired'],
    to: 'result.failed',
    does: (context) => [drop(context), CHANGED],
    sets: () => ({ ...SETTLED, failure: ENDED }),
  },
  {
    ref: 'WITHDRAW-14: the way back into a running withdrawal',
    in: ['form', 'confirming', 'result.failed'],
    on: 'resume',
    says: 'the user resumes the withdrawal that waits',
    if: ({ sending, waiting }) => typeof (sending ?? waiting)?.id === 'string',
    to: 'resuming',
    does: () => [ASK_STANDING],
    // What was confirmed is sent, whatever the form contains now.
    sets: ({ confirmed, sending, waiting }) => ({
      failure: null,
      draft: confirmed,
      sending: sending ?? waiting,
    }),
  },
  {
    ref: 'WITHDRAW-26: one that another page has begun is said, and in the way of a second one',
    in: ['form', 'confirming'],
    on: ['waiting: one', 'waiting: none'],
    sets: (_context, event) => ({ waiting: event.waiting }),
  },
  {
    ref: 'WITHDRAW-07: without a fee everything is read again',
    in: 'form',
    on: 'retry',
    does: () => ['read facts again'],
  },
];

/** What the context does not contain: the time before the first state, and the server. */
interface Setting {
  ticker: string;
  /** Undefined: nothing was kept. */
  keptId: string | null | undefined;
  hasIdempotencyKeys: boolean;
  chosen: string | null;
  isBackAtConfirmation: boolean;
}

/** The rules WITHDRAW and LOST of docs/requirements.md. */
const rowsOf = (setting: Setting): readonly Row<Context>[] => [
  ...GATE_ROWS(() => setting),
  ...FINDING_ROWS,
  ...FORM_ROWS,
  ...CONFIRM_ROWS(() => setting.hasIdempotencyKeys),
  ...ANSWER_ROWS,
  ...UNKNOWN_ROWS(() => setting.hasIdempotencyKeys),
  ...STANDING_ROWS,
  ...GRIN_ROWS,
];

type Machine = typeof withdrawalMachine;
type Event = EventCase<Machine>;
type When = (snapshot: WithdrawalSnapshot) => boolean;

function sut(sendsFee: boolean): Sut<Machine> {
  const effects: string[] = [];
  const network = scriptedNetwork(effects, () => effects.push('session over'), sendsFee);
  let feed: FactsListener | null = null;
  let exchange: ((event: SlatepackExchangeSays) => void) | null = null;
  let tellWaiting: ((waiting: SendingWithdrawal | null) => void) | null = null;
  let tellStatus: ((answer: never) => void) | null = null;
  const implementations = withdrawalImplementations({
    http: network.http,
    sendsFee,
    userId: () => 'user-1',
    watchFacts: (ticker, listener) => {
      effects.push(`watch ${ticker}`);
      feed = listener;
      return {
        retry: () => effects.push('read facts again'),
        stop: () => {
          feed = null;
        },
      };
    },
    waitUntil: () => () => undefined,
    followStatus: (id, _isWindowOver, told) => {
      if (id !== 'w-1') effects.push(`follows ${id}`);
      tellStatus = told as typeof tellStatus;
      return () => {
        tellStatus = null;
      };
    },
    followWaiting: (_ticker, told) => {
      tellWaiting = told;
      return () => {
        tellWaiting = null;
      };
    },
    kept: {
      keep: (_user, { ticker, idempotencyKey, before, id }) =>
        effects.push(`keep ${ticker} ${idempotencyKey} [${before.join()}] ${id ?? 'no id'}`),
      drop: (_user, ticker) => effects.push(`drop ${ticker}`),
      keepForm: (_user, ticker, { draft }) => effects.push(`keep form ${ticker} ${draft.amount}`),
    },
    noteOwnChange: () => effects.push('own change'),
  });
  const actors = {
    ...implementations.actors,
    create: oneLook(implementations.actors.create),
    // Another actor with the same input and the same answers.
    exchange: fromCallback<EventObject, SlatepackExchangeInput>(({ input, sendBack, receive }) => {
      effects.push(`exchange of ${input.id}${input.mayEdit ? ', may edit' : ''}`);
      if (input.receipt?.slatepack !== MESSAGE) effects.push('an exchange without its message');
      receive(({ type }) => {
        if (type === 'user.back') effects.push('the exchange is asked to go back');
      });
      exchange = sendBack;
      return () => {
        exchange = null;
      };
    }) as never,
  };
  return {
    machine: withdrawalMachine.provide({ ...implementations, actors }),
    clock: new TestClock(NOW),
    settle: (invokeId, outcome) =>
      invokeId === 'exchange' ? exchange?.(outcome.tells as SlatepackExchangeSays) : settle(network, outcome),
    drive: {
      'facts.received': (event) => feed?.received((event as never as { facts: never }).facts),
      'facts.failed': (event) => feed?.failed((event as never as { failure: never }).failure),
      'waiting.read': (event) => tellWaiting?.((event as never as { waiting: never }).waiting),
      'status.read': (event) => tellStatus?.((event as never as { output: never }).output),
    },
    attach: recordEmitted(effects),
    drain: () => effects.splice(0),
    // A sent request continues when the screen is left.
    leaks: () => [
      ...network.open().filter((title) => !title.startsWith('POST ')),
      ...(feed ? ['facts are still watched'] : []),
      ...(exchange ? ['the exchange goes on'] : []),
      ...(tellStatus ? ['the status is still read'] : []),
      ...(tellWaiting ? ['the history is still read'] : []),
    ],
  };
}

const OUTAGE: Failure = { code: 'unreachable', retryable: true, cause: 'TypeError' };

const knows =
  (name: FactsName): When =>
  ({ context }) =>
    context.facts !== null && context.facts === factsByTicker(context.ticker)[name];
const byTicker = new Map<string, ReturnType<typeof factsOf>>();
function factsByTicker(ticker: string): ReturnType<typeof factsOf> {
  const known = byTicker.get(ticker) ?? factsOf(ticker);
  byTicker.set(ticker, known);
  return known;
}

const facts = (ticker: string, name: FactsName, when: When): Event => ({
  name: `facts: ${name}`,
  event: { type: 'facts.received', facts: factsByTicker(ticker)[name] },
  when,
});
const hasNoFee: When = ({ value, context }) => value === 'gating' && context.facts?.fee !== '0.0001';
const hasNone: When = ({ context }) => context.facts === null;
const isUnderWay: When = ({ context }) => context.sending !== null;
const isEditing: When = (snapshot) => snapshot.matches('form') || snapshot.matches('confirming');

/** Each fact only where it is news. */
const allFacts = (ticker: string): Event[] => [
  facts(ticker, 'open', (snapshot) => !knows('open')(snapshot)),
  facts(
    ticker,
    'no fee',
    (snapshot) => hasNone(snapshot) || (isEditing(snapshot) && knows('open')(snapshot)),
  ),
  facts(ticker, 'poor', (snapshot) => isEditing(snapshot) && knows('open')(snapshot)),
  ...(['no such coin', 'switched off', 'no refund address'] as const).map((name) =>
    facts(ticker, name, (snapshot) => hasNone(snapshot) || (isEditing(snapshot) && knows('open')(snapshot))),
  ),
  {
    name: 'facts fail',
    says: 'coin, balance or refund address cannot be read',
    event: { type: 'facts.failed', failure: OUTAGE },
    when: hasNone,
  },
];
const openFacts = (ticker: string): Event[] => [facts(ticker, 'open', hasNone)];

/** What was confirmed is sent again, not newer values. */
const dearer = facts('BTC', 'dearer', (snapshot) => snapshot.matches('notFound') && knows('open')(snapshot));

/** The confirmation is checked again when fee or balance change. */
const moves = (['dearer', 'poor', 'broke', 'no fee'] as const).map((name) =>
  facts('BTC', name, (snapshot) => snapshot.matches('confirming') && knows('open')(snapshot)),
);

const continues = (...names: readonly TypedName[]): Event[] =>
  names.map((name) => ({ name: `continue: ${name}`, event: { type: 'user.continue', typed: TYPED[name] } }));
const GESTURES = {
  edit: 'user.edit',
  back: 'user.back',
  'back to edit': 'user.backToEdit',
  'browser back': 'browser.back',
  'browser forward': 'browser.forward',
  resume: 'user.resume',
  'try again': 'user.tryAgain',
  'send again': 'user.sendAgain',
  'check again': 'user.checkAgain',
  leave: 'user.leave',
  retry: 'user.retry',
} as const;
const gestures: readonly Event[] = [
  ...Object.entries(GESTURES).map(([name, type]): Event => ({ name, event: { type } as WithdrawalEvent })),
  {
    name: 'confirm',
    says: 'the user confirms the withdrawal',
    event: { type: 'user.confirm', idempotencyKey: IDEMPOTENCY_KEY },
  },
];
const only = (...names: readonly string[]): Event[] => gestures.filter(({ name }) => names.includes(name));
const useMaximum: Event = {
  name: 'use the maximum',
  says: 'the user takes the maximum instead',
  event: { type: 'user.useMaximum' },
};
const CODE = '123456';
const withCode: readonly Event[] = [
  {
    name: 'confirm with a code',
    says: 'the user confirms the withdrawal with a code of the second factor',
    event: { type: 'user.confirm', idempotencyKey: IDEMPOTENCY_KEY, privateCode: CODE },
  },
  { name: 'edit the code', says: 'the user changes the code', event: { type: 'user.editCode' } },
];
/** Results of reading it every 15 s. */
export const statusReplies: readonly Ending[] = [
  STATUS_BROADCAST,
  STATUS_SUBMITTED,
  STATUS_CANCELLED,
  STATUS_ODD,
  STILL_AWAITED,
];
export const statusReads: readonly Event[] = statusReplies.map(({ name, done }) => ({
  name: `status: ${name}`,
  says: `reading the withdrawal shows: ${name}`,
  event: { type: 'status.read', output: done as never },
  when: (snapshot) => snapshot.matches({ result: 'failed' }) && snapshot.context.sending !== null,
}));

/** Another page starts one while the form is open here, and ends it. */
const waits: readonly Event[] = [
  {
    name: 'waiting: one',
    says: 'another page has started a GRIN withdrawal, which waits for its reply',
    event: { type: 'waiting.read', waiting: CHOSEN },
    when: (snapshot) => isEditing(snapshot) && snapshot.context.waiting === null && !isUnderWay(snapshot),
  },
  {
    name: 'waiting: none',
    says: 'the GRIN withdrawal that another page had started is over',
    event: { type: 'waiting.read', waiting: null },
    when: (snapshot) => isEditing(snapshot) && snapshot.context.waiting !== null,
  },
];

const list = (name: string, records: readonly object[], value: unknown): Ending => ({
  name,
  reply: json({ withdrawals: records }),
  done: { ok: true, value },
});
const reading = outages('withdrawals', true);
/** The chart only needs to know that it got no answer. */
const unread = ({ name, reply, done }: Ending): Ending => ({
  name,
  reply,
  error: new OutageError((done as { failure: Failure }).failure),
});
const readBefore = (ticker: string): Ending[] => [
  { ...list('list', [record('w-old', ticker)], ['w-old']), done: ['w-old'] },
  unread(TOO_MANY),
  reading.serverDown,
  reading.noAnswer,
];

export const failureOf = ({ done, error }: Ending): Failure =>
  (error as OutageError | undefined)?.failure ?? (done as { failure: Failure }).failure;
type Answer = { readonly ok: true; readonly value: unknown } | { readonly ok: false };
const isTaken = ({ done }: Ending): boolean => (done as Answer | undefined)?.ok === true;

type Look = Ending & { readonly value?: unknown };

type Phase = 'sending' | 'resending' | 'looking';

/**
 * Results of the write with this id. A repeat refused for now reveals nothing about the first attempt.
 * @param looks the reads after a lost answer, by their names; a value of null is not found.
 */
export function writes<S>(
  id: string,
  isIn: (phase: Phase) => (snapshot: S) => boolean,
  answers: readonly Omit<Ending, 'when'>[],
  looks: readonly Look[],
): Outcome<S>[] {
  const { done, refused: denied, lost: unanswered, absent, unknown } = writeOutcomes(id);
  const at = (outcome: Outcome, ...phases: Phase[]): Outcome<S> => ({
    ...outcome,
    when: (snapshot: S) => phases.some((phase) => isIn(phase)(snapshot)),
  });
  const answered = (ending: Ending): Outcome<S>[] => {
    const { name, reply } = ending;
    if (isTaken(ending))
      return [at(done(name, reply, (ending.done as { value: unknown }).value), 'sending', 'resending')];
    const failure = failureOf(ending);
    if (ending.error) return [at(unanswered(name, reply, failure), 'sending', 'resending')];
    if (![409, 429].includes(failure.status ?? 0))
      return [at(denied(name, reply, failure), 'sending', 'resending')];
    return [at(denied(name, reply, failure), 'sending'), at(unanswered(name, reply, failure), 'resending')];
  };
  const looked = looks.map((look): Outcome => {
    const { name, reply, value } = look;
    if (value === undefined) return unknown(name, reply, failureOf(look));
    return value === null ? absent(name, reply) : done(name, reply, value);
  });
  return [...answers.flatMap(answered), ...looked.map((one) => at(one, 'looking'))];
}
const creates = (answers: readonly Ending[], looks: readonly Look[]): Ending[] =>
  answers.length === 0 && looks.length === 0
    ? []
    : writes(
        'create',
        (phase) => (snapshot: WithdrawalSnapshot) => snapshot.matches({ creating: phase }),
        answers,
        looks,
      ).map((one) => {
        const given = answers.find(({ name }) => name === one.name)?.when;
        return { ...one, when: (snapshot) => (given?.(snapshot) ?? true) && (one.when?.(snapshot) ?? true) };
      });

/** The history after a lost answer. */
const searches = (ticker: string): Look[] => [
  {
    name: 'look finds it',
    reply: json({ withdrawals: [record('w-1', ticker), record('w-old', ticker)] }),
    value: found(ticker),
  },
  { name: 'look finds nothing', reply: json({ withdrawals: [record('w-old', ticker)] }), value: null },
  { ...TOO_MANY, name: 'look meets 429' },
  { ...reading.serverDown, name: 'look meets 500' },
];
const creating = outages('createWithdrawal');
const REFUSALS = [COOLING, POOR, WORDLESS, CONFLICT, TOO_MANY];
const LOST = Object.values(creating);
const hasCode: When = ({ context }) => context.privateCode !== null;
/** Of a server that asks for a code. */
const createWithCode: Ending[] = [
  { ...TAKEN, when: hasCode },
  { ...CODE_USED, when: hasCode },
  { ...CODE_MISSING, when: (snapshot) => !hasCode(snapshot) },
  creating.noAnswer,
];
const creations = [TAKEN, TAKEN_WORDLESS, TAKEN_OTHERWISE, ...REFUSALS, ...LOST];
const createGrin = [MESSAGE_GIVEN, MESSAGE_BARE, TAKEN_WORDLESS, COOLING, TOO_MANY, creating.noAnswer];
const asking = outages('withdrawalStatus', true);
const readGrinStatus = [
  MESSAGE_GIVEN,
  STILL_AWAITED,
  STATUS_BROADCAST,
  STATUS_COMPLETED,
  STATUS_SUBMITTED,
  STATUS_CANCELLED,
  STATUS_ODD,
  UNKNOWN_ID,
  TOO_MANY,
  asking.serverDown,
  asking.noAnswer,
];
/** The status after the answer to the reply was lost. */
const stood = (ending: Ending, value: 'awaited' | 'broadcast' | 'submitted' | 'ended'): Look => {
  const receipt = (ending.done as { value: { txHash: string | null } }).value;
  return {
    name: `look finds ${ending.name}`,
    reply: ending.reply,
    value: value === 'awaited' ? null : { status: value, txHash: receipt.txHash, receipt },
  };
};
export const standings: readonly Look[] = [
  // Also where the server left the status out.
  stood(MESSAGE_GIVEN, 'awaited'),
  stood(STILL_AWAITED, 'awaited'),
  stood(STATUS_BROADCAST, 'broadcast'),
  stood(STATUS_COMPLETED, 'broadcast'),
  stood(STATUS_SUBMITTED, 'submitted'),
  stood(STATUS_CANCELLED, 'ended'),
  stood(STATUS_ODD, 'ended'),
  { ...UNKNOWN_ID, name: 'look meets 404' },
  { ...TOO_MANY, name: 'look meets 429' },
  { ...asking.serverDown, name: 'look meets 500' },
  { ...asking.noAnswer, name: 'look meets no answer' },
];
const NONE_WAITING: Ending = {
  ...list('none waits', [{ ...record('w-old', 'GRIN'), tx_hash: '08fc' }], null),
  done: null,
};
const ONE_WAITING = {
  ...list('one may wait', [record('w-1', 'GRIN')], BEGUN_ELSEWHERE),
  done: BEGUN_ELSEWHERE,
};
const findWaiting = [NONE_WAITING, ONE_WAITING, { ...TOO_MANY, done: null }, reading.noAnswer];
/** Events of the exchange of slatepacks, which has a walk of its own. */
const exchange = (name: string, tells: SlatepackExchangeSays): Ending => ({ name, tells });
const finalizedAs = ({ name, done }: Ending): Ending =>
  exchange(`is ${name}`, { type: 'exchange.finalized', finalized: (done as { value: Finalized }).value });
const foundAs = (name: string, status: Finalized['status'], { done }: Ending): Ending => {
  const { value: receipt } = done as { value: NonNullable<Finalized['receipt']> };
  return exchange(name, {
    type: 'exchange.finalized',
    finalized: { status, txHash: receipt.txHash, receipt },
  });
};
const LEFT = exchange('left', { type: 'exchange.left' });
const BACK = exchange('back', { type: 'exchange.back', privateReply: TYPED_REPLY });
const BACK_TO_EDIT: Ending = {
  ...exchange('back to edit', { type: 'exchange.backToEdit', privateReply: TYPED_REPLY }),
  when: ({ context }) => context.confirmed !== null,
};
const refusedAs = (name: string, ending: Ending): Ending =>
  exchange(name, { type: 'exchange.refused', failure: failureOf(ending), privateReply: TYPED_REPLY });
const REFUSED = refusedAs('refused', OTHER_SLATE);
const finalizations: readonly Ending[] = [
  ...[BROADCAST, BROADCAST_BARE, NOT_BROADCAST, FINALIZED].map(finalizedAs),
  foundAs('found broadcast', 'broadcast', STATUS_BROADCAST),
  foundAs('found pending', 'submitted', STATUS_SUBMITTED),
  foundAs('found cancelled', 'ended', STATUS_CANCELLED),
  REFUSED,
  refusedAs('refused without words', WORDLESS),
];
const readings: readonly Ending[] = [STATUS_BROADCAST, STATUS_SUBMITTED, STATUS_CANCELLED, STATUS_ODD].map(
  ({ name, done }) => exchange(`reads ${name}`, { type: 'status.read', output: done as never }),
);
const cancellations: readonly Ending[] = [
  exchange('is cancelled', {
    type: 'exchange.cancelled',
    receipt: (CANCELLED.done as { value: never }).value,
  }),
  exchange('not cancelled', { type: 'exchange.notCancelled', failure: failureOf(SIGNED_ALREADY) }),
  LEFT,
];

const variant = (
  name: string,
  input: WithdrawalInput,
  events: readonly Event[],
  outcomes: Variant<Machine>['outcomes'] = {},
  sendsFee = true,
): Variant<Machine> => ({
  name,
  input,
  events,
  outcomes,
  sut: () => {
    Object.assign(setting, {
      ticker: input.ticker,
      keptId: input.kept === null ? undefined : input.kept.id,
      chosen: input.chosen ?? null,
      hasIdempotencyKeys: sendsFee,
      isBackAtConfirmation: input.isBackAtConfirmation ?? false,
    } satisfies Setting);
    return sut(sendsFee);
  },
});

/** There is no context before the first state, so each variant defines its start. */
const setting: Setting = {
  ticker: '',
  keptId: undefined,
  hasIdempotencyKeys: true,
  chosen: null,
  isBackAtConfirmation: false,
};

const btc = { ticker: 'BTC', kept: null };
const grin = { ticker: 'GRIN', kept: null };
/** As the tab stored it before a reload. */
const KEPT_FORM = { typed: TYPED.calm, draft: { address: ADDRESS, amount: '0.5' } };
const QUOTES = { fixesFee: true };
const CANCELS = { canCancel: true };
const [BTC_LIST] = readBefore('BTC');
const [GRIN_LIST] = readBefore('GRIN');
const listed = (ending: Ending | undefined): Ending[] => (ending ? [ending] : []);

const variants: readonly Variant<Machine>[] = [
  variant(
    'every gate, and news while the user is at it',
    btc,
    [...allFacts('BTC'), ...continues('nothing', 'the minimum', 'calm'), ...gestures],
    { readBefore: listed(BTC_LIST), create: creates([TAKEN], []) },
  ),
  variant(
    'every check, both sides of every boundary',
    btc,
    [
      ...openFacts('BTC'),
      ...continues(...(Object.keys(TYPED) as TypedName[])),
      ...gestures.filter(({ name }) => ['edit', 'confirm', 'back to edit'].includes(name)),
    ],
    { readBefore: listed(BTC_LIST), create: creates([TAKEN], []) },
  ),
  variant('BTC, every answer', btc, [...openFacts('BTC'), ...continues('calm'), ...gestures], {
    readBefore: readBefore('BTC'),
    create: creates(creations, searches('BTC')),
  }),
  variant(
    'BTC, the fee moves while an answer is looked for',
    btc,
    [...openFacts('BTC'), dearer, ...continues('calm'), ...gestures],
    {
      readBefore: listed(BTC_LIST),
      create: creates([TAKEN, creating.noAnswer], searches('BTC').slice(1, 2)),
    },
  ),
  variant(
    'BTC, fee and balance move while it is confirmed',
    btc,
    [
      ...openFacts('BTC'),
      ...moves,
      ...continues('all of it'),
      useMaximum,
      ...only('confirm', 'back to edit'),
    ],
    { readBefore: listed(BTC_LIST), create: creates([TAKEN], []) },
  ),
  variant(
    'BTC, the fee moves while it is confirmed, at a server that charges what was shown',
    { ...btc, ...QUOTES },
    [
      ...openFacts('BTC'),
      ...moves,
      ...continues('all of it'),
      useMaximum,
      ...only('confirm', 'back to edit'),
    ],
    { readBefore: listed(BTC_LIST), create: creates([TAKEN], []) },
  ),
  variant(
    'BTC at a server without idempotency keys',
    btc,
    [...openFacts('BTC'), ...continues('calm'), ...gestures],
    {
      readBefore: listed(BTC_LIST),
      create: creates([TAKEN, CONFLICT, CODE_MISSING, creating.noAnswer], searches('BTC').slice(0, 2)),
    },
    false,
  ),
  variant(
    'BTC, with a code',
    { ...btc, takesCode: true },
    [
      ...openFacts('BTC'),
      ...continues('calm'),
      ...withCode,
      ...only('confirm', 'back to edit', 'send again', 'leave'),
    ],
    {
      readBefore: readBefore('BTC').slice(0, 3),
      create: creates(createWithCode, searches('BTC').slice(0, 2)),
    },
  ),
  variant(
    'BTC, reloaded while it was sent',
    { ticker: 'BTC', kept: sendingOf('BTC', null, ['w-old']) },
    [...openFacts('BTC'), ...gestures],
    { create: creates([], searches('BTC')) },
  ),
  variant(
    'BTC, reloaded at the confirmation',
    { ...btc, ...QUOTES, form: KEPT_FORM, isBackAtConfirmation: true },
    [
      ...(['waiting', 'open', 'no fee', 'no such coin'] as const).map((name) => facts('BTC', name, hasNoFee)),
      ...only('back to edit', 'browser back', 'browser forward', 'confirm', 'try again'),
    ],
    { readBefore: listed(BTC_LIST), create: creates([TAKEN, POOR], []) },
  ),
  variant(
    'BTC, reloaded at the form',
    { ...btc, form: KEPT_FORM },
    [...openFacts('BTC'), ...continues('nothing'), ...only('browser back', 'browser forward')],
    {},
  ),
  variant(
    'GRIN, every reply and every answer',
    grin,
    [
      ...openFacts('GRIN'),
      ...continues('calm', 'nothing'),
      ...statusReads.filter(({ name }) => name === 'status: cancelled'),
      ...gestures,
    ],
    {
      findWaiting: [NONE_WAITING],
      readBefore: [...listed(GRIN_LIST), unread(TOO_MANY), reading.noAnswer],
      create: creates(createGrin.slice(0, 1), []),
      exchange: [...finalizations, LEFT, BACK, BACK_TO_EDIT],
      readGrinStatus,
    },
  ),
  variant(
    'GRIN, every answer to the request',
    grin,
    [...openFacts('GRIN'), ...continues('calm'), ...gestures],
    {
      findWaiting: [NONE_WAITING],
      readBefore: listed(GRIN_LIST),
      create: creates(createGrin, searches('GRIN')),
      exchange: [BACK],
      readGrinStatus: [MESSAGE_GIVEN],
    },
  ),
  variant(
    'GRIN, reloaded while the reply was awaited',
    { ticker: 'GRIN', kept: sendingOf('GRIN', 'w-1', ['w-old']) },
    [...openFacts('GRIN'), ...statusReads, ...gestures],
    { readGrinStatus, exchange: [finalizedAs(BROADCAST), REFUSED, BACK, ...readings] },
  ),
  variant(
    'GRIN, reloaded, and another one is requested',
    { ticker: 'GRIN', kept: sendingOf('GRIN', 'w-1', ['w-old']) },
    [
      ...openFacts('GRIN'),
      ...continues('calm'),
      ...continues('the minimum').map((one) => ({ ...one, when: isUnderWay })),
      ...gestures.filter(({ name }) => !['edit', 'send again', 'check again'].includes(name)),
    ],
    {
      exchange: [BACK, BACK_TO_EDIT],
      readGrinStatus: [MESSAGE_GIVEN, STATUS_CANCELLED, asking.noAnswer],
      readBefore: listed(GRIN_LIST),
      create: creates([MESSAGE_GIVEN, COOLING], []),
    },
  ),
  variant(
    'GRIN, with a code',
    { ...grin, takesCode: true },
    [...openFacts('GRIN'), ...continues('calm'), ...withCode, ...only('leave', 'resume', 'check again')],
    {
      findWaiting: [NONE_WAITING],
      readBefore: listed(GRIN_LIST),
      create: creates([MESSAGE_GIVEN], []),
      readGrinStatus: [MESSAGE_GIVEN],
      exchange: [finalizedAs(BROADCAST), LEFT],
    },
  ),
  variant(
    'GRIN, started elsewhere',
    { ...grin, ...CANCELS },
    [...openFacts('GRIN'), ...only('back', 'resume', 'try again', 'retry', 'browser back')],
    {
      findWaiting,
      readGrinStatus: [
        MESSAGE_GIVEN,
        STILL_AWAITED,
        STATUS_SUBMITTED,
        STATUS_CANCELLED,
        TOO_MANY,
        asking.noAnswer,
      ],
      exchange: [finalizedAs(BROADCAST), BACK, ...cancellations],
    },
  ),
  variant(
    'GRIN, started by another page while the form is open',
    grin,
    [
      ...openFacts('GRIN'),
      ...continues('calm'),
      ...waits,
      ...only('confirm', 'resume', 'back', 'back to edit', 'browser back'),
    ],
    {
      findWaiting: [NONE_WAITING],
      readBefore: listed(GRIN_LIST),
      create: creates([MESSAGE_GIVEN], []),
      exchange: [BACK, BACK_TO_EDIT],
      readGrinStatus: [MESSAGE_GIVEN, STATUS_SUBMITTED, asking.noAnswer],
    },
  ),
  variant(
    'GRIN, chosen in the history',
    { ticker: 'GRIN', kept: sendingOf('GRIN', 'w-2', ['w-old']), chosen: 'w-1' },
    [...openFacts('GRIN'), ...only('resume', 'try again')],
    { readGrinStatus: [MESSAGE_GIVEN, STATUS_SUBMITTED], exchange: [finalizedAs(BROADCAST), BACK] },
  ),
  variant(
    'GRIN, another one is typed while one waits',
    grin,
    [
      ...openFacts('GRIN'),
      ...continues('calm'),
      ...continues('the minimum').map((one) => ({ ...one, when: isUnderWay })),
      ...only('back to edit', 'resume', 'confirm'),
    ],
    {
      findWaiting: [NONE_WAITING],
      readBefore: listed(GRIN_LIST),
      create: creates([MESSAGE_GIVEN], []),
      readGrinStatus: [MESSAGE_GIVEN],
      exchange: [finalizedAs(BROADCAST), REFUSED, BACK, BACK_TO_EDIT],
    },
  ),
];

export const withdrawalModel: MachineModel<Machine> = {
  name: 'withdrawal',
  machine: withdrawalMachine,
  states: {
    gating: 'coin, balance and refund address are being read',
    'finding.reading': 'the history is being read for a GRIN withdrawal that waits',
    'finding.asking': 'the server is being asked whether that GRIN withdrawal waits',
    factsFailed: 'the page says that it could not read what it needs',
    closed: 'the user is led away, because the coin cannot be withdrawn',
    form: 'the form is open',
    confirming: 'the withdrawal is shown once more, to be confirmed',
    checking: 'the earlier withdrawals are being noted, and nothing is sent yet',
    'creating.sending': 'the request is on its way, once',
    'creating.resending': 'the same request is on its way once more',
    'creating.looking': 'the page looks for the withdrawal in the history and sends nothing',
    notFound: 'the page says that it was not found, and offers to send the same one again',
    unresolved: 'the page says that it could not find out, and offers to look again',
    'result.submitted': 'the page says that the withdrawal was taken',
    resuming: 'the server is being asked how the GRIN withdrawal stands',
    resumeFailed: 'the page says that the server could not tell how the GRIN withdrawal stands',
    exchanging: 'slatepacks are exchanged with the wallet that receives',
    'result.broadcast': 'the page says that the withdrawal was finalized and broadcast',
    'result.notBroadcast': 'the page says that it was finalized, and that the broadcast is tried again',
    'result.cancelled': 'the page says that it was cancelled, and the coins are free again',
    'result.unknown': 'the page says that it was finalized',
    'result.failed': 'the page says that nothing was taken or paid, and why',
  },
  says: {
    'facts: open': 'coin, balance, fee and refund address are known, and all is open',
    'facts: waiting': 'the coin is open, and its fee has not come yet',
    'facts: no fee': 'the coin is open, but its fee is not known',
    'facts: dearer': 'the fee rises',
    'facts: poor': 'the balance falls below what was confirmed',
    'facts: broke': 'the balance falls almost to nothing',
    'facts: no such coin': 'the coin turns out not to exist',
    'facts: switched off': 'withdrawals of the coin turn out to be switched off',
    back: 'the user presses Back',
    'browser back': 'the user presses Back in the browser',
    'browser forward': 'the user presses Forward in the browser',
    'continue: nothing': 'the user presses Continue with an empty form',
    'continue: short address': 'the user presses Continue with an address that is too short',
    'continue: address of ten letters': 'the user presses Continue with an address of ten characters',
    'continue: damaged address': 'the user presses Continue with an address whose checksum is wrong',
    'continue: address of the test network': 'the user presses Continue with an address of the test network',
    'continue: private key': 'the user presses Continue with a private key in place of the address',
    'continue: letters for an amount': 'the user presses Continue with letters for an amount',
    'continue: amount 0': 'the user presses Continue with the amount 0',
    'continue: nine decimals': 'the user presses Continue with nine decimals',
    'continue: below the minimum': 'the user presses Continue with less than the minimum',
    'continue: the minimum': 'the user presses Continue with exactly the minimum',
    'continue: a unit too much': 'the user presses Continue with one unit more than is there',
    'continue: calm': 'the user presses Continue with a good address and amount',
    'findWaiting: none waits': 'no GRIN withdrawal waits for its reply',
    'create: message': "the server takes the GRIN withdrawal and gives the wallet's message",
    'create: message without an end':
      "the server takes the GRIN withdrawal and gives the wallet's message, but no end of the time for the reply",
    'exchange: back': 'the user leaves the exchange of slatepacks',
    'exchange: back to edit': 'the user goes back from the exchange of slatepacks to the confirmation',
    'exchange: left': 'nobody knows what became of the exchange of slatepacks',
    'exchange: is cancelled': 'the user has cancelled the withdrawal',
    'exchange: not cancelled': 'the server refuses the cancellation',
    'exchange: is broadcast': 'the server has finalized the withdrawal and broadcast it',
    'exchange: is broadcast without a hash':
      'the server has finalized the withdrawal and broadcast it, but names no transaction',
    'exchange: is not broadcast': 'the server has finalized the withdrawal, but the broadcast failed',
    'exchange: is finalized': 'the server has finalized the withdrawal and does not speak of a broadcast',
    'exchange: found broadcast': 'a reply whose answer was lost was finalized and broadcast',
    'exchange: found pending': 'a reply whose answer was lost is being paid out',
    'exchange: found cancelled': 'the withdrawal was cancelled before the reply came',
    'exchange: refused': 'the server refuses the reply',
    'exchange: refused without words': 'the server refuses the reply without a reason',
    'exchange: reads broadcast': 'the withdrawal was broadcast for another page',
    'exchange: reads pending': 'the withdrawal is being paid out for another page',
    'exchange: reads cancelled': 'the withdrawal was cancelled by another page',
    'exchange: reads expired': 'the withdrawal has expired',
  },
  services: {
    readBefore: 'reading the earlier withdrawals',
    create: 'the request for the withdrawal',
    findWaiting: 'looking for a GRIN withdrawal that waits',
    readGrinStatus: 'asking how the GRIN withdrawal stands',
  },
  endings: {
    taken: 'is taken',
    'taken without words': 'is taken, and the server says little of it',
    'taken otherwise': 'is taken with another amount than was asked for',
    'look finds it': 'is found in the history',
    'look finds nothing': 'is not found in the history',
    'look meets 429': 'cannot be looked for now, because the server asks to wait (429)',
    'look meets 500': 'cannot be looked for, because the server fails (500)',
    message: 'shows that the reply is still awaited, and gives the message',
    'still awaited': 'shows that the reply is still awaited',
    broadcast: 'shows that it was broadcast',
    completed: 'shows that it is completed',
    pending: 'shows that it is being paid out',
    cancelled: 'shows that it was cancelled',
    expired: 'shows that it has expired',
    '404': 'is refused, because the server knows no such withdrawal (404)',
    '409': 'meets another one with the same key (409)',
    '400 without words': 'is refused without a reason (400)',
    '403 in parts': 'is refused, because withdrawals are blocked for a time (403)',
    '422 with an error': 'is refused, because the balance is too small (422)',
    'code missing': 'is refused, because a code of the second factor is needed (403)',
    'code used': 'is refused, because the code was used already (403)',
  },
  variants,
  // Of a failure only the pause that the server asks for matters.
  key: ({ value, context: { failure, ...context } }) => ({
    value,
    context,
    failure: failure && { retryAfter: failure.retryAfter },
  }),
  requirements: rowsOf(setting),
  invariant: (snapshot) => {
    const { context } = snapshot;
    const isSending =
      snapshot.matches('checking') ||
      snapshot.matches({ creating: 'sending' }) ||
      snapshot.matches({ creating: 'resending' });
    if (context.privateCode !== null && !isSending) return 'a code is kept';
    const text = JSON.stringify(context);
    if (text.includes(CODE) && !isSending) return 'a code is kept';
    const writing = JSON.stringify(snapshot.children.create?.getSnapshot().context ?? null);
    if (snapshot.hasTag('unknown') && writing.includes(CODE)) return 'a write keeps a code while it looks';
    if (text.includes(TYPED['private key'].address)) return 'a private key is kept';
    return undefined;
  },
  selectors: {
    from: selectors,
    rules: {
      selectView: [
        [/^(gating|finding|closed)/, 'gating'],
        [/^factsFailed/, 'factsFailed'],
        [/^form/, 'form'],
        [/^confirming/, 'confirming'],
        [/^creating\.looking/, 'looking'],
        [/^(checking|creating)/, 'submitting'],
        [/^notFound/, 'notFound'],
        [/^unresolved/, 'unresolved'],
        [/^result\.submitted/, 'submitted'],
        [/^resuming/, 'resuming'],
        [/^resumeFailed/, 'resumeFailed'],
        [/^exchanging/, 'exchanging'],
        [/^result\.broadcast/, 'broadcast'],
        [/^result\.notBroadcast/, 'notBroadcast'],
        [/^result\.unknown/, 'broadcastUnknown'],
        [/^result\.cancelled/, 'cancelled'],
        [/^result\.failed/, 'failed'],
      ],
      selectStep: ({ ticker }: Context, state: string) => {
        if (state.startsWith('result')) return ticker === 'GRIN' ? 5 : 4;
        if (/^(exchanging|resuming|resumeFailed)/.test(state)) return 4;
        return /^(confirming|checking|creating|notFound|unresolved)/.test(state) ? 3 : 2;
      },
      isGrinRunning: ({ ticker, sending }: Context) => ticker === 'GRIN' && sending !== null,
    },
  },
  tags: {
    step3: /^(confirming|checking|creating|notFound|unresolved)/,
    step4: /^(exchanging|resuming|resumeFailed)/,
    busy: /^(gating|finding|checking|creating|resuming$)/,
    failed: /^(factsFailed|resumeFailed)|failed|notFound|unresolved/,
    unknown: /looking$|^notFound|^unresolved/,
  },
};
