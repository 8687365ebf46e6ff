import type { Locator, Page } from '@playwright/test';
import { bookTest, openBook, openBookByClock } from './support/bookTest.ts';
import type { Sides } from './support/scriptedFeed.ts';
import { expect } from './support/test.ts';
import { switchLanguage } from './support/tour.ts';
import { newTrader } from './support/trader.ts';

const BOOK: Sides = {
  bids: [
    ['0.003880', '1.5'],
    ['0.003879', '2'],
    ['0.003871', '0.25'],
  ],
  asks: [
    ['0.003891', '0.25'],
    ['0.003899', '4'],
    ['0.003902', '1'],
  ],
};

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText ?? '');

const upOf = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--up').trim());

bookTest.describe('using the order book', () => {
  bookTest(
    'gathers prices by ticks, keeps that for the pair, and fills the price of the group',
    async ({ page, feed, tradePage }) => {
      await openBook(page, feed, tradePage, BOOK);
      const step = tradePage.book.getByRole('combobox', { name: 'Price grouping' });
      await expect(step).toHaveValue('1');
      await step.selectOption('0.00001');
      await expect.poll(() => tradePage.prices('bids')).toEqual(['0.00388', '0.00387']);
      expect(await tradePage.prices('asks')).toEqual(['0.0039', '0.00391']);
      await expect(
        tradePage.bids.getByRole('row', { name: '0.003870 2.25 3.75', exact: true }),
      ).toBeVisible();
      await tradePage.asks.getByRole('button', { name: '0.003900' }).click();
      await expect(tradePage.form('Buy').getByRole('textbox', { name: 'Price' })).toHaveValue('0.0039');
      await expect(tradePage.form('Buy').getByRole('textbox', { name: 'Quantity' })).toHaveValue('4.25');

      const { links } = feed;
      await page.reload();
      await expect.poll(() => feed.links).toBeGreaterThan(links);
      await expect.poll(() => feed.sent).toContain('subscribe_orderbook');
      feed.snapshot(BOOK);
      await expect.poll(() => tradePage.prices('bids')).toEqual(['0.00388', '0.00387']);
      await page.getByRole('region', { name: 'Markets' }).getByRole('link', { name: 'GRIN/BTC' }).click();
      await expect(page).toHaveURL(/GRIN-BTC/);
      await expect(step).toHaveValue('1');
    },
  );

  bookTest('gaps between thousands are drawn, not written (FORMAT-09)', async ({ page, feed, tradePage }) => {
    const askAt = (price: string): Sides => ({ bids: [['1.5', '1234.5']], asks: [[price, '1']] });
    await openBook(page, feed, tradePage, askAt('999.5'));
    const best = tradePage.asks.locator('[data-level="0"] [data-cell="price"]');
    const gaps = best.locator('.thousands');
    for (const [price, count] of [
      ['999.5', 0],
      ['1234567.5', 2],
      ['1000.5', 1],
      ['999.5', 0],
    ] as const) {
      feed.snapshot(askAt(price));
      await expect(best).toHaveText(new RegExp(`^${price}0*$`));
      await expect(gaps).toHaveCount(count);
      for (const gap of await gaps.all())
        expect(await gap.evaluate((one) => parseFloat(getComputedStyle(one).marginLeft))).toBeGreaterThan(1);
    }
    const quantity = tradePage.bids.locator('[data-level="0"] [data-cell="quantity"]');
    await expect(quantity.locator('.thousands')).toHaveCount(1);
    const copied = await quantity.evaluate((cell) => {
      getSelection()?.selectAllChildren(cell);
      return getSelection()?.toString();
    });
    expect(copied).toMatch(/^1234\.50*$/);
    await page.goto('/markets');
    const price = page
      .getByRole('row', { name: /BTC\/USDT/ })
      .getByRole('cell')
      .nth(0);
    await expect(price).toHaveText(/^\d{5}\.\d\d$/);
    await expect(price.locator('.thousands')).toHaveCount(1);
  });

  bookTest('the list of groupings is never cut off (BOOK-16)', async ({ page, feed, tradePage }) => {
    await openBook(page, feed, tradePage, BOOK);
    const step = page.locator('[data-status] > header select');
    for (const language of ['en', 'de', 'fr', 'es', 'pt', 'ru']) {
      if (language !== 'en') await switchLanguage(page, language);
      for (const width of [768, 1200, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        const { isWhole, isInside } = await step.evaluate((list: HTMLSelectElement) => {
          const panel = list.closest('section')?.getBoundingClientRect();
          const box = list.getBoundingClientRect();
          const copy = list.cloneNode(true) as HTMLSelectElement;
          copy.style.width = 'max-content';
          copy.style.position = 'absolute';
          list.after(copy);
          const isWhole = box.width >= copy.getBoundingClientRect().width;
          copy.remove();
          return { isWhole, isInside: panel !== undefined && box.right <= panel.right };
        });
        expect({ isWhole, isInside }, `${language} at ${width} px`).toEqual({
          isWhole: true,
          isInside: true,
        });
      }
    }
  });

  bookTest(
    'a row shows the sum of the book up to it, by pointer and by keyboard (BOOK-17)',
    async ({ page, feed, tradePage }) => {
      await openBook(page, feed, tradePage, BOOK);
      const tip = page.getByRole('tooltip');
      const size = () => page.evaluate(() => document.body.getBoundingClientRect().toJSON());
      const before = await size();
      await tradePage.bids.getByRole('button', { name: '0.003871' }).hover();
      await expect(tip).toHaveText('Price, BTC0.003871Total, XMR3.75Average price, BTC0.00387886');
      expect(await size()).toEqual(before);
      await tradePage.asks.getByRole('button', { name: '0.003899' }).hover();
      await expect(tip).toContainText('4.25');
      // A newer book is announced at once.
      feed.snapshot({ ...BOOK, asks: [['0.003891', '1.25'], ...BOOK.asks.slice(1)] });
      await expect(tip).toContainText('5.25');
      await page.keyboard.press('Escape');
      await expect(tip).toHaveCount(0);
      await page.getByRole('region', { name: 'Chart' }).hover();
      await tradePage.book.getByRole('combobox', { name: 'Price grouping' }).focus();
      for (let tabs = 0; tabs < 2; tabs += 1) await page.keyboard.press('Tab');
      await expect(tip).toBeVisible();
      const price = tradePage.book.locator(':focus');
      await expect(price).toHaveAccessibleDescription(/Average price, BTC/);
      await page.keyboard.press('ArrowDown');
      await expect(price).toHaveAccessibleDescription(/Average price, BTC/);
      await page.keyboard.press('Tab');
      await expect(tip).toHaveCount(0);
    },
  );

  bookTest(
    'the book is one stop for the keyboard, which walks its rows and fills the opposite form (BOOK-04)',
    async ({ page, feed, tradePage }) => {
      await openBook(page, feed, tradePage, BOOK);
      const stops = tradePage.book.locator('table button[tabindex="0"]');
      await expect(stops).toHaveCount(1);
      await expect(stops).toHaveText('0.003891', { useInnerText: true });
      await stops.focus();
      const walk = async (key: string, price: string): Promise<void> => {
        await page.keyboard.press(key);
        expect(await focused(page)).toBe(price);
      };
      await walk('ArrowUp', '0.003899');
      await walk('ArrowDown', '0.003891');
      await walk('ArrowDown', '0.003880');
      await walk('End', '0.003871');
      await walk('ArrowDown', '0.003871');
      await walk('Home', '0.003902');
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await expect(tradePage.form('Sell').getByRole('textbox', { name: 'Price' })).toHaveValue('0.003871');
      await expect(stops).toHaveText('0.003871', { useInnerText: true });

      // Its row is gone, so the best price takes the tab stop.
      feed.delta({ bids: [['0.003871', '0']] });
      await expect(stops).toHaveText('0.003891', { useInnerText: true });
      await tradePage.book.getByRole('radio', { name: 'Buy' }).check();
      await expect(stops).toHaveText('0.003880', { useInnerText: true });
    },
  );

  bookTest('says the best prices once, when it is asked to', async ({ page, feed, tradePage }) => {
    await openBook(page, feed, tradePage, BOOK);
    const said = tradePage.book.locator('[aria-live="polite"]');
    await expect(said).toHaveText('');
    const ask = tradePage.book.getByRole('button', { name: 'Read out best prices' });
    await ask.focus();
    await page.keyboard.press('Enter');
    await expect(said).toHaveText('Best bid 0.00388, best ask 0.003891, spread 0.000011 (0.283%).');
    feed.delta({ bids: [['0.003885', '1']] });
    await expect.poll(() => tradePage.prices('bids')).toContain('0.003885');
    await expect(said).toContainText('Best bid 0.00388,');
    await page.keyboard.press('Enter');
    await expect(said).toContainText('Best bid 0.003885,');
    feed.delta({ bids: [['0.003885', '2']] }, 1);
    await tradePage.expectStatus('Stale');
    await page.keyboard.press('p');
    await expect(said).toContainText('Out of date: best bid 0.003885,');
  });

  bookTest('marks my own orders, also where they are gathered', async ({ page, feed, tradePage }) => {
    await newTrader(page);
    await openBook(page, feed, tradePage, BOOK);
    await tradePage.place('Buy', '0.003879', '0.02');
    const mine = tradePage.bids.getByRole('button', { name: '0.003879 my order' });
    await expect(mine).toBeVisible();
    await tradePage.book.getByRole('combobox').selectOption('0.00001');
    await expect(tradePage.bids.getByRole('button', { name: '0.003870 my order' })).toBeVisible();
    await tradePage.show('My orders');
    await tradePage.rows('0.003879').getByRole('button', { name: 'Cancel order' }).click();
    await expect(tradePage.bids.getByRole('button', { name: /my order/ })).toHaveCount(0);
  });

  bookTest(
    'the palette for the colour-blind applies at once, everywhere, and is stored',
    async ({ page, feed, tradePage }) => {
      await openBook(page, feed, tradePage, BOOK);
      const price = tradePage.bids.getByRole('button', { name: '0.003880' });
      const green = await upOf(page);
      await expect(price).toHaveCSS('color', 'rgb(47, 203, 140)');
      const palette = page.getByRole('button', { name: 'Colour-blind palette' });
      await expect(palette).toHaveAttribute('aria-pressed', 'false');
      await palette.click();
      await expect(palette).toHaveAttribute('aria-pressed', 'true');
      await expect(price).toHaveCSS('color', 'rgb(77, 163, 255)');
      await page.reload();
      await expect(palette).toHaveAttribute('aria-pressed', 'true');
      expect(await upOf(page)).not.toBe(green);
      await palette.click();
      expect(await upOf(page)).toBe(green);
    },
  );

  bookTest(
    'the middle row and the rows stay where they are while data comes',
    async ({ page, feed, tradePage }) => {
      await openBook(page, feed, tradePage, BOOK);
      const middle = tradePage.book.locator('[data-cell="last"]').locator('..').locator('..');
      const before = await middle.boundingBox();
      feed.snapshot({ bids: [], asks: BOOK.asks.slice(0, 1) });
      await expect.poll(() => tradePage.prices('bids')).toEqual([]);
      expect(await middle.boundingBox()).toEqual(before);
      feed.snapshot({ bids: BOOK.bids, asks: [] });
      await expect.poll(() => tradePage.prices('asks')).toEqual([]);
      expect(await middle.boundingBox()).toEqual(before);
    },
  );

  bookTest('the window decides how many rows a side has (BOOK-02)', async ({ page, feed, tradePage }) => {
    await page.setViewportSize({ width: 600, height: 800 });
    await feed.start();
    await page.goto('/trade/XMR-BTC');
    await page.getByRole('tab', { name: 'Book' }).click();
    const tables = tradePage.book.locator('table');
    for (const [width, height, rows] of [
      [600, 800, 5],
      [700, 800, 6],
      [900, 800, 8],
      [1100, 800, 10],
      [1300, 800, 12],
      [1500, 800, 14],
      [1500, 1000, 18],
    ] as const) {
      await bookTest.step(`${width} by ${height}: ${rows}`, async () => {
        await page.setViewportSize({ width, height });
        await expect(tables.first().locator('tbody tr')).toHaveCount(rows);
        await expect(tables.last().locator('tbody tr')).toHaveCount(rows);
      });
    }
  });

  /** More than are shown, best first. */
  const MANY: Sides = {
    bids: Array.from({ length: 20 }, (_, tick) => [`0.00${3880 - tick}`, '1.5']),
    asks: Array.from({ length: 20 }, (_, tick) => [`0.00${3881 + tick}`, '1.5']),
  };

  bookTest(
    'the rows share the height, in a view of one side too (BOOK-20)',
    async ({ page, feed, tradePage }) => {
      await openBook(page, feed, tradePage, MANY);
      const { book } = tradePage;
      const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      for (const [width, height, rows] of [
        [360, 780, 5],
        [1280, 800, 12],
        [1920, 1080, 18],
        [2560, 1440, 18],
      ] as const) {
        for (const [view, count] of [
          ['All', rows],
          ['Buy', 2 * rows],
          ['Sell', 2 * rows],
        ] as const) {
          await bookTest.step(`${view} at ${width} by ${height}`, async () => {
            await page.setViewportSize({ width, height });
            if (width < 768) await page.getByRole('tab', { name: 'Book' }).click();
            await book.getByRole('radio', { name: view }).check();
            const side = view === 'Sell' ? tradePage.asks : tradePage.bids;
            await expect(side.locator('tbody tr')).toHaveCount(count);
            await expect(side.locator('tbody tr').first()).toBeInViewport();
            const panel = await boxOf(book);
            const of = await boxOf(side);
            expect(of.height / count).toBeGreaterThanOrEqual(20);
            // Two lines above the rows, one of column names, the middle, and the volumes below; on a phone also the
            // message of a failed book.
            const others = 56 + 20 + 32 + 20 + (width < 768 ? 96 : 0);
            expect(panel.height - others - (view === 'All' ? 2 : 1) * of.height).toBeCloseTo(0, 0);
          });
        }
      }
    },
  );

  // The space that browsers leave on usual screens, touch screens included.
  for (const [hasTouch, sizes] of [
    [
      false,
      [
        [1200, 640],
        [1366, 650],
        [1440, 720],
        [1440, 901],
        [1536, 730],
        [1920, 937],
      ],
    ],
    [
      true,
      [
        [1366, 1024],
        [1920, 1080],
      ],
    ],
  ] as const) {
    bookTest.describe(`in usual windows${hasTouch ? ' with touch' : ''}`, () => {
      bookTest.use({ hasTouch });

      bookTest('every row can be seen', async ({ page, feed, tradePage }) => {
        await openBook(page, feed, tradePage, MANY);
        const [first, last] = [
          tradePage.asks.locator('tbody tr').first(),
          tradePage.bids.locator('tbody tr').last(),
        ];
        for (const [width, height] of sizes) {
          await bookTest.step(`${width} by ${height}`, async () => {
            await page.setViewportSize({ width, height });
            await page.evaluate(() => window.scrollTo(0, 0));
            await expect(first).toHaveText(/0\.0038/);
            await expect(last).toHaveText(/0\.0038/);
            await expect(first).toBeInViewport({ ratio: 1 });
            // The page may scroll, but its panels must not cut anything.
            await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
            await expect(last).toBeInViewport({ ratio: 1 });
          });
        }
      });
    });
  }

  bookTest('how to reconnect is told below the rows, in sight', async ({ page, feed, tradePage, guard }) => {
    guard.expect(/^console: \w+: timeout/);
    await openBookByClock(page, feed, tradePage, MANY);
    feed.isRefusing = true;
    await feed.cut();
    for (let second = 0; second < 45; second += 1) await page.clock.runFor(1000);
    const again = tradePage.book.getByRole('button', { name: 'Reconnect' });
    await expect(again).toBeVisible();
    for (const [width, height, covered] of [
      [360, 780, 0],
      [1024, 768, 3],
      [1440, 900, 3],
      [1440, 800, 3],
    ] as const) {
      await page.setViewportSize({ width, height });
      if (width < 768) await page.getByRole('tab', { name: 'Book' }).click();
      await again.scrollIntoViewIfNeeded();
      await expect(again).toBeInViewport({ ratio: 1 });
      const top = (await tradePage.book.getByRole('alert').boundingBox())?.y ?? 0;
      const rows = tradePage.bids.locator('tbody tr:not([data-empty])');
      await expect
        .poll(
          async () => {
            const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
            return boxes.filter((box) => box && box.y + box.height > top + 1).length;
          },
          { message: `rows that the notice covers at ${width} px` },
        )
        .toBeLessThanOrEqual(covered);
    }
  });
});
