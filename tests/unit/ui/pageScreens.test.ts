import { describe, expect, it } from 'vitest';
import { createElement } from 'react';
import { DASH } from '../../../src/domain/format.ts';
import { clockText } from '../../../src/domain/dates.ts';
import { refused, succeeded } from '../../../src/domain/result.ts';
import type { App } from '../../../src/machines/app/app.ts';
import { DashboardScreen } from '../../../src/ui/account/DashboardScreen.tsx';
import { DepositContent } from '../../../src/ui/deposit/DepositContent.tsx';
import { ActiveOrdersScreen } from '../../../src/ui/openOrders/ActiveOrdersScreen.tsx';
import { PairPrice } from '../../../src/ui/trade/PairPrice.tsx';
import { SolvencyScreen } from '../../../src/ui/solvency/SolvencyScreen.tsx';
import { slatepack } from '../../data/slatepacks.ts';
import { someCoin, someOrder, someUser } from '../../samples.ts';
import { NOW, type Scene } from './scene.ts';
import { openScreens, type Screen } from './screen.tsx';
import { element, say } from './rendered.tsx';

const show = openScreens();
const links = (screen: Screen) => screen.all('a').map((link) => link.getAttribute('href'));
const engine = { begin: () => undefined, listen: () => () => undefined, post: () => undefined };
const services = { engine } as unknown as Partial<App['services']>;

const OPEN_ORDER = someOrder({
  id: 'order-0001',
  price: '0.002',
  quantity: '4',
  quantityLeft: '3',
  state: 'PARTIALLY_FILLED',
  createdAt: NOW - 60_000,
});

describe('the account at a glance (ACCOUNT-01, ACCOUNT-02)', () => {
  const USER = someUser({ lastLogin: NOW });
  const dashboard = (answers: Scene['answers'], capabilities: Scene['capabilities'] = {}) =>
    show(createElement(DashboardScreen), { answers, capabilities });

  it('leads to every page that there is, and to a second factor while there is none', async () => {
    const screen = await dashboard({ me: USER });
    expect(links(screen)).toEqual(
      expect.arrayContaining([
        '/wallet',
        '/refund-addresses',
        '/active-orders',
        '/trading-history',
        '/deposit-history',
        '/withdrawal-history',
        '/logs',
        '/security',
      ]),
    );
    expect(links(screen)).not.toContain('/solvency');
    expect(links(screen)).not.toContain('/order-history');
    expect(screen.text).toContain(say('account:dashboard.steps.twoFactor.title'));
    expect(screen.all('h2').map((title) => title.textContent)).toContain(
      say('account:dashboard.group.orders'),
    );
    const more = await dashboard(
      { me: { ...USER, twoFactorEnabled: true } },
      { solvency: true, orderHistory: true },
    );
    expect(links(more)).toEqual(expect.arrayContaining(['/solvency', '/order-history']));
    expect(more.text).not.toContain(say('account:dashboard.steps.twoFactor.title'));
  });

  it('lists the first steps until all that the server offers are done (ACCOUNT-12)', async () => {
    const steps = async (answers: Scene['answers'], recovery = true) => {
      const screen = await dashboard(answers, { recovery });
      return screen
        .all('ol li')
        .map((step) => [
          step.querySelector('h3')?.textContent,
          step.querySelector('a')?.getAttribute('href'),
        ]);
    };
    const titles = (['twoFactor', 'key', 'refund', 'deposit'] as const).map((name) =>
      say(`account:dashboard.steps.${name}.title`),
    );
    const none = { refundAddresses: [{ ticker: 'BTC', address: null }], deposits: [] };
    const all = {
      refundAddresses: [{ ticker: 'BTC', address: 'bc1q' }],
      deposits: [{ id: 'd', createdAt: NOW }],
    };
    const secured = { ...USER, twoFactorEnabled: true, recoveryKeyAt: NOW };
    expect(await steps({ me: USER, ...none })).toEqual(
      ['/security#two-factor', '/security#recovery-key', '/refund-addresses', '/wallet'].map((to, index) => [
        titles[index],
        to,
      ]),
    );
    expect((await steps({ me: USER, ...all })).map(([, to]) => to)).toEqual([
      '/security#two-factor',
      '/security#recovery-key',
    ]);
    expect((await steps({ me: secured, ...none })).map(([, to]) => to)).toEqual([
      '/refund-addresses',
      '/wallet',
    ]);
    expect(await steps({ me: secured, ...all })).toEqual([]);
    // What could not be read asks for nothing, and only keeps its room beside others.
    expect(await steps({ me: secured })).toEqual([]);
    const waiting = await dashboard({ me: USER }, { recovery: true });
    const hidden = waiting.all('ol li[style*="visibility: hidden"]');
    expect([waiting.all('ol li').length, hidden.length]).toEqual([4, 2]);
    expect(await steps({ me: { ...USER, twoFactorEnabled: true }, ...all }, false)).toEqual([]);
  });

  it('shows a figure that is shortened, and copies the whole of it (ACCOUNT-10)', async () => {
    const balances = [{ currency: 'AVAX', available: '0.123456789012345678', inOrders: '0' }];
    const screen = await dashboard({ me: USER, balances });
    const whole = screen.all('[data-full]').map((figure) => figure.getAttribute('data-full'));
    expect(whole).toEqual(['0.123456789012345678 AVAX']);
  });

  describe('of balances and movements (ACCOUNT-10)', () => {
    const glance = (key: string, values?: Readonly<Record<string, unknown>>) =>
      say(`account:dashboard.glance.${key}`, values);
    const refuse = () => refused({ code: 'refused', retryable: false });

    it('shows that there are none only where it knows', async () => {
      const silent = await dashboard({ me: USER });
      expect(silent.text).not.toContain(glance('noBalances'));
      expect(silent.text).not.toContain(glance('noMoves'));
      const none = await dashboard({ me: USER, balances: [], deposits: [], withdrawals: [] });
      expect(none.text).toContain(glance('noBalances'));
      expect(none.text).toContain(glance('noMoves'));
    });

    it('shows what could not be loaded, and what is old', async () => {
      let isDown = false;
      const balances = () =>
        isDown ? refuse() : succeeded([{ currency: 'XMR', available: '7', inOrders: '0' }]);
      const screen = await dashboard({ me: USER, balances, deposits: [], withdrawals: refuse });
      expect(screen.text).toContain(glance('failed'));
      expect(screen.text).not.toContain(glance('old'));
      isDown = true;
      await screen.act(() => screen.app.resources.invalidate('balances'));
      expect(screen.text).toContain(glance('old'));
      expect(screen.text).toContain('XMR');
    });

    it('names a sum that leaves coins out as the least', async () => {
      const balances = ['BTC', 'WOW'].map((currency) => ({ currency, available: '2', inOrders: '0' }));
      const screen = await dashboard({ me: USER, balances, btcPrice: '100', markets: [] }, { btcUsd: true });
      expect(screen.text.replaceAll(/\s/g, ' ')).toContain(glance('atLeast', { value: '200.00' }));
    });
  });

  it('shows open orders with the rest of them, and that nothing was traded (ACCOUNT-10)', async () => {
    const card = (screen: Screen, key: string) => {
      const title = screen
        .all('h2')
        .find((one) => one.textContent === say(`account:dashboard.glance.${key}`));
      return title?.closest('section') ?? null;
    };
    const said = (screen: Screen, key: string) => card(screen, key)?.querySelector('ul, p')?.textContent;
    const answers = { me: USER, orders: [OPEN_ORDER], executions: [] };
    const screen = await dashboard(answers);
    expect(said(screen, 'orders')?.replaceAll(/\s/g, ' ')).toBe(
      `${say('history:side.buy')}3 XMR0.00200000 BTC`,
    );
    expect(said(screen, 'trades')).toBe(say('account:dashboard.glance.noTrades'));
    const leads = ['orders', 'trades'].map((key) =>
      card(screen, key)?.querySelector('a')?.getAttribute('href'),
    );
    expect(leads).toEqual(['/active-orders', '/trading-history']);
    const none = await dashboard({ ...answers, orders: [] });
    expect(said(none, 'orders')).toBe(say('account:dashboard.glance.noOrders'));
  });

  it('leads to the pair that is traded most', async () => {
    const market = (pair: string, lastPrice: string, quoteVolume: string) => ({
      pair,
      lastPrice,
      quoteVolume,
    });
    // 200,000 USDT are more than 2 BTC at 60,000.
    const markets = [
      market('XMR-BTC', '0.005', '2'),
      market('BTC-USDT', '60000', '200000'),
      market('GRIN-BTC', '0.000001', '0.1'),
    ];
    expect(links(await dashboard({ me: USER, markets }))).toContain('/trade/BTC-USDT');
    expect(links(await dashboard({ me: USER }))).toContain('/markets');
  });

  it('is loading, or cannot be shown with a reason (ACCOUNT-06)', async () => {
    expect((await dashboard({})).text).toContain(say('account:dashboard.loading'));
    const failed = await dashboard({
      me: () => refused({ code: 'refused', retryable: false, text: 'Not now.' }),
    });
    expect(failed.text).toContain('Not now.');
    const before = failed.sent.length;
    await failed.press(say('common:word.retry'));
    expect(failed.sent.length).toBeGreaterThan(before);
  });

  it('stays when it cannot be read again, and shows since when it is old', async () => {
    let isDown = false;
    const screen = await dashboard({
      me: () => (isDown ? refused({ code: 'refused', retryable: false }) : succeeded(USER)),
    });
    const stale = say('account:dashboard.stale', { time: clockText(NOW) ?? '' });
    expect(screen.text).not.toContain(stale);
    isDown = true;
    await screen.act(() => screen.app.resources.invalidate('account'));
    expect(screen.text).toContain(stale);
    expect(links(screen)).toContain('/security');
  });
});

describe("the user's orders (HISTORY-22)", () => {
  it('have their pair, side, price, amount and how much of them is filled', async () => {
    const screen = await show(createElement(ActiveOrdersScreen), {
      services,
      answers: { orders: [OPEN_ORDER] },
    });
    const cells = Object.fromEntries(
      screen.all('tbody td').map((cell) => [cell.dataset.column, cell.textContent.replaceAll(/\s/g, '')]),
    );
    expect(cells.pair).toContain('XMR/BTC');
    expect(cells.pair).toContain('order-00');
    expect(cells.type).toBe(say('history:side.buy'));
    expect(cells.price).toContain('0.0020');
    expect(cells.amount).toContain('4');
    expect(cells.progress).toContain('25');
    expect(screen.all('progress')[0]?.getAttribute('value')).toBe('25');
    expect(Object.keys(cells)).not.toContain('cost');
  });

  it.each([
    ['limit', { averagePrice: '0.0019', cost: '0.0019' }, ['0.0020', '0.0019', '0.0019']],
    ['limit', { averagePrice: null, cost: null }, ['0.0020', DASH, DASH]],
    ['limit', {}, ['0.0020', DASH, DASH]],
    ['market', { averagePrice: '0.0019', cost: '0.0019' }, ['0.0019', '0.0019', '0.0019']],
    ['market', {}, [say('history:market'), DASH, DASH]],
  ] as const)(
    'show their cost, and a dash where it is unknown (COST-02): %s %j',
    async (kind, said, wanted) => {
      const order = { ...OPEN_ORDER, kind, ...(kind === 'market' && { price: null }), ...said };
      const scene = { services, answers: { orders: [order] }, capabilities: { orderCost: true } };
      const screen = await show(createElement(ActiveOrdersScreen), scene);
      const cells = Object.fromEntries(
        screen.all('tbody td').map((cell) => [cell.dataset.column, cell.textContent]),
      );
      for (const [place, name] of ['price', 'average', 'cost'].entries())
        expect(cells[name]).toContain(wanted[place]);
    },
  );
});

describe('the last price (LIVE-09)', () => {
  const trade = (price: string) => ({
    id: price,
    pair: 'XMR-BTC',
    price,
    amount: '1',
    side: 'buy',
    time: NOW,
  });
  it.each([
    [['2', '1'], '▲'],
    [['1', '2'], '▼'],
  ])('shows which way it moved: %j', async (prices, sign) => {
    const pair = { symbol: 'XMR-BTC', base: 'XMR', quote: 'BTC' };
    const screen = await show(element(PairPrice, { pair, digits: 4 }), {
      services,
      answers: { trades: prices.map(trade), markets: [] },
    });
    expect(screen.text).toContain(sign);
    expect(screen.text).not.toContain(sign === '▲' ? '▼' : '▲');
  });
});

describe('pages of their own', () => {
  it('each amount owed links to its source (SOLVENCY-06)', async () => {
    const screen = await show(createElement(SolvencyScreen), {
      capabilities: { solvency: true },
      answers: { solvencyStatements: [] },
    });
    expect(links(screen)).toEqual(expect.arrayContaining(['/logs', '/api']));
  });

  it('a deposit has its address as soon as the checks are passed, and only then (DEPOSIT-01)', async () => {
    const coin = someCoin('BTC', { name: 'Bitcoin', network: 'mainnet', confirmations: 2 });
    const address = { currency: 'BTC', address: 'bc1qexample', tag: null, createdAt: NOW };
    const answers = { coins: [coin], refundAddresses: [], deposits: [], createDepositAddress: address };
    const screen = await show(element(DepositContent, { symbol: 'BTC' }), { answers });
    const values = (of: Screen) =>
      of.all('input, textarea').map((field) => Reflect.get(field, 'value') as unknown);
    expect(values(screen)).toContain('bc1qexample');
    const failed = await show(element(DepositContent, { symbol: 'BTC' }), {
      answers: { ...answers, coins: () => refused({ code: 'refused', retryable: false, text: 'Not now.' }) },
    });
    expect(failed.text).toContain('Not now.');
    expect(values(failed)).toEqual([]);
    await failed.press(say('common:word.reload'));
    expect(failed.sent.filter(({ name }) => name === 'coins').length).toBeGreaterThan(1);
  });

  describe('a started GRIN deposit (DEPOSIT-14)', () => {
    const [S1, S2] = [slatepack('plain-s1'), slatepack('plain-s2')];
    const PROGRESS = { status: 'pending', fault: null, confirmations: 0, required: 10, txHash: null };
    const WAITS = { ...PROGRESS, toFinalize: { slatepack: S2, expiresAt: NOW + 60_000 } };
    const ROW = { ...PROGRESS, id: 'd-1', currency: 'GRIN', amount: '5', createdAt: NOW };
    const RESUME = say('history:resumeDeposit');
    const SIGNED = say('deposit:slatepack.signed');
    const MESSAGE = say('deposit:slatepack.message');
    const page = (answers: Scene['answers'], state?: unknown) =>
      show(element(DepositContent, { symbol: 'GRIN' }), {
        answers: {
          coins: [someCoin('GRIN')],
          refundAddresses: [],
          deposits: [{ ...ROW, expiresAt: NOW + 60_000 }],
          ...answers,
        },
        state,
      });
    const kept = (): unknown => (globalThis.history.state as { readonly usr?: unknown } | null)?.usr;

    it('returns on a press in its row, as often as it is pressed; only the id is stored', async () => {
      const screen = await page({ depositStatus: WAITS });
      expect(kept()).toBeNull();
      for (let turn = 0; turn < 2; turn += 1) {
        await screen.press(RESUME);
        expect(screen.field(SIGNED).value).toBe(S2);
        expect(screen.seek('textarea', MESSAGE)).toBeNull();
        expect(screen.text).not.toContain(say('deposit:slatepack.again'));
        expect(screen.seek('a', RESUME)).toBeNull();
        expect(kept()).toEqual({ resume: 'd-1' });
        expect(screen.path).not.toContain('d-1');
        await screen.press(say('deposit:slatepack.another'));
        expect(kept()).toBeNull();
        expect(screen.field(MESSAGE).value).toBe('');
      }
    });

    it('comes back after a reload of the page that it was signed on', async () => {
      const signed = { slatepack: S2, depositId: 'd-2', expiresAt: NOW + 60_000, amount: null };
      const first = await page({ receiveGrinDeposit: signed, deposits: [] });
      await first.type(MESSAGE, S1);
      await first.press(say('deposit:slatepack.submit'));
      expect(kept()).toEqual({ resume: 'd-2' });
      const again = await page({ depositStatus: WAITS }, kept());
      expect(again.sent).toContainEqual({ name: 'depositStatus', params: { id: 'd-2' } });
      expect(again.field(SIGNED).value).toBe(S2);
    });

    it('shows its status once it is posted or its time is over', async () => {
      for (const progress of [
        { ...PROGRESS, txHash: 'ab'.repeat(32) },
        { ...PROGRESS, status: 'cancelled' },
      ]) {
        const screen = await page({ depositStatus: progress }, { resume: 'd-1' });
        expect(screen.text).toContain(say('deposit:resume.settled'));
        expect(screen.seek('textarea', SIGNED)).toBeNull();
        await screen.press(say('deposit:slatepack.another'));
        expect(screen.field(MESSAGE).value).toBe('');
      }
    });

    it('is requested again where it cannot be read, and stays open', async () => {
      let asked = 0;
      const depositStatus = () => {
        asked += 1;
        return asked === 1
          ? refused({ code: 'refused', retryable: false, text: 'Not now.' })
          : { ok: true, value: WAITS };
      };
      const screen = await page({ depositStatus }, { resume: 'd-1' });
      expect(screen.text).toContain('Not now.');
      expect(kept()).toEqual({ resume: 'd-1' });
      await screen.press(say('common:word.checkAgain'));
      expect(screen.field(SIGNED).value).toBe(S2);
    });

    it('with a server that hands out none the page is as it is without', async () => {
      const screen = await page({ depositStatus: PROGRESS, deposits: [ROW] }, { resume: 'd-1' });
      expect(screen.field(MESSAGE).value).toBe('');
      expect(screen.seek('a', RESUME)).toBeNull();
      expect(screen.text).not.toContain(say('deposit:resume.settled'));
    });
  });
});
