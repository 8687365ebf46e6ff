import type { Page } from '@playwright/test';
import { hold } from './support/hold.ts';
import { expectSound } from './support/sound.ts';
import { expect, test } from './support/test.ts';
import { askAgain } from './support/time.ts';

// The answers of calls are scripted here, which a stream would make needless (LIVE-07).
test.use({ streams: false });

const MARKETS = '**/api/markets';

/** Several pages, with the longest figures and names. */
const many = Object.fromEntries(
  Array.from({ length: 130 }, (_, index) => [
    `COIN${index + 10}LONG-USDT`,
    {
      last_price: index % 2 === 0 ? '0.00000012' : '123456.78',
      percent_change: index % 3 === 0 ? '-12.34' : '123.45',
      base_volume: '123456789.12345678',
      quote_volume: String(900_000_000 - index),
      high_24h: '123456.78901234',
      low_24h: '0.00000001',
    },
  ]),
);

/** Axe looks at neighbours at different widths. */
const STATES = [
  'on their way',
  'read',
  'several pages',
  'not found',
  'none at all',
  'failed',
  'old',
] as const;
const expectMarketsSound = (page: Page, state: (typeof STATES)[number]): Promise<void> =>
  expectSound(page, state, STATES.indexOf(state));

test.describe('the markets are sound in every state:', () => {
  test('on their way, and read', async ({ page }) => {
    const release = await hold(page, MARKETS);
    await page.goto('/markets');
    await expect(page.getByRole('table', { name: 'Markets', exact: true })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    await expectMarketsSound(page, 'on their way');
    release();
    await expect(page.getByText('1-7 of 7')).toBeVisible();
    await expectMarketsSound(page, 'read');
  });

  test('several pages of long figures, sorted, searched for, and not found', async ({ page }) => {
    await page.route(MARKETS, (route) => route.fulfill({ json: many }));
    await page.goto('/markets');
    await page.getByRole('button', { name: '3', exact: true }).click();
    await expect(page.getByText('41-60 of 130')).toBeVisible();
    await page.getByRole('columnheader', { name: '24h change' }).getByRole('button').click();
    await expectMarketsSound(page, 'several pages');
    await page.getByRole('searchbox', { name: 'Search markets' }).fill('nothing like it');
    await expect(page.getByRole('button', { name: 'Clear search' })).toBeVisible();
    await expectMarketsSound(page, 'not found');
  });

  test('none at all', async ({ page }) => {
    await page.route(MARKETS, (route) => route.fulfill({ json: {} }));
    await page.goto('/markets');
    await expect(page.getByRole('status').filter({ hasText: /\S/ }).first()).toBeVisible();
    await expectMarketsSound(page, 'none at all');
  });

  test('failed, and old', async ({ page, guard }) => {
    guard.expect(/markets|status of 500/);
    let isDown = true;
    await page.route(MARKETS, (route) =>
      isDown ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    await page.clock.install();
    await page.goto('/markets');
    await expect(page.getByRole('alert')).toContainText('Failed to fetch market data');
    await expectMarketsSound(page, 'failed');
    await askAgain(page, page.getByRole('button', { name: 'Retry' }), () => {
      isDown = false;
    });
    await expect(page.getByText('1-7 of 7')).toBeVisible();
    isDown = true;
    const old = page.getByRole('status').filter({ hasText: 'Retry' });
    await expect
      .poll(async () => {
        await page.clock.runFor(10_000);
        return old.count();
      })
      .toBe(1);
    await expectMarketsSound(page, 'old');
  });
});
