import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { minuteText } from '../../../src/domain/dates.ts';
import { DASH } from '../../../src/domain/format.ts';
import { type Market, parsePair } from '../../../src/domain/market.ts';
import type { Execution, Order } from '../../../src/domain/order.ts';
import type { RefundRow } from '../../../src/domain/refundAddress.ts';
import type { Ticket } from '../../../src/domain/ticket.ts';
import { CooldownNotice } from '../../../src/ui/account/CooldownNotice.tsx';
import { RecoveryCodes } from '../../../src/ui/account/RecoveryCodes.tsx';
import { SecurityStatus } from '../../../src/ui/account/SecurityStatus.tsx';
import type { Reading } from '../../../src/ui/kit/useRead.ts';
import { Header } from '../../../src/ui/layout/Header.tsx';
import News from '../../../src/ui/layout/News.tsx';
import SupportMark from '../../../src/ui/layout/SupportMark.tsx';
import { MarketsNote } from '../../../src/ui/markets/MarketsNote.tsx';
import { ORDER_COLUMNS } from '../../../src/ui/openOrders/orderColumns.tsx';
import { TradesTable } from '../../../src/ui/openOrders/TradesTable.tsx';
import { RefundProgress } from '../../../src/ui/refundAddresses/RefundProgress.tsx';
import { TicketRow } from '../../../src/ui/support/TicketRow.tsx';
import { element, only, say } from './rendered.tsx';
import { NOW } from './scene.ts';
import { openScreens } from './screen.tsx';

const show = openScreens();
const press = (): void => undefined;

describe('the header (NAV-01)', () => {
  const links = async (user?: null) => {
    const screen = await show(createElement(Header), { user });
    return screen.all('a, button[class*="Button-root"]').map(({ textContent }) => textContent);
  };
  const shell = (...names: readonly string[]) => names.map((name) => say(`common:shell.${name}`));

  it('leads a user to wallet, orders and dashboard, and a visitor to the login', async () => {
    const signedIn = await links();
    expect(signedIn).toEqual(expect.arrayContaining(shell('wallet', 'orders', 'dashboard', 'logout')));
    for (const name of shell('login', 'register')) expect(signedIn).not.toContain(name);
    const visitor = await links(null);
    expect(visitor).toEqual(expect.arrayContaining(shell('login', 'register')));
    for (const name of shell('wallet', 'orders', 'dashboard', 'logout')) expect(visitor).not.toContain(name);
  });
});

describe('the mark of the support (SUPPORT-06)', () => {
  const mark = async (...ids: readonly string[]) => {
    const items = ids.map((id) => only<Ticket>({ id }));
    const screen = await show(element(SupportMark, { onFollow: press }), {
      answers: { tickets: { items, total: items.length } },
    });
    return screen.all('a').map((link) => [link.getAttribute('href'), link.getAttribute('aria-label')]);
  };

  it('leads to the one ticket that was answered, to the list of several, and is not there for none', async () => {
    expect(await mark()).toEqual([]);
    expect(await mark('t/1')).toEqual([['/support/t%2F1', say('common:shell.replies', { count: 1 })]]);
    expect(await mark('t1', 't2')).toEqual([['/support', say('common:shell.replies', { count: 2 })]]);
  });
});

describe('the list of the header (NOTICE-01, NOTICE-02)', () => {
  const news = (key: string, values?: Readonly<Record<string, unknown>>) => say(`common:news.${key}`, values);
  async function tray(...tickets: readonly Ticket[]) {
    const screen = await show(createElement(News), {
      answers: { tickets: { items: tickets, total: tickets.length } },
    });
    const { notices } = screen.app;
    notices.start();
    const tell = (path: string, at: number) =>
      screen.act(() =>
        notices.send({
          type: 'toast.said',
          toast: { kind: 'info', key: 'toast.signedOutElsewhere', news: { path, at } },
        }),
      );
    const rows = () =>
      [...document.querySelectorAll('[role="dialog"] li a')].map((link) => [
        link.getAttribute('href'),
        link.querySelector('time')?.textContent,
        link.getAttribute('data-unread'),
      ]);
    return { screen, notices, tell, rows };
  }

  it('has what was told, newest first, with its time; a message that is no news is not there', async () => {
    const { screen, notices, tell, rows } = await tray();
    await screen.act(() =>
      notices.send({ type: 'toast.said', toast: { kind: 'success', key: 'toast.copied' } }),
    );
    await screen.press(news('title'));
    expect(rows()).toEqual([]);
    await tell('/trading-history', NOW);
    await tell('/trade/XMR-BTC', NOW + 60_000);
    expect(rows()).toEqual([
      ['/trade/XMR-BTC', minuteText(NOW + 60_000), 'true'],
      ['/trading-history', minuteText(NOW), 'true'],
    ]);
    screen.button(news('unread', { count: 2 }));
  });

  it('a press leads to the page and marks it as read; so does the button for all', async () => {
    const { screen, notices, tell, rows } = await tray();
    await tell('/trading-history', NOW);
    await tell('/trade/XMR-BTC', NOW + 60_000);
    await screen.press(news('unread', { count: 2 }));
    const [, older] = document.querySelectorAll<HTMLElement>('[role="dialog"] li a');
    if (!older) throw new Error('the list is not open');
    await screen.press(older);
    expect(screen.visited.at(-1)).toBe('/trading-history');
    await screen.press(news('unread', { count: 1 }));
    expect(rows().map(([, , isUnread]) => isUnread)).toEqual(['true', 'false']);
    await screen.press(news('readAll'));
    expect(rows().map(([, , isUnread]) => isUnread)).toEqual(['false', 'false']);
    // The next user sees nothing of it.
    await screen.act(() => notices.send({ type: 'user.left' }));
    expect(rows()).toEqual([]);
  });

  it('has a switch for each sound, and what one switches stays (NOTICE-04)', async () => {
    const { screen } = await tray();
    await screen.press(news('title'));
    const { preferences } = screen.app;
    for (const kind of ['fill', 'alert', 'transfer', 'reply'] as const) {
      expect(preferences.read(`${kind}Sound`)).toBe(false);
      const labels = [...document.querySelectorAll('label')];
      const label = labels.find(({ textContent }) => textContent === news(`sound.${kind}`));
      await screen.press(document.querySelector(`#${label?.htmlFor}`) ?? '');
      expect(preferences.read(`${kind}Sound`), kind).toBe(true);
    }
  });

  it('has the tickets that support has answered, which go once they are read', async () => {
    const ticket = only<Ticket>({ id: 't/1', subject: 'Help', createdAt: NOW, modifiedAt: null });
    const noted: string[] = [];
    const { screen, rows } = await tray(ticket);
    screen.app.seenTickets.note = (_user, { id }) => void noted.push(id);
    await screen.press(news('unread', { count: 1 }));
    expect(rows()).toEqual([['/support/t%2F1', minuteText(NOW), 'true']]);
    await screen.press(news('readAll'));
    expect(noted).toEqual(['t/1']);
  });
});

describe('blocked withdrawals (ACCOUNT-01)', () => {
  const until = NOW + 5_430_000;
  const user = { securityRisk: true, securityCooldownUntil: until, securityRiskReason: 'New password' };

  it('are shown with their end, the time left, and the reason where there is one', async () => {
    const left = { time: minuteText(until), hours: 1, minutes: 31 };
    const screen = await show(createElement(CooldownNotice), { user });
    expect(screen.text).toBe(
      `${say('account:cooldown.until', left)} ${say('account:cooldown.reason', { reason: 'New password' })}`,
    );
    const silent = await show(createElement(CooldownNotice), { user: { ...user, securityRiskReason: null } });
    expect(silent.text).toBe(say('account:cooldown.until', left));
    const open = { securityRisk: true };
    expect((await show(createElement(CooldownNotice), { user: open })).text).toBe(
      say('account:cooldown.open'),
    );
  });

  it.each([
    [false, 'ready'],
    [true, 'cooldown'],
  ])('are on the dashboard: %s', async (securityRisk, kind) => {
    const screen = await show(
      createElement(SecurityStatus, {
        user: only<Parameters<typeof SecurityStatus>[0]['user']>({
          securityRisk,
          securityCooldownUntil: null,
          securityRiskReason: null,
        }),
      }),
    );
    expect(screen.all('[class*="Badge-root"]').map((one) => one.textContent)).toEqual([
      say(`account:dashboard.${kind}`),
    ]);
  });

  it('are on the dashboard with their end', async () => {
    const screen = await show(
      createElement(SecurityStatus, { user: only<Parameters<typeof SecurityStatus>[0]['user']>(user) }),
    );
    expect(screen.all('time').map((one) => one.getAttribute('datetime'))).toEqual([
      new Date(until).toISOString(),
    ]);
  });
});

it.each([
  [3, 'true'],
  [4, 'false'],
])('%d recovery codes are few: %s (RECOVERY-04)', async (left, isFew) => {
  const screen = await show(
    element(RecoveryCodes, { areUnseen: false, isAsking: false, onAsk: press, children: null }),
    { answers: { recoveryCodes: left } },
  );
  expect(screen.all('[data-warns]').map((one) => [one.dataset.warns, one.textContent])).toEqual([
    [isFew, say('account:security.recovery.left', { count: left })],
  ]);
});

it('the figures of the markets show when they were read, or that they are old, with a way to new ones', async () => {
  const asked: string[] = [];
  const note = (failure: Reading<readonly Market[]>['failure']) =>
    show(
      element(MarketsNote, {
        unit: 'USD',
        read: only<Reading<readonly Market[]>>({
          status: 'fresh',
          updatedAt: NOW,
          failure,
          refresh: () => void asked.push('refresh'),
        }),
      }),
    );
  const fresh = await note(null);
  expect(fresh.text).toContain(say('markets:table.updated', { time: '' }).trim().split(' ')[0]);
  expect(fresh.text).toContain(say('markets:table.comparedIn', { unit: 'USD' }));
  expect(fresh.all('button')).toEqual([]);
  const old = await note({ code: 'unreachable', retryable: true });
  expect(old.all('[role="status"]')).toHaveLength(1);
  await old.press(say('common:word.retry'));
  expect(asked).toEqual(['refresh']);
});

describe('orders and trades of the user', () => {
  const ORDER = only<Order>({ pair: 'XMR-BTC', kind: 'limit', quantity: '2', quantityLeft: '2' });
  const kind = async (given: Partial<Order>, capabilities = {}) => {
    const column = ORDER_COLUMNS.find(({ name }) => name === 'kind');
    return (await show(column?.cell({ ...ORDER, ...given }), { capabilities })).text;
  };
  const history = (key: string, values?: object) => say(`history:${key}`, { ...values });

  it.each([
    ['OPENED', 'opened'],
    ['PARTIALLY_FILLED', 'partially_filled'],
    ['FILLED', 'filled'],
    ['CANCELED', 'canceled'],
  ])('an order that is %s is called so', async (state, key) => {
    expect(await kind({ state })).toBe(`${history('kind.limit')} ${history(`state.${key}`)}`);
  });

  it('a stop order shows its stop price (STOP-06)', async () => {
    const waiting = await kind({ state: 'WAITING', stopPrice: '0.004' });
    expect(waiting).toContain(history('kind.stop', { price: '0.004' }));
    expect(waiting).toContain(history('state.waiting'));
  });

  it('an iceberg shows what the book shows of it (TYPE-13)', async () => {
    const iceberg = await kind({ state: 'OPENED', displayQuantity: '0.5' });
    expect(iceberg).toContain(history('kind.iceberg', { quantity: '0.5' }));
  });

  it('a trailing stop shows its percentage, and its stop price once that was reached (TRAIL-06)', async () => {
    const trails = history('kind.trailing', { percent: '2.5' });
    const stop = history('kind.stop', { price: '0.004' });
    const order = { kind: 'market', stopPrice: '0.004', trailPercent: '2.5' } as const;
    const waiting = await kind({ ...order, state: 'WAITING' });
    expect(waiting).toContain(trails);
    expect(waiting).toContain(history('state.waiting'));
    expect(waiting).not.toContain(stop);
    const filled = await kind({ ...order, state: 'FILLED' });
    expect(filled).toContain(trails);
    expect(filled).toContain(stop);
  });

  it('an order with two legs shows its stop, before and after it was reached (OCO-07)', async () => {
    for (const given of [
      { state: 'OPENED' },
      { state: 'TRIGGERED' },
      { state: 'FILLED', stopPrice: '0.004' },
    ])
      expect(await kind({ ...given, ocoStopPrice: '0.004' })).toContain(
        history('kind.oco', { price: '0.004' }),
      );
    expect(await kind({ state: 'TRIGGERED', ocoStopPrice: '0.004' })).toContain(history('state.triggered'));
  });

  it('only a limit order shows how long it would have rested (TYPE-08)', async () => {
    for (const timeInForce of ['IOC', 'FOK'] as const) {
      const given = { state: 'FILLED', timeInForce } as const;
      expect(await kind(given, { timeInForce: true })).toContain(timeInForce);
      expect(await kind({ ...given, kind: 'market' }, { timeInForce: true })).not.toContain(timeInForce);
    }
  });

  it('trades of all pairs have a column for the pair, and a fee that is not known is a dash', async () => {
    const trade = only<Execution>({
      pair: 'XMR-BTC',
      side: 'buy',
      price: '0.004',
      quantity: '1',
      value: null,
      fee: null,
      feeCurrency: null,
      feeRate: null,
      isMaker: true,
      createdAt: NOW,
    });
    const pair = parsePair('XMR-BTC');
    if (!pair) throw new Error('there is no such pair');
    const table = (isOfAll: boolean, executions: readonly Execution[] = [trade]) =>
      show(element(TradesTable, { executions, isOfAll, pair, digits: 6, quantityDigits: 2, onBegin: press }));
    const heads = async (isOfAll: boolean) => (await table(isOfAll)).all('th').map((one) => one.textContent);
    expect(await heads(true)).toContain(say('common:word.pair'));
    expect(await heads(false)).not.toContain(say('common:word.pair'));
    const fee = (await table(false)).all('td').find((one) => one.dataset.label === say('trade:mine.fee'));
    expect(fee?.textContent).toBe(DASH);
    expect((await table(true, [])).text).toContain(say('trade:mine.noTradesAtAll'));
    expect((await table(false, [])).text).toContain(say('trade:mine.noTrades'));
  });
});

it.each([
  ['0', 'bc1q', 'progress.complete', 'true'],
  ['1', null, 'progress.missing', 'false'],
])(
  '%s refund addresses are missing, which the bar shows (REFUND-01)',
  async (count, address, key, isComplete) => {
    const rows = [only<RefundRow>({ ticker: 'BTC', isRequired: true, address })];
    const screen = await show(element(RefundProgress, { rows }));
    expect(screen.text).toContain(say(`refund:${key}`, { count: Number(count) }));
    expect(screen.find('progress', '').dataset.complete).toBe(isComplete);
  },
);

it.each([
  [true, 'page'],
  [false, null],
])('the row of the ticket that is shown is marked: %s (SUPPORT-02)', async (isCurrent, current) => {
  const ticket = only<Ticket>({
    id: 't1',
    subject: 'Where?',
    status: 'open',
    category: 'Deposit',
    createdAt: NOW,
    modifiedAt: null,
  });
  const screen = await show(element(TicketRow, { ticket, isCurrent }));
  expect(screen.button('Where?').getAttribute('aria-current')).toBe(current);
});
