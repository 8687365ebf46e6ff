import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectGoodPage } from './support/axe.ts';
import { tabTo } from './support/orders.ts';
import { placeOrder } from './support/histories.ts';
import { type Shift, takeShifts, watchShifts } from './support/shifts.ts';
import { expect, test } from './support/test.ts';
import { TradePage } from './support/tradePage.ts';
import { newTrader } from './support/trader.ts';

const SIZES = [
  [360, 780],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
  [2560, 1440],
] as const;
const PAIR = 'XMR-BTC';
/** A folder for pictures of every step, to be looked at. */
const PICTURES = process.env.E2E_PICTURES;

type Side = 'Buy' | 'Sell';

/** The trader's hands: the forms of a phone are in a sheet, its panels behind tabs. */
class Screen {
  readonly trade: TradePage;
  readonly #page: Page;
  readonly #isPhone: boolean;

  constructor(page: Page, width: number) {
    this.#page = page;
    this.#isPhone = width < 768;
    this.trade = new TradePage(page, PAIR);
  }

  async show(panel: 'Chart' | 'Book' | 'Trades' | 'Orders'): Promise<void> {
    if (this.#isPhone) await this.#page.getByRole('tab', { name: panel, exact: true }).click();
  }

  async place(side: Side, price: string, quantity: string): Promise<void> {
    if (this.#isPhone) await this.#page.keyboard.press(side === 'Buy' ? 'b' : 's');
    const answered = this.#page.waitForResponse(/\/order\/orders\/limit$/);
    await this.trade.place(side, price, quantity);
    expect((await answered).ok()).toBe(true);
    await this.leaveSheet();
  }

  async leaveSheet(): Promise<void> {
    if (!this.#isPhone) return;
    await this.#page.keyboard.press('Escape');
    await expect(this.#page.getByRole('dialog')).toHaveCount(0);
  }
}

for (const [width, height] of SIZES) {
  test(`TRADE-20 TRADE-22 nothing moves while one trades at ${width} px, by the browser's own count`, async ({
    page,
    otherPage,
    ownVenue,
    guard,
  }) => {
    guard.expect(/ERR_INTERNET_DISCONNECTED|WebSocket|unreachable/);
    const venue = await ownVenue();
    await page.setViewportSize({ width, height });
    await watchShifts(page);
    const moved: string[] = [];
    let steps = 0;
    const note = (step: string, shifts: readonly Shift[]): void => {
      // One that names nothing is of distance 0 by the browser's own trace: the head of a table whose words change.
      for (const { value, isExcused, moved: parts } of shifts.filter((one) => one.moved.length > 0))
        moved.push(`${step}${isExcused ? ', after a press' : ''}: ${value.toFixed(5)} ${parts.join(' | ')}`);
    };
    const step = (name: string, act: () => Promise<void>): Promise<void> =>
      test.step(name, async () => {
        await act();
        note(name, await takeShifts(page));
        steps += 1;
        if (PICTURES === undefined) return;
        mkdirSync(PICTURES, { recursive: true });
        const file = `${width}-${String(steps).padStart(2, '0')}-${name.replaceAll(' ', '-')}.png`;
        await page.screenshot({ path: path.join(PICTURES, file) });
      });

    await newTrader(page, venue.url);
    const other = await otherPage();
    await newTrader(other, venue.url);
    const counter = new TradePage(other, PAIR);
    await counter.open(venue.url);
    for (const [price, quantity] of [
      ['0.0057', '1.5'],
      ['0.0059', '20'],
    ] as const)
      await counter.place('Sell', price, quantity);

    const screen = new Screen(page, width);
    const { trade } = screen;
    await page.goto(`${venue.url}/trade/${PAIR}`);
    await screen.show('Book');
    await trade.expectStatus('Live');
    await screen.show('Orders');
    await trade.show('My orders');
    await expect(trade.mine.getByText('Loading')).toHaveCount(0);
    await takeShifts(page);

    await step('place', async () => {
      await screen.place('Buy', '0.0053', '2');
      await screen.place('Buy', '0.0055', '20.5');
      await screen.place('Buy', '0.0052', '3');
      await expect(trade.rows('Buy')).toHaveCount(3);
    });
    await step('fill by another', async () => {
      await counter.place('Sell', '0.0055', '0.25');
      await expect(trade.rows('0.0055').filter({ hasText: '20.25' })).toHaveCount(1);
    });
    await step('fill whole by another', async () => {
      await counter.place('Sell', '0.0055', '20.25');
      await expect(trade.rows('Buy')).toHaveCount(2);
    });
    await step('fill at once', async () => {
      await screen.place('Buy', '0.0057', '0.5');
      await trade.show('My trades');
      await expect(trade.rows('Buy', '0.5')).toHaveCount(1);
      await trade.show('My orders');
    });
    await step('cancel', async () => {
      await trade.rows('Buy').first().getByRole('button', { name: 'Cancel' }).click();
      await expect(trade.rows('Buy')).toHaveCount(1);
    });
    await step('trades on the tape', async () => {
      await screen.show('Trades');
      const newest = page.getByRole('region', { name: 'Market history' }).locator('tbody tr').first();
      await expect(newest).toContainText('0.50');
      await counter.place('Sell', '0.0053', '0.75');
      await expect(newest).toContainText('0.75');
      await screen.show('Orders');
    });
    await step('keyboard alone', async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('b');
      await expect(trade.form('Buy').getByRole('textbox', { name: 'Price', exact: true })).toBeFocused();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('0.0056');
      await tabTo(page, trade.form('Buy').getByRole('textbox', { name: 'Quantity' }));
      await page.keyboard.press('Control+a');
      await page.keyboard.type('1');
      await page.keyboard.press('Enter');
      await expect(trade.rows('0.0056')).toHaveCount(1);
      await screen.leaveSheet();
      await tabTo(page, trade.rows('0.0056').getByRole('button', { name: 'Cancel' }));
      await page.keyboard.press('Enter');
      await expect(trade.rows('0.0056')).toHaveCount(0);
    });
    await step('switch pairs', async () => {
      for (const [base, quote] of [
        ['KAS', 'USDT'],
        ['XMR', 'BTC'],
      ] as const) {
        await page.getByRole('button', { name: /^(XMR|KAS)\/(BTC|USDT)/ }).click();
        const found = page.getByRole('dialog').getByRole('link', { name: `${base}/${quote}` });
        await page.keyboard.type(base.toLowerCase());
        await expect(found).toBeVisible();
        await found.click();
        await expect(page).toHaveURL(new RegExp(`/trade/${base}-${quote}$`));
        // The address changes first; a list that is opened over the old pair goes with it.
        await expect(page.getByRole('button', { name: new RegExp(`^${base}/${quote}`) })).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      await screen.show('Orders');
      await expect(trade.rows('0.0053')).toHaveCount(1);
    });
    await step('two tabs', async () => {
      const second = await page.context().newPage();
      const twin = new TradePage(second, PAIR);
      await second.setViewportSize({ width: 1440, height: 900 });
      await twin.open(venue.url);
      await twin.place('Buy', '0.0051', '4');
      await expect(trade.rows('0.0051')).toHaveCount(1);
      await second.close();
    });
    await step('offline and back', async () => {
      await page.context().setOffline(true);
      await screen.show('Book');
      await trade.expectStatus(/Disconnected|Connection failed|Stale/);
      await page.context().setOffline(false);
      await trade.expectStatus('Live');
      await screen.show('Orders');
    });
    await step('cancel all', async () => {
      await trade.mine.getByRole('button', { name: /Cancel all/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: /^Cancel (all )?\d+ order/ }).click();
      await expect(dialog.getByText('Cancelled').last()).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await expect(trade.rows('Buy')).toHaveCount(0);
    });
    expect(moved).toEqual([]);
    await expectGoodPage(page, 'after trading', [width]);
  });
}

test('TRADE-21 the focus stays with its order when another one comes above it', async ({ page }) => {
  await newTrader(page);
  const trade = new TradePage(page, PAIR);
  await trade.open();
  await trade.place('Buy', '0.0012', '2');
  await trade.show('My orders');
  const cancel = trade.rows('0.0012').getByRole('button', { name: 'Cancel' });
  await cancel.focus();
  await placeOrder(page, { pair: PAIR, operation: 'BUY', quantity: '1', price: '0.0011' });
  await expect(trade.rows('Buy')).toHaveCount(2);
  await expect(trade.rows('Buy').nth(1)).toContainText('0.0012');
  await expect(cancel).toBeFocused();
});

test('TRADE-21 a press that starts on one order never ends on another that has taken its place', async ({
  page,
}) => {
  await newTrader(page);
  const trade = new TradePage(page, PAIR);
  await trade.open();
  await trade.place('Buy', '0.0012', '2');
  await trade.show('My orders');
  const cancelled: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') cancelled.push(request.url());
  });
  await trade.rows('0.0012').getByRole('button', { name: 'Cancel' }).hover();
  await page.mouse.down();
  await placeOrder(page, { pair: PAIR, operation: 'BUY', quantity: '1', price: '0.0011' });
  await expect(trade.rows('Buy').first()).toContainText('0.0011');
  await page.mouse.up();
  // A press that counted would have sent its request before the one of the next.
  const answered = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await trade.rows('0.0012').getByRole('button', { name: 'Cancel' }).click();
  await answered;
  expect(cancelled).toHaveLength(1);
  await expect(trade.rows('0.0011')).toHaveCount(1);
});
