import { describe, expect, it, vi } from 'vitest';
import { createElement, Suspense, type ComponentType } from 'react';
import type { Coin } from '../../../src/domain/coin.ts';
import type { Deposit } from '../../../src/domain/deposit.ts';
import { shortenId } from '../../../src/domain/format.ts';
import type { Execution } from '../../../src/domain/order.ts';
import { OWN_TEXT, type TextNode } from '../../../src/domain/ownText.ts';
import type { Withdrawal } from '../../../src/domain/withdrawal.ts';
import type { App } from '../../../src/machines/app/app.ts';
import { DateRange } from '../../../src/ui/history/DateRange.tsx';
import { DepositHistoryScreen } from '../../../src/ui/history/DepositHistoryScreen.tsx';
import { TradingHistoryScreen } from '../../../src/ui/history/TradingHistoryScreen.tsx';
import { WithdrawalHistoryScreen } from '../../../src/ui/history/WithdrawalHistoryScreen.tsx';
import { CopyButton, CopyTextButton } from '../../../src/ui/kit/CopyButton.tsx';
import { lazyPart, lazyScreen } from '../../../src/ui/kit/lazyPart.tsx';
import { useLeaveWarning } from '../../../src/ui/kit/pageState.ts';
import { useShortcuts } from '../../../src/ui/kit/useShortcuts.ts';
import { ErrorBoundary } from '../../../src/ui/layout/ErrorBoundary.tsx';
import { useHiddenOnLeave } from '../../../src/ui/layout/hiddenOnLeave.ts';
import { LanguagePicker } from '../../../src/ui/layout/LanguagePicker.tsx';
import { Notices } from '../../../src/ui/layout/Notices.tsx';
import { PaletteSwitch } from '../../../src/ui/layout/PaletteSwitch.tsx';
import { FaqScreen } from '../../../src/ui/publicPages/FaqScreen.tsx';
import { Headline } from '../../../src/ui/publicPages/Headline.tsx';
import { DASH } from '../../../src/domain/format.ts';
import { NOW, type Scene } from './scene.ts';
import { refused } from '../../../src/domain/result.ts';
import { someMarket } from '../../samples.ts';
import { openScreens, translatable } from './screen.tsx';
import { element, say, texts, WORDS } from './rendered.tsx';

const show = openScreens();

describe('keys of the whole page (WCAG 2.1.4)', () => {
  async function page(scene: Scene = {}) {
    const pressed: string[] = [];
    function Page() {
      useShortcuts({ b: () => pressed.push('b'), Escape: () => pressed.push('Escape') });
      return createElement(
        'div',
        null,
        createElement('input', { 'aria-label': 'text' }),
        createElement('input', { type: 'checkbox', 'aria-label': 'box' }),
      );
    }
    const screen = await show(createElement(Page), scene);
    return { screen, pressed };
  }

  it('act outside of fields, also as a capital, and none with a modifier or held', async () => {
    const { screen, pressed } = await page();
    const { body } = document;
    await screen.key(body, 'b');
    await screen.key(body, 'B');
    await screen.key(screen.field('box'), 'b');
    expect(pressed).toEqual(['b', 'b', 'b']);
    for (const more of [
      { ctrlKey: true },
      { metaKey: true },
      { altKey: true },
      { repeat: true },
      { isComposing: true },
    ])
      await screen.key(body, 'b', more);
    body.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
    await screen.key(body, 'b');
    await screen.key(screen.field('text'), 'b');
    expect(pressed).toHaveLength(3);
    await screen.key(screen.field('text'), 'Escape');
    expect(pressed.at(-1)).toBe('Escape');
  });

  it('can be switched off, all but Escape', async () => {
    const { screen, pressed } = await page();
    await screen.act(() => screen.app.preferences.write('keyShortcuts', false));
    await screen.key(document.body, 'b');
    await screen.key(document.body, 'Escape');
    expect(pressed).toEqual(['Escape']);
  });
});

it('a page with unsent text asks before it is left, and no longer than that', async () => {
  function Page({ isUnsent }: { readonly isUnsent: boolean }) {
    useLeaveWarning(isUnsent);
    return null;
  }
  const screen = await show(element(Page, { isUnsent: true }));
  const isAsked = async (): Promise<boolean> => {
    const leaving = new Event('beforeunload', { cancelable: true });
    await screen.act(() => void globalThis.dispatchEvent(leaving));
    return leaving.defaultPrevented;
  };
  expect(await isAsked()).toBe(true);
  await screen.render(element(Page, { isUnsent: false }));
  expect(await isAsked()).toBe(false);
});

describe('copied values', () => {
  it.each([true, false])('goes to the clipboard whole, and the button confirms it: %s', async (isTaken) => {
    const written: string[] = [];
    const clipboard = { write: (text: string) => (written.push(text), Promise.resolve(isTaken)) };
    const services = { clipboard } as Partial<App['services']>;
    const screen = await show(
      element(CopyTextButton, { text: 'abc', label: 'Copy', copiedLabel: 'Copied' }),
      { services },
    );
    await screen.press('Copy');
    expect(written).toEqual(['abc']);
    expect(screen.text).toBe(isTaken ? 'Copied' : 'Copy');
    const small = await show(element(CopyButton, { text: 'def', label: 'Copy id' }), { services });
    await small.press('Copy id');
    expect(written).toEqual(['abc', 'def']);
  });
});

describe('around every page', () => {
  it('an error is contained and reported, until the page is another', async () => {
    const reported: unknown[] = [];
    const defect = new Error('a defect');
    const Broken = (): never => {
      throw defect;
    };
    const page = (resetKey: string, isBroken: boolean) =>
      createElement(
        ErrorBoundary as unknown as ComponentType<Record<string, unknown>>,
        {
          report: (error: unknown) => void reported.push(error),
          onMissing: () => reported.push('missing'),
          resetKey,
        },
        isBroken ? createElement(Broken) : 'sound',
      );
    const screen = await show(page('/a', false));
    expect(screen.text).toBe('sound');
    await screen.render(page('/a', true));
    expect(screen.text).toContain(say('common:defect.title'));
    expect(reported).toEqual([defect]);
    await screen.render(page('/a', false));
    expect(screen.text).toContain(say('common:defect.title'));
    await screen.render(page('/b', false));
    expect(screen.text).toBe('sound');
  });

  it('a part that cannot be loaded shows so in its place, and its screen stays (NAV-17)', async () => {
    const reported: unknown[] = [];
    const defect = new Error('a defect');
    const Broken = (): never => {
      throw defect;
    };
    const lost = (): Promise<never> => Promise.reject(new TypeError('not loaded'));
    const screenOf = (...parts: readonly ComponentType[]) =>
      createElement(
        ErrorBoundary as unknown as ComponentType<Record<string, unknown>>,
        { report: (error: unknown) => void reported.push(error), onMissing: () => reported.push('missing') },
        'the rest',
        createElement(Suspense, null, ...parts.map((part, key) => createElement(part, { key: String(key) }))),
      );
    const says = `${say('common:defect.part')} ${say('common:defect.reload')}`;

    const spoken = await show(screenOf(lazyPart<'Spoken', object>(lost, 'Spoken')));
    expect(spoken.text).toBe(`the rest ${says}`);
    const silent = await show(screenOf(lazyPart<'Silent', object>(lost, 'Silent', { instead: 'nothing' })));
    expect(silent.text).toBe('the rest');
    expect(reported).toEqual([]);

    // A defect is more than a part that is missing, and a whole screen more than a part.
    const broken = await show(screenOf(lazyPart(() => Promise.resolve({ Broken }), 'Broken')));
    expect(broken.text).toContain(say('common:defect.title'));
    expect(reported).toEqual([defect]);
    await show(screenOf(lazyScreen<'Lost', object>(lost, 'Lost')));
    expect(reported).toEqual([defect, 'missing']);
  });

  it('each open outcome is named, with the way to it', async () => {
    const open = [
      { kind: 'order', of: 'XMR-BTC', path: '/trade/XMR-BTC' },
      { kind: 'withdrawal', of: 'BTC', path: '/withdraw/BTC' },
    ];
    const outcomes = { get: () => open, listen: () => () => undefined, refresh: () => undefined };
    const screen = await show(createElement(Notices), { app: { outcomes } as unknown as Partial<App> });
    expect(screen.text).toContain(say('common:notice.unknownOrder', { pair: 'XMR-BTC' }));
    expect(screen.text).toContain(say('common:notice.unknownWithdrawal', { coin: 'BTC' }));
    expect(screen.all('a').map((link) => link.getAttribute('href'))).toEqual(open.map(({ path }) => path));
    expect(screen.text).not.toContain(say('common:notice.sandbox'));
    expect(screen.text).not.toContain(say('common:notice.offline'));
  });

  it('a maintenance is named with its reason, as long as it holds (OPERATOR-16)', async () => {
    const listeners = new Set<() => void>();
    let reason: string | null = 'A new version.';
    const terms = {
      maintenance: () => reason,
      listen: (changed: () => void) => {
        listeners.add(changed);
        return () => listeners.delete(changed);
      },
    };
    const screen = await show(createElement(Notices), { app: { terms } as unknown as Partial<App> });
    expect(screen.text).toContain(say('common:notice.maintenance', { reason: 'A new version.' }));
    reason = null;
    await screen.act(() => listeners.forEach((changed) => changed()));
    expect(screen.text).not.toContain('A new version.');
  });

  it('a missing network is shown as soon as the browser knows it', async () => {
    const screen = await show(createElement(Notices));
    const network = vi.spyOn(navigator, 'onLine', 'get');
    for (const [type, isOnline] of [
      ['offline', false],
      ['online', true],
    ] as const) {
      network.mockReturnValue(isOnline);
      await screen.act(() => void window.dispatchEvent(new Event(type)));
      expect(screen.text.includes(say('common:notice.offline'))).toBe(!isOnline);
    }
    network.mockRestore();
  });

  it('the other palette is chosen by a press, and the first one by another', async () => {
    const chosen: string[] = [];
    const palette = (now: 'standard' | 'colorBlind') => ({
      app: {
        palette: {
          get: () => now,
          choose: (name: string) => void chosen.push(name),
          listen: () => () => undefined,
        },
      } as Partial<App>,
    });
    const off = await show(createElement(PaletteSwitch), palette('standard'));
    await off.press(say('common:shell.palette'));
    const on = await show(createElement(PaletteSwitch), palette('colorBlind'));
    await on.press(say('common:shell.palette'));
    expect(chosen).toEqual(['colorBlind', 'standard']);
    expect([off, on].map((one) => one.all('button')[0]?.getAttribute('aria-pressed'))).toEqual([
      'false',
      'true',
    ]);
  });

  it('every language is offered, under its own name', async () => {
    const screen = await show(element(LanguagePicker, { chosen: () => undefined }));
    const codes = screen.all('button[lang]').map((button) => button.getAttribute('lang'));
    expect(new Set(codes)).toEqual(new Set(['de', 'en', 'es', 'fr', 'pt', 'ru']));
    expect(screen.all('[aria-current="true"]').map((button) => button.getAttribute('lang'))).toEqual(['en']);
  });

  it.each([
    [{}, true],
    [null, false],
  ])('what the user %j leaves is hidden until the session is checked again: %s', async (user, isHidden) => {
    function Page() {
      useHiddenOnLeave();
      return null;
    }
    const screen = await show(createElement(Page), { user });
    const { dataset } = document.documentElement;
    expect('left' in dataset).toBe(false);
    await screen.act(() => void window.dispatchEvent(new Event('pagehide')));
    expect('left' in dataset).toBe(isHidden);
    await screen.render(null);
    expect('left' in dataset).toBe(false);
  });
});

describe('questions and answers (PUBLIC-11)', () => {
  const items = WORDS.faq?.item as Record<string, { q: string; a: string }>;
  const SEARCH = say('faq:search');

  it('are searched in questions and answers; matches are open, and can be closed', async () => {
    const screen = await show(createElement(FaqScreen), { path: '/faq' });
    const all = Object.keys(items).length;
    expect(screen.all('details')).toHaveLength(all);
    const [one] = screen.all('details');
    await screen.toggle(one, true);
    expect(one?.hasAttribute('open')).toBe(true);
    await screen.toggle(one, false);
    await screen.type(SEARCH, items.forgotten?.q.toUpperCase() ?? '');
    const found = screen.all('details');
    expect(found.map((one) => one.id)).toContain('forgotten');
    expect(found.length).toBeLessThan(all);
    expect(found.every((one) => one.hasAttribute('open'))).toBe(true);
    expect(screen.text).toContain(say('faq:found', { count: found.length }));
    const [first] = found;
    await screen.toggle(first, false);
    expect(first?.hasAttribute('open')).toBe(false);
    await screen.type(SEARCH, 'no such words');
    expect(screen.text).toContain(say('faq:none', { text: 'no such words' }));
    await screen.type(SEARCH, '  ');
    expect(screen.all('details')).toHaveLength(all);
    expect(screen.all('details').some((one) => one.hasAttribute('open'))).toBe(false);
  });

  it('of the operator are found by question and answer, too, and open (BRAND-04)', async () => {
    const entry = (question: string, answer: string): TextNode => ({
      tag: 'details',
      children: [
        { tag: 'summary', children: [question] },
        { tag: 'p', children: ['Only ', { tag: 'em', children: [answer] }, '.'] },
      ],
    });
    const own = [
      { tag: 'h2', children: ['Of this house'] },
      entry('Do you take pigeons?', 'trained'),
      entry('And owls?', 'nocturnal'),
    ];
    const { faq } = WORDS;
    texts.addResourceBundle('en', 'faq', { [OWN_TEXT]: own });
    try {
      const screen = await show(createElement(FaqScreen));
      const shownOwn = () => screen.all('[data-own] details');
      expect(shownOwn().map((one) => one.hasAttribute('open'))).toEqual([false, false]);
      expect(screen.text).toContain('Of this house');
      for (const [search, question] of [
        ['PIGEONS', 'Do you take pigeons?'],
        ['nocturnal', 'And owls?'],
      ] as const) {
        await screen.type(say('faq:search'), search);
        expect(shownOwn().map((one) => one.querySelector('summary')?.textContent)).toEqual([question]);
        expect(shownOwn().map((one) => one.hasAttribute('open'))).toEqual([true]);
        expect(screen.text).toContain(say('faq:found', { count: 1 }));
      }
      await screen.type(say('faq:search'), 'no such words');
      expect(shownOwn()).toEqual([]);
    } finally {
      texts.removeResourceBundle('en', 'faq');
      texts.addResourceBundle('en', 'faq', faq);
    }
  });
});

describe('the figures of the first page (PUBLIC-01)', () => {
  const market = (pair: string, lastPrice: string) => ({
    pair,
    lastPrice,
    percentChange: '0',
    baseVolume: '1',
    quoteVolume: '2',
    high24h: lastPrice,
    low24h: lastPrice,
    lowestAsk: lastPrice,
    highestBid: lastPrice,
  });
  const figures = async (scene: Scene) =>
    (await show(createElement(Headline), scene)).all('dd').map((one) => one.textContent);

  it('are dashes until they are known, and the venue’s own then', async () => {
    expect(await figures({})).toEqual([DASH, DASH, DASH]);
    const [volume, pairs, price] = await figures({ answers: { markets: [market('BTC-USDT', '50000')] } });
    expect([volume?.endsWith(' BTC'), pairs]).toEqual([true, '1']);
    expect(price).toBe('50000.00 USDT');
    expect(await figures({ answers: { markets: [] } })).toHaveLength(2);
  });
});

describe('a range of days (HISTORY-12)', () => {
  const DAY = 86_400_000;
  const range = async (given: Parameters<typeof DateRange>[0]['range'] = null) => {
    const chosen: unknown[] = [];
    const screen = await show(element(DateRange, { range: given, onRange: (one) => void chosen.push(one) }));
    return { screen, chosen };
  };
  const FROM = say('history:range.from');
  const TO = say('history:range.to');

  it('is one or two days in the right order, and shows what is wrong', async () => {
    const { screen, chosen } = await range();
    expect(screen.all('form')).toEqual([]);
    await screen.press(say('history:range.open'));
    expect([screen.field(FROM).value, screen.field(TO).value]).toEqual(['', '']);
    expect(screen.text).toContain(say('history:range.note'));
    await screen.press(say('history:range.apply'));
    expect(screen.text).toContain(say('history:range.missing'));
    const said = screen.all('[role="status"]')[0]?.id;
    for (const field of [screen.field(FROM), screen.field(TO)]) {
      expect(field.getAttribute('aria-describedby')).toBe(said);
      expect(field.getAttribute('aria-invalid')).toBe('true');
    }
    await screen.type(FROM, '2026-01-02');
    await screen.type(TO, '2026-01-01');
    await screen.press(say('history:range.apply'));
    expect(screen.text).toContain(say('history:range.wrong'));
    expect(chosen).toEqual([]);
    await screen.type(TO, '2026-01-02');
    await screen.press(say('history:range.apply'));
    const from = Date.UTC(2026, 0, 2);
    expect(chosen).toEqual([{ from, to: from + DAY - 1 }]);
    expect(screen.all('form')).toEqual([]);
  });

  it.each([
    [{ from: Date.UTC(2026, 0, 2), to: null }, ['2026-01-02', '']],
    [{ from: null, to: Date.UTC(2026, 0, 3) }, ['', '2026-01-03']],
  ])('starts with the choice: %j', async (given, values) => {
    const { screen, chosen } = await range(given);
    await screen.press(say('history:range.open'));
    expect([screen.field(FROM).value, screen.field(TO).value]).toEqual(values);
    await screen.press(say('history:range.clear'));
    expect(chosen).toEqual([null]);
  });
});

describe('the histories of coins (HISTORY-09, HISTORY-21)', () => {
  const WITHDRAWAL: Withdrawal = {
    id: 'withdrawal-0001',
    currency: 'BTC',
    amount: '0.5',
    status: 'failed',
    fee: '0.0001',
    networkFee: null,
    txHash: 'ab'.repeat(32),
    extraId: null,
    address: 'bc1qexample',
    tag: null,
    isConfirmed: false,
    depositId: null,
    createdAt: NOW - 60_000,
    updatedAt: null,
    confirmedAt: null,
  };
  const DEPOSIT = {
    ...WITHDRAWAL,
    id: 'deposit-0001',
    fault: null,
    confirmations: 1,
    required: 2,
  } as unknown as Deposit;
  const COINS = [
    { ticker: 'BTC', network: 'mainnet', explorerUrl: 'https://explorer.test/tx/' } as unknown as Coin,
  ];
  const ANSWERS = { withdrawals: [WITHDRAWAL], deposits: [DEPOSIT], coins: COINS };
  const help = say('history:askSupport');

  it.each([
    ['withdrawals', WithdrawalHistoryScreen, WITHDRAWAL, 8],
    ['deposits', DepositHistoryScreen, DEPOSIT, 5],
  ] as const)(
    '%s: every column of a record, and the way to support where it failed',
    async (list, Screen, record, columns) => {
      const screen = await show(createElement(Screen), { answers: ANSWERS });
      expect(screen.all('thead th')).toHaveLength(columns);
      expect(screen.all('tbody td').map((cell) => cell.textContent.trim() !== '')).toEqual(
        Array.from({ length: columns }, () => true),
      );
      expect(screen.all('tbody time')).toHaveLength(1);
      expect(screen.text).toContain('0.5');
      expect(screen.text).not.toContain(say('history:export.saving'));
      expect(screen.button(help).getAttribute('href')).toBe(`/support?new=${list.slice(0, -1)}`);
      const done = { ...ANSWERS, [list]: [{ ...record, status: 'completed' }] };
      const fine = await show(createElement(Screen), { answers: done });
      expect(fine.seek('a', help)).toBeNull();
      expect(fine.all('tbody td')).toHaveLength(columns);
    },
  );

  const WAITING = { ...DEPOSIT, currency: 'GRIN', status: 'pending', txHash: null, confirmations: 0 };
  it.each([
    ['waits for the wallet', {}, true],
    ['was posted', { txHash: 'ab'.repeat(32) }, false],
    ['is seen', { confirmations: 1 }, false],
    ['is over', { status: 'cancelled' }, false],
    ['is of another coin', { currency: 'BTC' }, false],
    ['has no end that the server tells', { expiresAt: undefined }, false],
  ])('a deposit that %s: its row leads back to the slatepack, or not (DEPOSIT-14)', async (_, more, may) => {
    const answers = { ...ANSWERS, deposits: [{ ...WAITING, expiresAt: NOW + 60_000, ...more }] };
    const screen = await show(createElement(DepositHistoryScreen), { answers });
    const link = screen.seek('a', say('history:resumeDeposit'));
    expect(link?.getAttribute('href')).toBe(may ? '/deposit/GRIN' : undefined);
  });

  const HASH = 'cd'.repeat(32);
  it.each([
    [{ state: 'waiting', amount: null, address: 'bc1q', txHash: null }, 'return.waiting'],
    [{ state: 'waiting', amount: null, address: null, txHash: null }, 'return.noAddress'],
    [{ state: 'sent', amount: '0.4', address: 'bc1q', txHash: HASH }, 'return.sent'],
    [{ state: 'done', amount: '0.4', address: 'bc1q', txHash: HASH }, 'return.done'],
    [{ state: 'too_small', amount: '0.5', address: null, txHash: null }, 'return.tooSmall'],
  ] as const)('an uncredited deposit shows what happens to it (REFUND-11): %j', async (returned, key) => {
    const answers = { ...ANSWERS, deposits: [{ ...DEPOSIT, fault: 'depositsOff', returned }] };
    const text = say(`history:${key}`, { coin: 'BTC', amount: returned.amount ?? DASH });
    const screen = await show(createElement(DepositHistoryScreen), {
      answers,
      capabilities: { refunds: true },
    });
    expect(screen.text).toContain(text);
    expect(screen.text).toContain(say('history:fault.depositsOff'));
    const links = new Set(screen.all('a').map((link) => link.getAttribute('href') ?? ''));
    expect(links.has('/refund-addresses?coin=BTC')).toBe(key === 'return.noAddress');
    expect(links.has(`https://explorer.test/tx/${HASH}`)).toBe(returned.txHash !== null);
    const named = screen.seek('a', say('history:explorer', { id: shortenId(HASH) }));
    expect(named !== null).toBe(returned.txHash !== null);
    // Nothing of it without the capability.
    expect((await show(createElement(DepositHistoryScreen), { answers })).text).not.toContain(text);
  });

  it.each([
    ['failed', true],
    ['cancelled', true],
    ['unsuccessful', false],
    ['pending', false],
  ] as const)(
    'a withdrawal shows whether it was returned to the balance (REFUND-11): %s',
    async (status, isSaid) => {
      const answers = { ...ANSWERS, withdrawals: [{ ...WITHDRAWAL, status }] };
      const said = say('history:return.toBalance');
      const screen = await show(createElement(WithdrawalHistoryScreen), {
        answers,
        capabilities: { refunds: true },
      });
      expect(screen.text.includes(said)).toBe(isSaid);
      expect((await show(createElement(WithdrawalHistoryScreen), { answers })).text).not.toContain(said);
    },
  );

  it('of trades have every column of each, too (HISTORY-08)', async () => {
    const trade: Execution = {
      id: 'trade-0001',
      pair: 'XMR-BTC',
      side: 'buy',
      kind: 'limit',
      price: '0.004',
      quantity: '2',
      value: null,
      fee: '0.01',
      feeCurrency: 'XMR',
      feeRate: null,
      isMaker: true,
      createdAt: NOW,
    };
    const screen = await show(createElement(TradingHistoryScreen), { answers: { executions: [trade] } });
    expect(screen.all('thead th')).toHaveLength(8);
    const cells = screen.all('tbody td').map((cell) => cell.textContent);
    for (const [place, words] of [
      [1, 'XMR'],
      [2, say('history:side.buy')],
      [3, say('history:role.maker')],
      [4, '0.004'],
      [5, '2'],
      [6, '0.008'],
      [7, '0.01'],
    ] as const)
      expect(cells[place]).toContain(words);
    expect(screen.all('tbody time')).toHaveLength(1);
  });

  it('of trades have those of one order in one row, which opens (HISTORY-31)', async () => {
    const fill = (id: string, price: string, isMaker: boolean): Execution => ({
      id,
      orderId: 'order-0001',
      pair: 'XMR-BTC',
      side: 'buy',
      kind: 'limit',
      price,
      quantity: '2',
      value: null,
      fee: '0.01',
      feeCurrency: 'XMR',
      feeRate: null,
      isMaker,
      createdAt: NOW,
    });
    const executions = [fill('trade-0001', '0.004', true), fill('trade-0002', '0.005', false)];
    const screen = await show(createElement(TradingHistoryScreen), { answers: { executions } });
    const rows = () => screen.all('tbody tr');
    const [row] = rows();
    expect(rows()).toHaveLength(1);
    for (const words of ['0.0045', '4.00 XMR', '0.018', '0.02', say('history:role.both'), 'order-00'])
      expect(row?.textContent.replaceAll(/\s+/g, ' ')).toContain(words);
    expect(row?.textContent).toContain(say('history:column.average'));
    const opener = say('history:fills', { count: 2 });
    expect(screen.button(opener).getAttribute('aria-expanded')).toBe('false');
    await screen.press(opener);
    expect(screen.button(opener).getAttribute('aria-expanded')).toBe('true');
    expect(rows().map((one) => one.dataset.part)).toEqual([undefined, 'true', 'true']);
    expect(rows()[2]?.textContent).toContain('0.005');
    await screen.press(opener);
    expect(rows()).toHaveLength(1);
  });

  it('of trades work out cost and result by a press, and say what is unknown (RESULT-01 to RESULT-06)', async () => {
    const trade = (id: string, side: 'buy' | 'sell', quantity: string, createdAt: number): Execution => ({
      id,
      pair: 'XMR-BTC',
      side,
      kind: 'limit',
      price: side === 'buy' ? '0.004' : '0.006',
      quantity,
      value: null,
      fee: '0',
      feeCurrency: 'BTC',
      feeRate: null,
      isMaker: null,
      createdAt,
    });
    const OLD = say('history:results.oldPrices', { time: '', reason: '' }).split(',')[0] ?? '';
    const executions = [trade('c', 'sell', '2', 3), trade('b', 'sell', '1', 2), trade('a', 'buy', '2', 1)];
    const screen = await show(createElement(TradingHistoryScreen), {
      answers: { executions, markets: [someMarket('XMR-BTC', { lastPrice: '0.007' })], btcPrice: '50000' },
      capabilities: { btcUsd: true },
    });
    const table = () => screen.all('[data-list="results"] tbody tr').map((row) => row.textContent);
    expect(table()).toEqual([]);
    await screen.press(say('history:results.begin'));
    expect(table()).toHaveLength(1);
    for (const words of ['XMR/BTC', '0.00700000 BTC', '+0.004']) expect(table()[0]).toContain(words);
    const unmatched = { pair: 'XMR/BTC', amount: '1', coin: 'XMR' };
    expect(screen.text).toContain(say('history:results.unmatched', unmatched));
    expect(screen.text).toContain(say('history:results.usd', { value: '+200.00' }));
    expect(screen.text).not.toContain(OLD);
    // Worth and cost after each of the three trades, and now.
    const drawn = screen.all('figure path').map((path) => path.getAttribute('d')?.split('H').length);
    expect(drawn).toEqual([4, 4]);
    expect(screen.find('figure', 'BTC').textContent).toContain(say('history:results.value'));
    expect(screen.text).not.toContain(say('history:results.leftOut', { count: 1 }));
    const without = await show(createElement(TradingHistoryScreen), {
      answers: { executions, markets: () => refused({ code: 'refused', retryable: false }) },
    });
    await without.press(say('history:results.begin'));
    expect(without.text).toContain(OLD);
    expect(without.all('[data-list="results"] tbody tr')[0]?.textContent).toContain('–');
  });

  it('are empty without a user', async () => {
    expect((await show(createElement(WithdrawalHistoryScreen), { user: null, answers: ANSWERS })).text).toBe(
      '',
    );
  });
});

it('no figure, code or coin is left to translators, wherever a screen shows one (TRADE-27)', () => {
  const page = document.createElement('div');
  const kept = [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1q…f3t4',
    'BEGINSLATEPACK. 4H1q',
    'XMR/BTC',
    '7',
    '-1.50%',
    '≈ 1,234.50 USD',
    '0.00000001 BTC',
    '12 sat/vB',
    'XMR',
    '/USDT',
  ];
  page.innerHTML = kept.map((one) => `<p><b>${one}</b> and <i translate="no">${one}</i></p>`).join('');
  expect(translatable(page)).toEqual(kept);
  page.innerHTML = '<b>1<span class="thousands">234.50</span></b>';
  expect(translatable(page)).toEqual(['1234.50', '1234.50']);
  page.innerHTML =
    '<p>Well-known words, 1,234.50</p><p>1<span class="thousands">234.50 BTC are left</span></p>';
  expect(translatable(page)).toEqual([]);
});
