import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { TradePage } from './support/tradePage.ts';
import { newTrader } from './support/trader.ts';

const PAIR = 'XMR-BTC';

/** What moved without a press in the half second before, by the browser's own measure. */
async function watchShifts(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { hadRecentInput, sources } = entry as PerformanceEntry & {
          readonly hadRecentInput: boolean;
          readonly sources: readonly { readonly node: Node | null }[];
        };
        if (!hadRecentInput)
          shifts.push(
            sources.map(({ node }) => (node as HTMLElement | null)?.outerHTML?.slice(0, 120)).join(' '),
          );
      }
    }).observe({ type: 'layout-shift' });
  });
  return () => page.evaluate(() => (globalThis as unknown as { readonly shifts: string[] }).shifts);
}

for (const [width, height] of [
  [360, 740],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
  [2560, 1440],
] as const)
  test(`nothing moves by itself while orders are placed, filled and cancelled at ${width} px (TRADE-15)`, async ({
    page,
    otherPage,
    ownVenue,
    context,
  }) => {
    const venue = await ownVenue();
    const second = await otherPage();
    await page.setViewportSize({ width, height });
    await newTrader(page, venue.url);
    await newTrader(second, venue.url);
    const [own, other] = [new TradePage(page, PAIR), new TradePage(second, PAIR)];
    const isPhone = width < 768;
    const show = async (tab: string): Promise<void> => {
      if (isPhone)
        await page.getByRole('tablist', { name: 'Panels' }).getByRole('tab', { name: tab }).click();
    };
    const place = async (price: string, quantity: string): Promise<void> => {
      const forms = page.getByRole('group', { name: 'Place an order' });
      if (isPhone) await forms.getByRole('button', { name: 'Sell' }).click();
      await own.place('Sell', price, quantity);
      await expect(own.form('Sell').getByText('Sending')).toHaveCount(0);
      if (isPhone) await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    };
    await second.goto(`${venue.url}/trade/${PAIR}`);
    await page.goto(`${venue.url}/trade/${PAIR}`);
    await expect(page.locator('form[aria-busy="true"]')).toHaveCount(0);
    await show('Orders');
    await own.show('My orders');
    await expect(own.mine.getByText('No open orders')).toBeVisible();
    const shifts = await watchShifts(page);

    await test.step('placed', async () => {
      await place('0.006', '2');
      await expect(own.rows('0.006')).toHaveCount(1);
    });
    await test.step('partly filled by another, then whole', async () => {
      await other.place('Buy', '0.006', '1.5');
      await expect(own.rows('partial')).toHaveCount(1);
      await other.form('Buy').getByRole('textbox', { name: 'Quantity' }).fill('0.5');
      await other.form('Buy').getByRole('button', { name: 'Buy XMR', exact: true }).click();
      await expect(own.rows('0.006')).toHaveCount(0);
    });
    await test.step('cancelled, one and all', async () => {
      for (const price of ['0.007', '0.008', '0.009']) await place(price, '1');
      await expect(own.rows('Sell')).toHaveCount(3);
      await own.rows('0.007').getByRole('button', { name: 'Cancel order' }).click();
      await expect(own.rows('Sell')).toHaveCount(2);
      await own.mine.getByRole('button', { name: 'Cancel all XMR/BTC orders' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: /^Cancel (all )?\d* ?orders/ }).click();
      await expect(own.rows('Sell')).toHaveCount(0);
      await page.keyboard.press('Escape');
    });
    await test.step('offline and back', async () => {
      await context.setOffline(true);
      await expect(page.getByRole('region', { name: 'Notices' })).toContainText('You are offline');
      await context.setOffline(false);
      await expect(page.getByRole('region', { name: 'Notices' })).not.toContainText('You are offline');
    });
    expect(await shifts()).toEqual([]);
  });
