import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { clockText } from '../../../src/domain/dates.ts';
import { DASH } from '../../../src/domain/format.ts';
import type { NetworkFee } from '../../../src/domain/networkFees.ts';
import type { SolvencyStatement } from '../../../src/domain/solvency/statement.ts';
import type { WithdrawalReceipt } from '../../../src/domain/withdrawal.ts';
import { FeeCard } from '../../../src/ui/fees/FeeCard.tsx';
import type { HistoryScreenState } from '../../../src/ui/history/useHistory.ts';
import { SummaryCard } from '../../../src/ui/history/SummaryCard.tsx';
import { HistoryTable } from '../../../src/ui/history/HistoryTable.tsx';
import { ORDER_COLUMNS } from '../../../src/ui/openOrders/orderColumns.tsx';
import { Published } from '../../../src/ui/solvency/Published.tsx';
import { Messages } from '../../../src/ui/support/Messages.tsx';
import { ReplyForm } from '../../../src/ui/support/ReplyForm.tsx';
import { Receipt } from '../../../src/ui/withdrawal/Receipt.tsx';
import { Result } from '../../../src/ui/withdrawal/Result.tsx';
import type {
  WithdrawalContext,
  WithdrawalView,
} from '../../../src/machines/withdrawal/withdrawal.machine.ts';
import { RUNNING, wizard } from './wizard.ts';
import { UnknownOutcome } from '../../../src/ui/withdrawal/UnknownOutcome.tsx';
import { WindowClock } from '../../../src/ui/withdrawal/WindowClock.tsx';
import { htmlOf, only, say, textIn, textOf } from './rendered.tsx';
import { someFee } from '../../samples.ts';

const RECEIPT: WithdrawalReceipt = {
  id: null,
  status: 'pending',
  slatepack: null,
  currency: 'BTC',
  amount: null,
  fee: null,
  address: null,
  txHash: null,
  expiresAt: null,
};

/** Nothing is pressed. */
const press = (): void => undefined;

describe('the receipt of a withdrawal (WITHDRAW-19)', () => {
  const receipt = (given: Partial<WithdrawalContext>) =>
    textOf(createElement(Receipt, { withdrawing: wizard('submitted', { receipt: RECEIPT, ...given }) }));

  it.each<[string, Partial<WithdrawalContext>, string]>([
    ['an amount', { receipt: { ...RECEIPT, amount: '1.5' } }, 'common:field.amount'],
    ['a fee', { receipt: { ...RECEIPT, fee: '0.0001' } }, 'withdraw:confirm.fee'],
    ['the fee that was confirmed', { confirmedFee: '0.0001' }, 'withdraw:confirm.fee'],
    ['an address', { receipt: { ...RECEIPT, address: 'bc1qexample' } }, 'common:field.address'],
    ['a number', { receipt: { ...RECEIPT, id: 'w-1' } }, 'withdraw:result.id'],
    ['a transaction', { receipt: { ...RECEIPT, txHash: 'ab'.repeat(32) } }, 'withdraw:result.txHash'],
    [
      'that it is another',
      { receipt: { ...RECEIPT, amount: '1' }, confirmed: { address: '', amount: '2' } },
      'withdraw:result.differs',
    ],
  ])('shows %s where there is one, and no line for it where there is none', (_, given, key) => {
    expect(receipt(given)).toContain(say(key));
    expect(receipt({})).not.toContain(say(key));
  });

  it('shows each character of a long address, in groups', () => {
    const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    const html = htmlOf(
      createElement(Receipt, { withdrawing: wizard('submitted', { receipt: { ...RECEIPT, address } }) }),
    );
    const groups = [...html.matchAll(/<span>([^<]{1,4})<\/span>/g)].map(([, group]) => group);
    expect(groups.join('')).toBe(address);
  });

  it('shows that one waits for the exchange (HELD-05)', () => {
    expect(receipt({ receipt: { ...RECEIPT, awaitsRelease: true } })).toContain(say('withdraw:status.held'));
    expect(receipt({})).toContain(say('withdraw:status.pending'));
  });
});

describe('outcome of a withdrawal (WITHDRAW-19)', () => {
  const result = (given: Partial<WithdrawalContext>, view: WithdrawalView = 'submitted') =>
    textOf(createElement(Result, { withdrawing: wizard(view, { receipt: RECEIPT, ...given }) }));

  it('is shown in the lead: it was sent, or it waits for the exchange', () => {
    const held = { receipt: { ...RECEIPT, awaitsRelease: true } } as const;
    expect(result({})).toContain(say('withdraw:result.submittedLead'));
    expect(result({})).not.toContain(say('withdraw:result.heldLead'));
    expect(result(held)).toContain(say('withdraw:result.heldLead'));
    expect(result(held)).not.toContain(say('withdraw:result.submittedLead'));
  });

  it.each<[string, Partial<WithdrawalContext>, string]>([
    [
      'that it failed',
      { failure: { code: 'refused', retryable: false } },
      say('withdraw:result.withdrawalFailed'),
    ],
    [
      'that its reply was not taken',
      { failure: { code: 'refused', retryable: false }, sending: RUNNING },
      say('withdraw:result.finalizeFailed'),
    ],
    ['the words of the server', { failure: { code: 'refused', retryable: false, text: 'No.' } }, 'No.'],
    ['obstacles', { failure: { code: 'unreachable', retryable: true } }, say('common:failure.unreachable')],
  ])('are shown: %s (WITHDRAW-09)', (_, given, text) => {
    expect(result(given, 'failed')).toContain(text);
  });
});

describe('a withdrawal whose answer was lost (LOST-02)', () => {
  const unknown = (view: WithdrawalView, given: Partial<WithdrawalContext> = {}) =>
    textOf(createElement(UnknownOutcome, { withdrawing: wizard(view, given) }));
  const AGAIN = say('withdraw:unknown.sendAgain');

  it('may be sent again where it was not found and its terms are still known', () => {
    const confirmed = { address: '', amount: '2' };
    expect(unknown('notFound', { confirmed })).toContain(AGAIN);
    expect(unknown('notFound')).not.toContain(AGAIN);
    expect(unknown('looking', { confirmed })).not.toContain(AGAIN);
  });

  it.each([
    [null, say('withdraw:unknown.noAnswer')],
    [499, say('withdraw:unknown.noAnswer')],
    [500, say('withdraw:unknown.answered', { status: 500 })],
    [503, say('withdraw:unknown.answered', { status: 503 })],
  ])('shows what came instead of an answer: status %s', (status, text) => {
    const failure = status === null ? null : ({ code: 'server', status, retryable: false } as const);
    expect(unknown('looking', { failure })).toContain(text);
  });
});

describe('the time that a wallet has to reply', () => {
  const clock = (props: Parameters<typeof WindowClock>[0]) => textOf(createElement(WindowClock, props));

  it('is over, or has no end that is known', () => {
    expect(clock({ expiresAt: 5000, isOver: true })).toBe(say('withdraw:slatepack.over'));
    expect(clock({ expiresAt: null, isOver: false })).toBe(say('withdraw:slatepack.noEnd'));
  });
});

describe('the network fee of a coin (FEES-01)', () => {
  const FEE = someFee({ unit: 'sat/vB' });
  const card = (given: Partial<NetworkFee>) =>
    htmlOf(createElement(FeeCard, { fee: { ...FEE, ...given }, now: 60_000 }));
  const figures = (html: string) =>
    [...html.matchAll(/<dd\b[^>]*>(.*?)<\/dd>/g)].map(([, cell = '']) => textIn(cell));

  it('is a dash where it is not known, never a made-up figure', () => {
    expect(figures(card({}))).toEqual([DASH, DASH, DASH, DASH, DASH, DASH]);
    expect(textIn(card({}))).toContain(say('fees:coins.never'));
  });

  it('has the price, the time that it takes and the height where the server tells them', () => {
    const html = card({ medium: { price: '12', fee: '0.00001', blocks: 3 }, lastBlockHeight: 900_000 });
    expect(textIn(html)).toContain(say('fees:coins.blocks', { count: 3 }));
    expect(textIn(html)).toContain('12 sat/vB');
    expect(figures(html).at(-1)).toBe('900000');
  });

  it('names the fee of a withdrawal where that is another', () => {
    const title = say('fees:coins.withdrawalFee');
    const medium = { price: null, fee: '0.00001', blocks: null };
    expect(textIn(card({ medium, withdrawalFee: '0.00002' }))).toContain(title);
    expect(textIn(card({ withdrawalFee: '0.00002' }))).toContain(title);
    for (const withdrawalFee of ['0.000010', '0', null])
      expect(textIn(card({ medium, withdrawalFee }))).not.toContain(title);
  });
});

describe('the table of a history (HISTORY-01, HISTORY-26)', () => {
  type State = HistoryScreenState<never>;
  const table = (given: Partial<State>, list: 'orders' | 'deposits' = 'orders') =>
    htmlOf(
      createElement(HistoryTable<never>, {
        list,
        columns: ORDER_COLUMNS,
        state: only<State>({
          phase: 'current',
          rows: [],
          records: [],
          failure: null,
          filter: 'all',
          search: '',
          range: null,
          hasPrevious: false,
          sort: { column: 'date', direction: 'descending' },
          send: press,
          ...given,
        }),
      }),
    );
  const empty = say('history:list.orders.empty');

  it('is empty, loading or missing, and shows which', () => {
    const loading = table({ phase: 'loading', records: null });
    expect(loading).toMatch(/<tr[^>]* aria-hidden="true"/);
    expect(textIn(loading)).toContain(say('common:word.loading'));
    expect(textIn(loading)).not.toContain(empty);
    const missing = table({ phase: 'missing', records: null });
    expect(missing).not.toMatch(/<tr[^>]* aria-hidden="true"/);
    expect(textIn(missing)).toContain(say('history:list.orders.refreshFailed'));
    expect(textIn(missing)).not.toContain(empty);
    const none = table({});
    expect(none).not.toMatch(/<tr[^>]* aria-hidden="true"/);
    expect(textIn(none)).toContain(empty);
  });

  it('leads a new user to where the first row comes from, but not one who narrows a list', () => {
    expect(table({})).toContain('href="/markets"');
    expect(table({}, 'deposits')).toContain('href="/wallet"');
    for (const narrowed of [
      { filter: 'buy' },
      { search: 'x' },
      { range: { from: 1, to: 2 } },
      { hasPrevious: true },
    ]) {
      expect(textIn(table(narrowed))).toContain(say('history:emptyHint'));
      expect(table(narrowed)).not.toContain('href="/markets"');
    }
    const hidden = table({ records: [{} as never], search: 'x' });
    expect(textIn(hidden)).toContain(say('history:emptyPage'));
    expect(textIn(hidden)).not.toContain(say('history:emptyHint'));
  });
});

describe('the summary of a history', () => {
  type State = HistoryScreenState<unknown>;
  const AT = Date.UTC(2026, 10, 28, 7, 8, 9);
  const failure = { code: 'refused', retryable: false, text: 'Not now.' } as const;
  const summary = (given: Partial<State>) =>
    textOf(
      createElement(SummaryCard, {
        items: [],
        state: only<State>({
          updatedAt: AT,
          failure,
          isRefreshOff: false,
          refresh: press,
          range: null,
          records: [],
          ...given,
        }),
      }),
    );

  it('shows since when it is out of date and why, and only then', () => {
    const time = clockText(AT);
    const old = say('history:notCurrent', { time, reason: 'Not now.' });
    expect(summary({ phase: 'outdated' })).toContain(old);
    expect(summary({ phase: 'current', failure: null })).not.toContain('Not now.');
    expect(summary({ phase: 'current', failure: null })).toContain(say('history:updated', { time }));
  });
});

describe('amounts owed and held (SOLVENCY-06)', () => {
  type Solvency = Parameters<typeof Published>[0]['solvency'];
  const STATEMENT: SolvencyStatement = {
    number: 3,
    at: 0,
    ledgerNumber: 1,
    ledgerHash: 'aa',
    coins: [],
    previous: 'bb',
    hash: 'cc',
  };
  const published = (coins: readonly object[]) =>
    textOf(
      createElement(Published, {
        solvency: only<Solvency>({
          stage: 'shown' as Solvency['stage'],
          statements: [{ ...STATEMENT, coins: coins as SolvencyStatement['coins'] }],
          failure: null,
          send: press,
        }),
      }),
    );

  it('has a share in per cent where something is owed, and a dash where nothing is', () => {
    const coin = { coin: 'BTC', root: 'dd' };
    const half = published([{ ...coin, owed: 200_000_000n, reserves: 100_000_000n }]);
    expect(half).toContain('50');
    expect(half).toMatch(/50[.\d]*\s?%/);
    const nothing = published([{ ...coin, owed: 0n, reserves: 100_000_000n }]);
    expect(nothing).toContain(DASH);
    expect(nothing).not.toMatch(/%/);
  });
});

describe('a support ticket (SUPPORT-05)', () => {
  type Part = Parameters<typeof Messages>[0]['part'];
  const conversation = { ticket: { description: 'Help', createdAt: 0 }, comments: [], hidden: 0 };
  const messages = (given: Partial<Part>, hidden = 0) =>
    textOf(
      createElement(Messages, {
        part: only<Part>({ isReading: false, showsEarlier: false, failure: null, send: press, ...given }),
        conversation: { ...conversation, hidden } as unknown as Parameters<
          typeof Messages
        >[0]['conversation'],
      }),
    );
  const SHOW = say('support:ticket.showEarlier');
  const HIDE = say('support:ticket.hideEarlier');

  it.each([
    [0, false, []],
    [4, false, [SHOW]],
    [0, true, [HIDE]],
    [4, true, [SHOW, HIDE]],
  ])('with %s messages hidden, and earlier ones shown: %s', (hidden, showsEarlier, wanted) => {
    const text = messages({ showsEarlier }, hidden);
    expect([SHOW, HIDE].filter((label) => text.includes(label))).toEqual(wanted);
  });

  it('takes a reply while it is open; afterwards unsent text can be copied', () => {
    const reply = (isClosed: boolean, text: string) =>
      htmlOf(
        createElement(ReplyForm, {
          part: only<Part>({ replyState: 'ready', refusal: null, isReplyAbsent: false }),
          isClosed,
          text,
          onText: press,
        }),
      );
    const [open, closed, unsent] = [reply(false, ''), reply(true, ''), reply(true, 'still here')];
    expect([open, closed, unsent].map((html) => html.includes('<textarea'))).toEqual([true, false, true]);
    expect([open, closed, unsent].map((html) => html.includes('type="submit"'))).toEqual([
      true,
      false,
      false,
    ]);
    expect(unsent).toContain('still here');
    expect([open, closed].map((html) => textIn(html).includes(say('support:ticket.closed')))).toEqual([
      false,
      true,
    ]);
  });
});
