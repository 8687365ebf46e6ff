import { bookTest, FULL, openBook, openBookByClock } from './support/bookTest.ts';
import { expect } from './support/test.ts';

const PRICES = { bids: ['0.005', '0.0049'], asks: ['0.0051', '0.0052'] };
const SOON = 1000;

bookTest.describe('the order book', () => {
  bookTest(
    "shows REST data before the socket connects, then the socket's (BOOK-09, BOOK-13)",
    async ({ page, feed, tradePage }) => {
      await feed.start({ ...FULL, bids: [['0.0048', '1']] });
      await page.goto('/trade/XMR-BTC');
      await expect.poll(() => tradePage.prices('bids')).toEqual(['0.0048']);
      await expect.poll(() => feed.sent).toContain('subscribe_orderbook');
      feed.snapshot(FULL);
      await tradePage.expectStatus('Live');
      await expect.poll(() => tradePage.prices('bids')).toEqual(PRICES.bids);
      expect(await tradePage.prices('asks')).toEqual(PRICES.asks);
      // A figure with dimmed zeros is read out as one.
      await expect(
        tradePage.bids.getByRole('row', { name: '0.004900 2.00 3.50', exact: true }),
      ).toBeVisible();
      await expect(
        tradePage.asks.getByRole('row', { name: '0.005100 0.25 0.25', exact: true }),
      ).toBeVisible();
    },
  );

  bookTest(
    'shows the total of a side, where the server sends it (BOOK-10)',
    async ({ page, feed, tradePage }) => {
      await openBook(page, feed, tradePage, FULL);
      const volumes = tradePage.book.getByText('All orders of each side, in XMR').locator('..');
      await expect(volumes).toBeHidden();
      feed.snapshot(FULL, { buys_volume: '12345.678', sells_volume: 950.5 });
      await expect(volumes).toBeVisible();
      await expect(volumes).toContainText('Bids 12.34K');
      await expect(volumes).toContainText('Asks 950.50');
      feed.snapshot(FULL);
      await expect(volumes).toBeHidden();
    },
  );

  bookTest(
    'shows that it loads, and that there are no orders (BOOK-05)',
    async ({ page, feed, tradePage }) => {
      await feed.start();
      await page.goto('/trade/XMR-BTC');
      await expect(tradePage.book.getByText('Loading order book...')).toBeVisible();
      await expect.poll(() => feed.sent).toContain('subscribe_orderbook');
      feed.snapshot({ bids: [], asks: [] }, { last_trade_price: '0.00512' });
      await expect(tradePage.book.getByText('No Orders Available')).toBeVisible();
      await expect(tradePage.book.getByText('Last trade price: 0.005120')).toBeVisible();
      feed.delta({ bids: [['0.005', '1']] });
      await expect(tradePage.book.getByText('No Orders Available')).toBeHidden();
    },
  );

  bookTest(
    'marks a gap, requests a whole book, and fills no form during it',
    async ({ page, feed, tradePage }) => {
      await openBook(page, feed, tradePage, FULL);
      const price = tradePage.form('Buy').getByRole('textbox', { name: 'Price' });
      await expect(price).not.toHaveValue('');
      const before = await price.inputValue();

      expect(await tradePage.timeTo('Stale', () => feed.delta({ bids: [['0.005', '7']] }, 1))).toBeLessThan(
        SOON,
      );
      const age = tradePage.book.getByText(/^\d+ (s|min) old$/);
      await expect(age).toBeVisible();
      await expect(age).toHaveAttribute('title', /^Data as of \d\d:\d\d:\d\d UTC$/);
      await expect.poll(() => feed.sent.slice(-2)).toEqual(['unsubscribe_orderbook', 'subscribe_orderbook']);
      const ask = tradePage.asks.getByRole('button', { name: '0.005200' });
      await expect(ask).toBeDisabled();
      await ask.click({ force: true });
      await ask.focus();
      await page.keyboard.press('Enter');
      await expect(price).toHaveValue(before);

      feed.snapshot({ ...FULL, bids: [['0.005', '7']] });
      await tradePage.expectStatus('Live');
      expect(await tradePage.prices('bids')).toEqual(['0.005']);
      await tradePage.asks.getByRole('button', { name: '0.005200' }).click();
      await expect(price).toHaveValue('0.0052');
    },
  );

  bookTest('never shows sides that overlap', async ({ page, feed, tradePage }) => {
    await openBook(page, feed, tradePage, FULL);
    expect(await tradePage.timeTo('Stale', () => feed.delta({ bids: [['0.0053', '1']] }))).toBeLessThan(SOON);
    expect(await tradePage.prices('bids')).toEqual(PRICES.bids);
    feed.snapshot(FULL);
    await tradePage.expectStatus('Live');
  });

  bookTest(
    'reports a cut, keeps the rows, and takes up the subscription exactly once',
    async ({ page, feed, tradePage }) => {
      await openBook(page, feed, tradePage, FULL);
      expect(await tradePage.timeTo('Disconnected', () => feed.cut())).toBeLessThan(SOON);
      expect(await tradePage.prices('asks')).toEqual(PRICES.asks);
      await expect.poll(() => feed.links).toBe(2);
      await expect(tradePage.book.getByText('Stale', { exact: true })).toBeVisible();
      expect(feed.sent.filter((type) => type === 'subscribe_orderbook')).toHaveLength(1);
      // A snapshot replaces the whole book.
      feed.snapshot({ bids: FULL.bids.slice(1), asks: FULL.asks });
      await tradePage.expectStatus('Live');
      expect(await tradePage.prices('bids')).toEqual(['0.0049']);
    },
  );

  bookTest(
    'takes 45 seconds of silence for a dead link (SOCKET-03)',
    async ({ page, feed, tradePage, guard }) => {
      // Reads time out while the clock runs ahead.
      guard.expect(/^console: \w+: timeout/);
      await openBookByClock(page, feed, tradePage, FULL);
      await page.clock.runFor(31_000);
      expect(feed.sent).toContain('ping');
      await tradePage.expectStatus('Live');
      feed.isRefusing = true;
      await page.clock.runFor(15_000);
      await expect(tradePage.book.getByText(/^(Disconnected|Connection failed)$/)).toBeVisible();
      expect(feed.links).toBeGreaterThan(1);
      await expect(tradePage.book.getByText(/^\d\d s old$/)).toBeVisible();
      await page.clock.runFor(60_000);
      await expect(tradePage.book.getByText(/^1 min old$/)).toBeVisible();
    },
  );

  bookTest(
    'gives up after five attempts, reports it, and tries again on request (SOCKET-01)',
    async ({ page, feed, tradePage, guard }) => {
      guard.expect(/^console: \w+: timeout/);
      await page.clock.install();
      await feed.start();
      feed.isRefusing = true;
      await page.goto('/trade/XMR-BTC');
      // 1, 2, 4, 8 and 16 seconds, each with up to a quarter more.
      for (let second = 0; second < 45; second += 1) await page.clock.runFor(1000);
      await expect(tradePage.book.getByRole('alert')).toContainText(
        'Unable to connect to server. Please check your connection.',
      );
      await tradePage.expectStatus('Connection failed');
      expect(feed.links).toBe(6);
      feed.isRefusing = false;
      await tradePage.book.getByRole('button', { name: 'Reconnect' }).click();
      await page.clock.runFor(1000);
      await expect.poll(() => feed.sent).toContain('subscribe_orderbook');
      feed.snapshot(FULL);
      await page.clock.runFor(1000);
      await tradePage.expectStatus('Live');
    },
  );

  bookTest(
    'a click means what stood there when the pointer went down (BOOK-04)',
    async ({ page, feed, tradePage }) => {
      await openBook(page, feed, tradePage, FULL);
      await expect.poll(() => tradePage.prices('bids')).toEqual(PRICES.bids);
      const best = tradePage.bids.getByRole('button', { name: '0.005000' });
      await best.hover();
      await page.mouse.down();
      feed.delta({ bids: [['0.00505', '9']] });
      await expect.poll(() => tradePage.prices('bids')).toEqual(['0.00505', '0.005', '0.0049']);
      await page.mouse.up();
      // Who takes a bid sells.
      const form = tradePage.form('Sell');
      await expect(form.getByRole('textbox', { name: 'Price' })).toHaveValue('0.005');
      await expect(form.getByRole('textbox', { name: 'Quantity' })).toHaveValue('1.5');
    },
  );

  bookTest('a press that is dragged away from its row fills nothing', async ({ page, feed, tradePage }) => {
    await openBook(page, feed, tradePage, FULL);
    const [price, quantity] = ['Price', 'Quantity'].map((name) =>
      tradePage.form('Sell').getByRole('textbox', { name }),
    );
    if (!price || !quantity) throw new Error('the form has no fields');
    await expect(price).toHaveValue('0.005');
    const row = tradePage.bids.getByRole('button', { name: '0.004900' });
    for (const elsewhere of [
      tradePage.bids.getByRole('button', { name: '0.005000' }),
      tradePage.asks.getByRole('button', { name: '0.005100' }),
      tradePage.book.getByRole('heading', { name: 'Order book' }),
    ]) {
      await row.hover();
      await page.mouse.down();
      await elsewhere.hover();
      await page.mouse.up();
    }
    // Clicks are handled in order.
    await tradePage.asks.getByRole('button', { name: '0.005100' }).click();
    await expect(tradePage.form('Buy').getByRole('textbox', { name: 'Quantity' })).toHaveValue('0.25');
    await expect(price).toHaveValue('0.005');
    await expect(quantity).toHaveValue('');
  });

  bookTest(
    'a flood changes texts ten times a second at most, and no row (BOOK-12)',
    async ({ page, feed, tradePage }) => {
      await openBook(page, feed, tradePage, FULL);
      await tradePage.bids.evaluate((table) => {
        const watched = globalThis as unknown as { rows: Element[]; paints: number[] };
        watched.rows = [...table.querySelectorAll('tr')];
        watched.paints = [];
        const observer = new MutationObserver(() => watched.paints.push(performance.now()));
        observer.observe(table, { characterData: true, childList: true, subtree: true });
      });
      for (let update = 1; update <= 2000; update += 1) {
        feed.delta({ bids: [['0.0050', String(update)]] });
        if (update % 100 !== 0) continue;
        const shown = tradePage.bids.getByRole('cell', { name: `${update}.00`, exact: true }).first();
        await expect(shown).toBeVisible();
      }
      const { paints, areSame } = await tradePage.bids.evaluate((table) => {
        const watched = globalThis as unknown as { rows: Element[]; paints: number[] };
        const rows = [...table.querySelectorAll('tr')];
        return { paints: watched.paints, areSame: rows.every((row, index) => row === watched.rows[index]) };
      });
      expect(areSame).toBe(true);
      // A sum, because a busy machine delays single paints.
      const lasted = (paints.at(-1) ?? 0) - (paints[0] ?? 0);
      expect(paints.length).toBeGreaterThanOrEqual(20);
      expect(paints.length).toBeLessThanOrEqual(lasted / 100 + 2);
    },
  );

  bookTest('frames of another pair change nothing', async ({ page, feed, tradePage }) => {
    await openBook(page, feed, tradePage, FULL);
    await page.getByRole('region', { name: 'Markets' }).getByRole('link', { name: 'GRIN/BTC' }).click();
    await expect(page).toHaveURL(/GRIN-BTC/);
    await expect.poll(() => feed.sent).toContain('unsubscribe_orderbook');
    feed.snapshot(FULL);
    feed.snapshot({ bids: [['0.0000003', '5']], asks: [] }, { pair_symbol: 'GRIN-BTC' });
    await tradePage.expectStatus('Live');
    expect(await tradePage.prices('bids')).toEqual(['0.0000003']);
    feed.delta({ bids: [['0.0049', '1']] });
    feed.snapshot({ bids: [['0.0000004', '5']], asks: [] }, { pair_symbol: 'GRIN-BTC' });
    await expect.poll(() => tradePage.prices('bids')).toEqual(['0.0000004']);
  });
});
