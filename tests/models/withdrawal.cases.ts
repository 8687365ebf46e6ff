import { OutageError, type Failure } from '../../src/domain/failure.ts';
import { fingerprint } from '../../src/domain/lostWithdrawal.ts';
import type { TypedWithdrawal } from '../../src/machines/withdrawal/withdrawalDraft.rules.ts';
import type {
  SendingWithdrawal,
  WithdrawalFacts,
  WithdrawalSnapshot,
} from '../../src/machines/withdrawal/index.ts';
import { slatepack } from '../data/slatepacks.ts';
import { someCoin } from '../samples.ts';
import type { Outcome } from './tools/explore.ts';
import type { Reply } from './tools/ports.ts';

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

/** The address alone, and the amount as it was meant. */
export const DRAFTS: Partial<Record<TypedName, { readonly address: string; readonly amount: string }>> = {
  'the minimum': { address: ADDRESS, amount: '0.001' },
  'all of it': { address: ADDRESS, amount: '1.9999' },
  calm: { address: ADDRESS, amount: '0.5' },
};

/** The venue's message (0.9875 GRIN) and the wallet's answer. */
export const MESSAGE = slatepack('plain-s1');
export const REPLY = slatepack('plain-s2');
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

export const BEGUN_ELSEWHERE: SendingWithdrawal = { ...sendingOf('GRIN', 'w-1', []), idempotencyKey: 'w-1' };
/** From a row of the history; its amount is not known yet. */
export const CHOSEN: SendingWithdrawal = {
  ...BEGUN_ELSEWHERE,
  print: fingerprint('GRIN', { amount: '0', address: '' }),
};

export type Ending = Outcome<WithdrawalSnapshot>;

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
export const TAKEN_OTHERWISE = receipt(
  'taken otherwise',
  { withdrawal_id: 'w-1', amount: '0.7' },
  { id: 'w-1', status: 'pending', amount: '0.7' },
);
export const TAKEN_WORDLESS = receipt('taken without words', { id: 7 }, { id: '7', status: 'pending' });

const awaited = (name: string, message: object, value: object): Ending =>
  receipt(
    name,
    { id: 'w-1', status: 'created', amount: '0.5', expires_at: '2026-01-05T12:30:00', ...message },
    { id: 'w-1', status: 'created', amount: '0.5', expiresAt: EXPIRES, ...value },
  );
export const MESSAGE_GIVEN = awaited('message', { slatepack_message: MESSAGE }, { slatepack: MESSAGE });
/** A server that does not tell the end of the window. */
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
export const STATUS_BROADCAST = stands('broadcast', 'PENDING', '08fc');
export const STATUS_COMPLETED = stands('completed', 'COMPLETED', null);
export const STATUS_SUBMITTED = stands('pending', 'PENDING', null);
export const STATUS_CANCELLED = stands('cancelled', 'CANCELLED', null);
export const STATUS_ODD = stands('expired', 'EXPIRED', null);

export const CANCELLED = stands('done', 'CANCELLED', null);

const finalized = (name: string, body: object, value: object): Ending => ({
  name,
  reply: json(body),
  done: { ok: true, value },
});
export const BROADCAST = finalized(
  'broadcast',
  { broadcast: true, tx_hash: '08fc' },
  { isBroadcast: true, txHash: '08fc' },
);
export const BROADCAST_BARE = finalized(
  'broadcast without a hash',
  { broadcast: true },
  { isBroadcast: true, txHash: null },
);
export const NOT_BROADCAST = finalized(
  'not broadcast',
  { broadcast: false, tx_hash: '08fc' },
  { isBroadcast: false, txHash: '08fc' },
);
export const FINALIZED = finalized('finalized', {}, { isBroadcast: null, txHash: null });

export const refused = (
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
export const COOLING = refused(
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
export const CODE_MISSING = refused(
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
export const TOO_MANY = refused('429 for 20 s', 429, { message: 'Slow' }, { text: 'Slow' }, 20);
export const UNKNOWN_ID = refused(
  '404',
  404,
  { message: 'No such withdrawal' },
  { text: 'No such withdrawal' },
);
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
    {
      status: 200,
      code: 'unreadable',
      cause: `${call} 200`,
      retryable: false,
    },
  ),
  noAnswer: lost('no answer', 'noAnswer', { code: 'unreachable', cause: 'TypeError', retryable: isRead }),
  silence: lost('silence', 'silence', { code: 'timeout', cause: 'AbortError', retryable: isRead }),
});

export const record = (id: string, ticker: string): object => ({
  withdrawal_id: id,
  coin_ticker: ticker,
  amount: '0.50',
  our_fee_amount: '0.0001',
  state: 'PENDING',
  ...(ticker === 'GRIN' ? {} : { address: ADDRESS }),
  created_at: '2026-01-05T12:00:01',
});

export const found = (id: string, ticker: string) => ({
  id,
  currency: ticker,
  amount: '0.5',
  status: 'pending',
  fee: '0.0001',
  networkFee: null,
  txHash: null,
  extraId: null,
  address: ticker === 'GRIN' ? null : ADDRESS,
  tag: null,
  isConfirmed: false,
  depositId: null,
  createdAt: NOW + 1000,
  updatedAt: null,
  confirmedAt: null,
});
