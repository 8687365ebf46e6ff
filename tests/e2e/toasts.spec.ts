import type { Page } from '@playwright/test';
import { TradePage } from './support/tradePage.ts';
import { passAnswered, watchRequests } from './support/openRequests.ts';
import { expect, test } from './support/test.ts';
import { letPageHear, stopTime } from './support/time.ts';
import { hush, noteToasts, wakeToasts } from './support/toasts.ts';
import { newTrader } from './support/trader.ts';

const SIZES = [
  [360, 780],
  [768, 1024],
  [1366, 768],
  [1920, 1080],
] as const;

/** The clock is stopped, so toasts stay. */
async function tradePageWithOrders(page: Page): Promise<TradePage> {
  await newTrader(page);
  const tradePage = new TradePage(page, 'XMR-BTC');
  await page.clock.install();
  await tradePage.open();
  for (const price of ['0.001', '0.0011']) await tradePage.place('Buy', price, '0.5');
  await tradePage.show('My orders');
  await expect(tradePage.rows('Buy')).toHaveCount(2);
  await wakeToasts(page);
  await stopTime(page);
  return tradePage;
}

/** The target of a press wholly or partly under a toast. */
const covered = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const toasts = [...document.querySelectorAll('[class*="Notification-root"]')];
    const moves = toasts.flatMap((toast) => toast.getAnimations({ subtree: true }));
    await Promise.allSettled(moves.map((move) => move.finished));
    const boxes = toasts.map((toast) => toast.getBoundingClientRect());
    const pressed = [
      ...document.querySelectorAll('a, button, input, select, [role="tab"], [role="radio"], td'),
    ];
    return pressed
      .filter((element) => !element.closest('[class*="Notification-root"]') && element.checkVisibility())
      .filter((element) => {
        const box = element.getBoundingClientRect();
        // The home link is wider than its picture, which stays uncovered on the narrowest screens.
        const left = element.matches('header > a') ? box.left + 32 : box.left;
        const right = element.matches('header > a') ? box.left + 32 : box.right;
        return boxes.some(
          (toast) =>
            left < toast.right && right > toast.left && box.top < toast.bottom && box.bottom > toast.top,
        );
      })
      .map((element) => element.ariaLabel ?? element.textContent);
  });

test('messages cover nothing that is pressed, and close although the pointer rests on them (NAV-08)', async ({
  page,
}) => {
  const tradePage = await tradePageWithOrders(page);
  const refresh = tradePage.mine.getByRole('button', { name: 'Refresh' });
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const orders = page.getByRole('tab', { name: 'Orders', exact: true });
    if (width < 768) await orders.click();
    await refresh.click();
    await expect(page.getByText(/^Wait \d+ seconds? before refreshing again\.$/)).toBeVisible();
    await page.clock.runFor(400);
    expect(await covered(page), `${width} px`).toEqual([]);
    await hush(page);
  }
  await refresh.click();
  const message = page.getByText(/^Wait \d+ seconds? before refreshing again\.$/);
  await page.clock.runFor(400);
  await message.hover();
  await page.clock.runFor(4500);
  await expect(message).toBeVisible();
  await page.clock.runFor(1000);
  await expect(message).toHaveCount(0);
});

test.describe('without streams', () => {
  test.use({ streams: false });

  test('own orders are read no more often than every 15 seconds (TRADE-05)', async ({ page }) => {
    await tradePageWithOrders(page);
    let asked = 0;
    page.on('request', (request) => {
      if (/\/order\/orders\?/.test(request.url())) asked += 1;
    });
    watchRequests(page, /^http/);
    await passAnswered(page, 65_000);
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(5);
  });

  test('a list that keeps failing reports it once, and again after a success (TRADE-06)', async ({
    page,
    guard,
  }) => {
    guard.expect(/status of 400|orders: refused/);
    await tradePageWithOrders(page);
    const said = await noteToasts(page);
    watchRequests(page, /^http/);
    let isWell = false;
    let asked = 0;
    await page.route(/\/order\/orders\?/, async (route) => {
      asked += 1;
      await (isWell ? route.continue() : route.fulfill({ status: 400, json: { message: 'no' } }));
    });
    const look = async (): Promise<void> => {
      const before = asked;
      await expect
        .poll(async () => {
          await passAnswered(page, 6000);
          return asked;
        })
        .toBeGreaterThan(before + 3);
      await letPageHear(page);
    };
    await look();
    expect(await said()).toEqual(['Could not load My orders']);
    isWell = true;
    await look();
    isWell = false;
    await look();
    expect(await said()).toEqual(['Could not load My orders', 'Could not load My orders']);
  });
});
