import type { RequirementRef } from './tools/spec.ts';
import type { DraftFaults } from '../../src/machines/withdrawal/withdrawalDraft.rules.ts';
import type { AnyEvent } from './tools/explore.ts';
import * as cases from './withdrawal.cases.ts';
import {
  CHANGED,
  create,
  drop,
  failureIn,
  failureToast,
  isGrin,
  keep,
  navigate,
  READ_HISTORY,
  SETTLED,
  toast,
  valueOf,
  type Context,
  type WithdrawalRow,
  ASK_STANDING,
} from './withdrawal.rows.shared.ts';

const SENDING = (id: string | null) => (context: Context) => ({
  sending: cases.sendingOf(context.ticker, id, ['w-old']),
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

export const GATE_ROWS = (
  start: () => { ticker: string; keptId: string | null | undefined; chosen: string | null },
): WithdrawalRow[] => [
  {
    ref: 'LOST-07: what outlives a reload asks the server first',
    in: '',
    on: '(start)',
    if: () => typeof start().keptId === 'string' && start().chosen === null,
    to: 'resuming',
    does: () => [`watch ${start().ticker}`, ASK_STANDING],
    sets: () => ({
      isRepeated: false,
      sending: cases.sendingOf(start().ticker, 'w-1', ['w-old']),
      kept: null,
    }),
  },
  {
    ref: 'LOST-02: what became of it is read, nothing is sent',
    in: '',
    on: '(start)',
    if: () => start().keptId === null,
    to: 'outcomeUnknown.looking',
    does: () => [`watch ${start().ticker}`, READ_HISTORY(start().ticker)],
    sets: () => ({ sending: cases.sendingOf(start().ticker, null, ['w-old']), kept: null }),
  },
  {
    ref: 'WITHDRAW-14: resumed from its history row, whatever the tab kept',
    in: '',
    on: '(start)',
    if: () => start().chosen !== null,
    to: 'resuming',
    does: () => ['watch GRIN', ASK_STANDING],
    sets: () => ({ sending: cases.CHOSEN, kept: null, chosen: null, isSearched: true }),
  },
  {
    ref: 'WITHDRAW-14: found from the wizard anywhere',
    in: '',
    on: '(start)',
    if: () => start().ticker === 'GRIN',
    to: 'finding.reading',
    does: () => ['watch GRIN', READ_HISTORY('GRIN')],
    sets: () => ({ isSearched: false }),
  },
  {
    ref: 'WITHDRAW-03',
    in: '',
    on: '(start)',
    to: 'gating',
    does: () => [`watch ${start().ticker}`],
    sets: () => ({ isRepeated: false }),
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
    to: 'closed',
    does: ({ ticker }) => [
      toast('refundAddressMissing', 'error', { values: { symbol: ticker } }),
      navigate(`/refund-addresses?coin=${ticker}`),
    ],
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

export const FINDING_ROWS: readonly WithdrawalRow[] = [
  {
    ref: ANYWHERE,
    in: FINDING,
    on: 'findWaiting: one may wait',
    to: ASKING_WAITING,
    does: () => [ASK_STANDING],
    sets: () => ({ sending: cases.BEGUN_ELSEWHERE, isSearched: true }),
  },
  {
    ref: ANYWHERE,
    in: FINDING,
    on: 'findWaiting: *',
    to: formOr,
    sets: () => ({ sending: null, isSearched: true }),
  },
  {
    ref: ANYWHERE,
    in: ASKING_WAITING,
    on: 'readGrinStatus: message',
    to: 'slatepack.awaiting',
    does: () => ['keep GRIN w-1 [] w-1', 'window until 12:30:00'],
    sets: () => ({ sending: cases.BEGUN_ELSEWHERE }),
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
  name: cases.TypedName,
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

const PASSING = (Object.keys(cases.DRAFTS) as cases.TypedName[]).map((name) => `continue: ${name}`);
const nameOf = (event: AnyEvent): cases.TypedName => {
  const found = Object.entries(cases.TYPED).find(([, typed]) => typed === event.typed);
  if (!found) throw new Error('the press is of no case');
  return found[0] as cases.TypedName;
};
const draftOf = ({ ticker }: Context, event: AnyEvent) => {
  const draft = cases.DRAFTS[nameOf(event)];
  return draft && { ...draft, ...(ticker === 'GRIN' ? { address: '' } : {}) };
};
const tooMuch = (most: string): Partial<DraftFaults> => ({ amount: { code: 'insufficientBalance', most } });

export const FORM_ROWS: readonly WithdrawalRow[] = [
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
    sets: (context, event) => ({
      draft: draftOf(context, event),
      typed: event.typed,
      faults: { address: null, amount: null },
    }),
  },
  // With a small balance only the amount above it differs.
  {
    ref: 'WITHDRAW-05',
    in: 'form',
    on: 'continue: *',
    sets: (context) => ({ draft: context.draft }),
  },
  {
    ref: 'NAV-13: errors clear',
    in: 'form',
    on: 'edit',
    sets: () => ({ faults: { address: null, amount: null } }),
  },
];

const MOST: Readonly<Record<string, string>> = {
  '2 0.0001': '1.9999',
  '2 0.0003': '1.9997',
  '0.4 0.0001': '0.3999',
};
const mostOf = ({ facts }: Context): string => MOST[`${facts?.balance ?? ''} ${facts?.fee ?? ''}`] ?? '?';
function isTooMuch({ facts, draft, quotedFee }: Context): boolean {
  if (facts?.balance === '0.0002') return true;
  if (facts?.balance === '0.4') return ['0.5', '1.9999', '1.9997'].includes(draft?.amount ?? '');
  return (quotedFee ?? facts?.fee) === '0.0003' && draft?.amount === '1.9999';
}

const isRunning = ({ receipt, sending, draft, ticker }: Context): boolean =>
  Boolean(receipt?.slatepack) &&
  sending?.print === cases.sendingOf(ticker, null, []).print &&
  draft?.amount === '0.5';

export const CONFIRM_ROWS = (hasIdempotencyKeys: () => boolean): WithdrawalRow[] => [
  { ref: 'WITHDRAW-01: 3 -> 2 via back-to-edit', in: 'confirming', on: 'back to edit', to: 'form' },
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
    sets: (context) => ({
      draft: { address: context.draft?.address, amount: mostOf(context) },
      typed: { ...context.typed, amount: mostOf(context) },
      quotedFee: context.fixesFee ? context.facts?.fee : null,
    }),
  },
  {
    ref: 'WITHDRAW-16: the fee that was shown is charged for ten minutes',
    in: 'confirming',
    on: 'after feeQuote',
    if: ({ fixesFee }) => fixesFee,
    after: () => 540_000,
    to: 'confirming',
    sets: ({ facts, draft }) => ({ quotedFee: facts?.fee ?? null, draft }),
  },
  {
    ref: 'LOST-08: one idempotencyKey, one withdrawal',
    in: 'confirming',
    on: 'confirm*',
    if: isRunning,
    to: 'slatepack.awaiting',
    does: ({ receipt, isWindowOver }) =>
      receipt?.expiresAt && !isWindowOver ? ['window until 12:30:00'] : [],
  },
  {
    ref: 'WITHDRAW-14: what is kept leads back to the one that waits, and there is room for one',
    in: 'confirming',
    on: 'confirm*',
    if: ({ sending }) => typeof sending?.id === 'string',
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
      isRepeated: false,
      draft,
      confirmed: draft,
      confirmedFee: quotedFee ?? facts?.fee,
    }),
  },
  {
    ref: 'LOST-01, WITHDRAW-23: one request per idempotency key',
    in: 'checking',
    on: 'readBefore: list',
    to: 'submitting',
    does: (context) => [keep(context, null), create(context, hasIdempotencyKeys())],
    sets: (context) => ({ sending: { ...context.sending, before: ['w-old'] } }),
  },
  ...[isGrin, (context: Context) => !isGrin(context)].map((isIt): WithdrawalRow => ({
    ref: 'LOST-03: nothing was sent',
    in: 'checking',
    on: 'readBefore: *',
    if: isIt,
    to: isIt === isGrin ? 'grinResult.failed' : 'result.refused',
    does: (_context, event) => [failureToast('withdrawalFailed', event)],
    sets: (_context, event) => ({ ...SETTLED, failure: failureIn(event) }),
  })),
];

const isOpenRefusal = (event: AnyEvent): boolean =>
  [401, 409, 425, 429].includes(failureIn(event)?.status ?? 0);

export const ANSWER_ROWS: readonly WithdrawalRow[] = [
  {
    ref: 'WITHDRAW-19: 3 -> 4; the status is shown as returned',
    in: 'submitting',
    on: 'createWithdrawal: taken*',
    if: (context) => !isGrin(context),
    to: 'result.submitted',
    does: (context) => [drop(context), CHANGED, toast('submitted', 'success')],
    sets: (_context, event) => ({ ...SETTLED, receipt: valueOf(event) }),
  },
  {
    ref: 'WITHDRAW-11: for GRIN, 3 -> 4 when the request returns a slatepack',
    in: 'submitting',
    on: 'createWithdrawal: message*',
    to: 'slatepack.awaiting',
    does: (context, event) => [
      keep(context, 'w-1'),
      CHANGED,
      ...((valueOf(event) as { expiresAt: number | null }).expiresAt ? ['window until 12:30:00'] : []),
    ],
    sets: (context, event) => ({ ...SENDING('w-1')(context), receipt: valueOf(event) }),
  },
  {
    ref: 'WITHDRAW-11: a GRIN response without a slatepack gives a failed result at step 5',
    in: 'submitting',
    on: 'createWithdrawal: taken without words',
    to: 'grinResult.failed',
    does: (context) => [drop(context), CHANGED, toast('noSlatepack', 'error')],
    sets: () => ({ ...SETTLED, failure: { code: 'refused', serverCode: 'NO_SLATEPACK', retryable: false } }),
  },
  {
    ref: 'REAUTH-01: the confirmation asks for a code, with all that was typed',
    in: 'submitting',
    on: 'createWithdrawal: code *',
    if: ({ takesCode }) => takesCode,
    to: 'confirming',
    does: (context) => [drop(context)],
    sets: ({ confirmed, typed }, event) => ({
      ...SETTLED,
      draft: confirmed,
      typed,
      failure: failureIn(event),
    }),
  },
  {
    ref: 'REAUTH-04: no code is asked for where the server does not name it',
    in: 'submitting',
    on: 'createWithdrawal: code *',
    to: 'result.refused',
    does: (context, event) => [drop(context), failureToast('withdrawalFailed', event)],
    sets: (_context, event) => ({ ...SETTLED, failure: failureIn(event) }),
  },
  {
    ref: 'LOST-02: a refusal that says nothing of the first time',
    in: 'submitting',
    on: ['createWithdrawal: 409', 'createWithdrawal: 429*'],
    if: (context, event) => context.isRepeated && isOpenRefusal(event),
    to: 'outcomeUnknown.looking',
    does: ({ ticker }) => [READ_HISTORY(ticker)],
    sets: (context, event) => ({
      failure: failureIn(event),
      sending: context.sending,
      privateCode: null,
    }),
  },
  ...[isGrin, (context: Context) => !isGrin(context)].map((isIt): WithdrawalRow => ({
    ref:
      isIt === isGrin
        ? 'WITHDRAW-10: a GRIN failure goes to 5'
        : 'WITHDRAW-09: 3 -> 4, failed; the message in parts',
    in: 'submitting',
    on: 'createWithdrawal: 4*',
    if: isIt,
    to: isIt === isGrin ? 'grinResult.failed' : 'result.refused',
    does: (context, event) => [drop(context), failureToast('withdrawalFailed', event)],
    sets: (_context, event) => ({ ...SETTLED, failure: failureIn(event) }),
  })),
  {
    ref: 'LOST-02: what became of it is read, nothing is sent',
    in: 'submitting',
    on: 'createWithdrawal: *',
    to: 'outcomeUnknown.looking',
    does: ({ ticker }) => [READ_HISTORY(ticker)],
    sets: (context, event) => ({
      failure: failureIn(event),
      sending: context.sending,
      privateCode: null,
    }),
  },
  {
    ref: 'WITHDRAW-10: a try-again button that returns to step 2',
    in: ['result.refused', 'grinResult.failed', 'grinResult.cancelled'],
    on: 'try again',
    if: ({ facts }) => facts !== null,
    to: 'form',
    sets: ({ draft, typed }) => ({ failure: null, draft, typed }),
  },
  {
    ref: 'WITHDRAW-10: a try-again button that returns to step 2',
    in: ['result.refused', 'grinResult.failed', 'grinResult.cancelled'],
    on: 'try again',
    to: 'gating',
    sets: () => ({ failure: null }),
  },
];
