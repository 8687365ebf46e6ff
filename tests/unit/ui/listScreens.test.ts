import { describe, expect, it } from 'vitest';
import { createElement } from 'react';
import type { Coin } from '../../../src/domain/coin.ts';
import type { PairSettings } from '../../../src/domain/market.ts';
import { DASH } from '../../../src/domain/format.ts';
import { refused } from '../../../src/domain/result.ts';
import { CoinFees } from '../../../src/ui/fees/CoinFees.tsx';
import { PairFees } from '../../../src/ui/fees/PairFees.tsx';
import { Summary } from '../../../src/ui/fees/Summary.tsx';
import { MarketsTable } from '../../../src/ui/markets/MarketsTable.tsx';
import { RefundAddressesScreen } from '../../../src/ui/refundAddresses/RefundAddressesScreen.tsx';
import { WalletScreen } from '../../../src/ui/wallet/WalletScreen.tsx';
import { someCoin, someMarket } from '../../samples.ts';
import type { Scene } from './scene.ts';
import { openScreens, type Screen } from './screen.tsx';
import { element, say } from './rendered.tsx';

const show = openScreens();
const failed =
  (code: 'refused' | 'unreadable' = 'refused') =>
  () =>
    refused({ code, retryable: false });
const rowsOf = (screen: Screen) =>
  screen.all('tbody tr').filter((row) => row.getAttribute('aria-hidden') === null);
const firstWords = (screen: Screen) =>
  rowsOf(screen).map((row) => row.querySelector('th')?.textContent ?? '');

const coin = (ticker: string, given: Partial<Coin> = {}): Coin =>
  someCoin(ticker, { name: `${ticker} coin`, network: 'mainnet', ...given });
const balance = (currency: string, available: string, inOrders = '0') => ({ currency, available, inOrders });

describe('the refund addresses (REFUND-12)', () => {
  it('show for GRIN that nothing is returned to it, where a server returns anything', async () => {
    const answers = { coins: [coin('GRIN'), coin('XMR')], refundAddresses: [] };
    const screen = await show(createElement(RefundAddressesScreen), {
      answers,
      capabilities: { refunds: true },
    });
    const words = say('refund:table.interactive');
    const saying = rowsOf(screen).map((row) => row.textContent.includes(words));
    expect(Object.fromEntries(firstWords(screen).map((name, index) => [name, saying[index]]))).toEqual({
      GRINmainnet: true,
      XMRmainnet: false,
    });
    expect((await show(createElement(RefundAddressesScreen), { answers })).text).not.toContain(words);
  });
});

describe('the wallet (WALLET-01 to WALLET-05)', () => {
  const wallet = (answers: Scene['answers'] = {}, scene: Scene = {}) =>
    show(createElement(WalletScreen), {
      capabilities: { btcUsd: true },
      ...scene,
      answers: {
        coins: [coin('BTC'), coin('XMR'), coin('KAS', { refundAddressRequired: true })],
        balances: [balance('BTC', '1.5', '0.5'), balance('XMR', '0')],
        refundAddresses: [],
        btcPrice: '50000',
        ...answers,
      },
    });

  it('has every coin, with its free and reserved amounts and their value', async () => {
    const screen = await wallet();
    expect(firstWords(screen)).toHaveLength(3);
    const [btc = screen.root, xmr = screen.root] = rowsOf(screen);
    expect(btc.textContent).toContain('1.5');
    expect(btc.textContent).toContain('100000.00 USD');
    expect(btc.textContent).toContain('100.0%');
    expect(xmr.textContent).not.toContain('USD');
    expect(screen.root.textContent).toContain(say('wallet:table.usd', { value: '100000.00' }));
    // Without a price there is no worth, which is not 0.
    const priceless = await wallet({ btcPrice: failed() });
    expect(priceless.text).not.toContain(say('wallet:worth.name'));
  });

  it('shows how many coins wait for a refund address, and links there', async () => {
    const screen = await wallet();
    expect(screen.text).toContain(say('wallet:banner.missing', { count: 1 }));
    const kas = rowsOf(screen).find((row) => row.textContent.includes('KAS'));
    const ways = Array.from(kas?.querySelectorAll('a') ?? [], (link) => link.getAttribute('href'));
    expect(ways).toEqual(['/refund-addresses?coin=KAS', '/refund-addresses?coin=KAS']);
    const complete = await wallet({
      refundAddresses: [{ currency: 'KAS', coin: 'KAS', ticker: 'KAS', address: 'kaspa:x' }],
    });
    expect(complete.text).toContain(say('wallet:banner.complete'));
    // Those that cannot be read count as none.
    const unread = await wallet({ refundAddresses: failed() });
    expect(rowsOf(unread)).toHaveLength(3);
    expect(unread.text).toContain(say('wallet:banner.missing', { count: 1 }));
  });

  it('finds a coin by a part of its name, and shows where there is none', async () => {
    const screen = await wallet();
    await screen.type(say('wallet:table.search'), 'xmr');
    expect(rowsOf(screen)).toHaveLength(1);
    // Search text is not for a browser's spelling service.
    expect(screen.field(say('wallet:table.search')).getAttribute('spellcheck')).toBe('false');
    await screen.type(say('wallet:table.search'), ' doge ');
    expect(screen.text).toContain(say('wallet:table.noMatch', { search: 'doge' }));
    await screen.press(say('wallet:table.clearSearch'));
    expect(rowsOf(screen)).toHaveLength(3);
  });

  it('hides zero balances, and shows so where all are', async () => {
    const screen = await wallet();
    await screen.check(say('wallet:table.hideZero'));
    expect(firstWords(screen)).toHaveLength(1);
    const poor = await wallet({ balances: [] });
    await poor.check(say('wallet:table.hideZero'));
    expect(poor.text).toContain(say('wallet:table.allZero'));
    await poor.press(say('wallet:table.showAll'));
    expect(rowsOf(poor)).toHaveLength(3);
    expect(poor.text).not.toContain(say('wallet:table.allZero'));
  });

  it('hides every figure, so that nobody reads along (WALLET-04)', async () => {
    const screen = await wallet();
    await screen.check(say('wallet:table.showBalances'));
    expect(screen.text).not.toContain('1.5');
    expect(screen.text).not.toContain('100000');
    expect(screen.text).not.toContain('100.0%');
    expect(screen.text).toContain(say('wallet:table.hidden'));
  });

  it('has places for rows until they come, and none once they cannot come', async () => {
    const loading = await show(createElement(WalletScreen));
    expect(loading.all('tbody tr')).toHaveLength(7);
    expect(loading.text).not.toContain(say('wallet:failed'));
    const broken = await wallet({ balances: failed() });
    expect(broken.all('table')).toEqual([]);
    expect(broken.text).toContain(say('wallet:failed'));
    const before = broken.sent.length;
    await broken.press(say('common:word.retry'));
    expect(broken.sent.slice(before).map(({ name }) => name)).toEqual(['balances']);
  });
});

describe('the markets (MARKET-01)', () => {
  const LIST = [
    someMarket('BTC-USDT', { lastPrice: '50000', quoteVolume: '9' }),
    someMarket('XMR-BTC', { lastPrice: '0.002', quoteVolume: '5' }),
    someMarket('KAS-USDT', { lastPrice: '0.1', quoteVolume: '7' }),
  ];
  const markets = (answers: Scene['answers'] = {}) =>
    show(createElement(MarketsTable), {
      answers: { markets: LIST, coins: [coin('XMR', { name: 'Monero' })], ...answers },
    });
  const pairs = (screen: Screen) =>
    rowsOf(screen).map((row) => row.querySelector('a')?.getAttribute('href')?.slice('/trade/'.length));

  it('show which of them are closed (MARKET-14)', async () => {
    const closed = { pair: 'XMR-BTC', isEnabled: false } as PairSettings;
    const screen = await markets({ pairs: [closed, { ...closed, pair: 'BTC-USDT', isEnabled: true }] });
    const marked = rowsOf(screen).filter((row) => row.textContent.includes(say('markets:table.closed')));
    expect(marked.map((row) => row.querySelector('a')?.getAttribute('href'))).toEqual(['/trade/XMR-BTC']);
  });

  it('are found by symbol and by name', async () => {
    const screen = await markets();
    await screen.type(say('markets:table.search'), 'monero');
    expect(pairs(screen)).toEqual(['XMR-BTC']);
    await screen.type(say('markets:table.search'), ' doge');
    expect(screen.text).toContain(say('markets:table.noMatch', { search: 'doge' }));
    await screen.press(say('markets:table.clearSearch'));
    expect(pairs(screen)).toHaveLength(3);
  });

  it('are sorted by the pressed column, which shows it', async () => {
    const screen = await markets();
    const sorts = () =>
      screen
        .all('th')
        .map((head) => head.getAttribute('aria-sort'))
        .filter((sort) => sort !== null);
    expect(sorts().filter((sort) => sort !== 'none')).toHaveLength(1);
    await screen.press(screen.find('th[aria-sort="descending"] button', ''));
    const once = pairs(screen);
    await screen.press(screen.all('th button')[1] ?? 'none');
    expect(sorts()[1]).toMatch(/ending$/);
    expect(sorts().filter((sort) => sort !== 'none')).toHaveLength(1);
    expect(new Set(pairs(screen))).toEqual(new Set(once));
  });

  it('are shown twenty to a page, and from the first page after another search or order (MARKET-02)', async () => {
    const many = Array.from({ length: 45 }, (_, index) => someMarket(`C${100 + index}-BTC`));
    const screen = await markets({ markets: many });
    const page = () => screen.all('[aria-current="page"]')[0]?.textContent;
    const changes = [
      () => screen.type(say('markets:table.search'), 'c'),
      () => screen.press(screen.all('th button')[0] ?? 'none'),
    ];
    for (const change of changes) {
      await screen.press('2');
      expect([page(), pairs(screen).length]).toEqual(['2', 20]);
      await change();
      expect(page()).toBe('1');
    }
  });

  it('that are marked come first', async () => {
    const screen = await markets();
    const star = (pair: string) => screen.button(say('common:favourite', { pair }));
    await screen.press(star('KAS/USDT'));
    expect(pairs(screen)[0]).toBe('KAS-USDT');
    expect(star('KAS/USDT').getAttribute('aria-pressed')).toBe('true');
    await screen.press(star('KAS/USDT'));
    expect(star('KAS/USDT').getAttribute('aria-pressed')).toBe('false');
  });

  it('have a place to type after a slash, and none while one types elsewhere', async () => {
    const screen = await markets();
    const field = screen.field(say('markets:table.search'));
    await screen.key(document.body, '/', { ctrlKey: true });
    expect(document.activeElement).not.toBe(field);
    await screen.key(document.body, '/');
    expect(document.activeElement).toBe(field);
  });

  it('Enter in the search opens the first that it found, and nothing where it found none (MARKET-13)', async () => {
    const screen = await markets();
    const field = screen.field(say('markets:table.search'));
    await screen.key(field, 'Enter');
    await screen.type(field, 'doge');
    await screen.key(field, 'Enter');
    expect(screen.path).toBe('/');
    await screen.type(field, 'usdt');
    await screen.key(field, 'Enter');
    expect(screen.path).toBe('/trade/BTC-USDT');
  });

  it.each([
    ['unreadable', 'markets:table.failed'],
    ['refused', 'markets:table.fetchFailed'],
  ] as const)('that are %s: it is said, and asked for again by a press', async (code, key) => {
    const screen = await markets({ markets: failed(code) });
    expect(screen.text).toContain(say(key));
    const before = screen.sent.length;
    await screen.press(say('common:word.retry'));
    expect(screen.sent.slice(before).map(({ name }) => name)).toEqual(['markets']);
  });

  it('have places for rows until they come', async () => {
    const screen = await show(createElement(MarketsTable));
    expect(screen.all('tbody tr')).toHaveLength(7);
    expect(screen.text).not.toContain(say('markets:table.none'));
    expect((await markets({ markets: [] })).text).toContain(say('markets:table.none'));
  });
});

describe('what trading costs (FEES-08, FEES-10)', () => {
  const PAIR: PairSettings = {
    pair: 'XMR-BTC',
    isEnabled: true,
    pricePrecision: 8,
    quantityPrecision: 8,
    minPriceIncrement: null,
    minQuantityIncrement: '0.00000001',
    minOrderSize: '0.0100',
    makerFeePercent: '0.10',
    takerFeePercent: '0.20',
  };
  const pairs = (list: unknown) => show(createElement(PairFees), { answers: { pairs: list } });

  it('is listed for each open pair, with a dash for unknown values', async () => {
    const screen = await pairs([
      PAIR,
      { ...PAIR, pair: 'KAS-BTC', isEnabled: false },
      { ...PAIR, pair: 'AVAX-BTC', minOrderSize: null, makerFeePercent: null },
    ]);
    const cells = rowsOf(screen).map((row) =>
      Array.from(row.querySelectorAll('td'), (cell) => cell.textContent),
    );
    expect(firstWords(screen)).toEqual(['XMR/BTC', 'AVAX/BTC']);
    expect(cells[0]).toEqual([
      say('fees:summary.same', { rate: '0.1' }),
      say('fees:summary.same', { rate: '0.2' }),
      '0.01 XMR',
    ]);
    expect(cells[1]?.[0]).toBe(DASH);
    expect(cells[1]?.[2]).toBe(DASH);
  });

  it('is nothing where the pairs cannot be read, and a place for them until then', async () => {
    expect((await show(createElement(PairFees))).all('[aria-busy="true"]')).toHaveLength(1);
    expect((await pairs(failed())).text).toBe('');
    expect((await pairs([])).text).toBe('');
  });

  it('is summed up as a range, a rate or a dash', async () => {
    const summary = (list: unknown) => show(element(Summary, { fees: {} }), { answers: { pairs: list } });
    const range = await summary([PAIR, { ...PAIR, makerFeePercent: '0.3' }]);
    expect(range.text).toContain(say('fees:summary.range', { low: '0.1', high: '0.3' }));
    expect(range.text).toContain(say('fees:summary.same', { rate: '0.2' }));
    const none = await show(element(Summary, { fees: {} }));
    expect(none.all('dd').map((cell) => cell.textContent)).toEqual([DASH, DASH]);
  });

  it('names only deposits that cost something', async () => {
    const fee = (symbol: string, depositFee: string | null) => ({ symbol, depositFee });
    const summary = (fees: object) => show(element(Summary, { fees: fees as never }));
    const charged = await summary({
      BTC: fee('BTC', '0.0010'),
      XMR: fee('XMR', '0.0'),
      KAS: fee('KAS', null),
    });
    expect(charged.text).toContain('0.001 BTC');
    expect(charged.text).not.toMatch(/XMR|KAS/);
    expect((await summary({ XMR: fee('XMR', '0') })).text).toContain(say('fees:summary.free'));
  });

  it('of the network waits, is live or old, and shows which', async () => {
    const fees = (status: 'waiting' | 'live' | 'stale') =>
      show(element(CoinFees, { fees: {}, status: status as never, retry: () => undefined }));
    expect((await fees('live')).all('[role="status"]')).toEqual([]);
    const waiting = await fees('waiting');
    expect(waiting.text).toContain(say('fees:coins.waiting'));
    expect(waiting.all('button')).toEqual([]);
    expect(waiting.all('[aria-busy="true"]')).toHaveLength(1);
  });
});
