import { Desk } from './support/desk.ts';
import { expect, test } from './support/test.ts';

test('the header tells the day of the pair, and what a BTC price is worth in USD, on a phone as well', async ({
  page,
}) => {
  const desk = new Desk(page, 'XMR-BTC');
  await desk.open();
  const bar = page.getByRole('main').locator('header').first();
  for (const name of ['24h change', '24h high', '24h low', '24h volume, XMR', '24h volume, BTC'])
    await expect(bar.getByText(name, { exact: true })).toBeVisible();
  for (const width of [1440, 360, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(bar.getByText(/^≈ [\d,]+\.\d\d USD$/)).toBeVisible();
  }
  // On a phone the bar keeps the change; the rest stands above the chart.
  for (const name of ['24h high', '24h low', '24h volume, XMR', '24h volume, BTC'])
    await expect(page.getByText(name, { exact: true }).last()).toBeVisible();
  // A pair in USDT is worth what it says.
  await page.goto('/trade/KAS-USDT');
  await expect(page).toHaveTitle(/^0\.\d+ KAS\/USDT/);
  await expect(bar.getByText(/≈/)).toHaveCount(0);
});

test('a visitor is asked to sign in where own trades and orders would stand', async ({ page }) => {
  const desk = new Desk(page, 'XMR-BTC');
  await desk.open();
  for (const tab of ['My trades', 'My orders']) {
    await desk.mine.getByRole('tab', { name: tab }).click();
    await expect(desk.mine.getByText('Sign in to see your trades and orders.')).toBeVisible();
    await expect(desk.mine.getByRole('button', { name: 'Refresh' })).toHaveCount(0);
  }
  await expect(desk.mine.getByRole('link', { name: 'Create account' })).toHaveAttribute('href', '/register');
  await desk.mine.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test.describe('who wants less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('sees nothing move for longer than a frame', async ({ page }) => {
    const desk = new Desk(page, 'XMR-BTC');
    await desk.open();
    expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true);
    const slow = (): Promise<readonly string[]> =>
      page.evaluate(() => {
        const FRAME = 0.017;
        const seconds = (text: string): number => Math.max(...text.split(',').map(Number.parseFloat));
        return [...document.querySelectorAll('*')]
          .filter((element) =>
            [null, '::before', '::after'].some((part) => {
              const style = getComputedStyle(element, part);
              const isAnimated = style.animationName !== 'none' && seconds(style.animationDuration) > FRAME;
              return isAnimated || seconds(style.transitionDuration) > FRAME;
            }),
          )
          .map(({ outerHTML }) => outerHTML.slice(0, 120));
      });
    expect(await slow()).toEqual([]);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    expect(await slow()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 780 });
    await page.getByRole('button', { name: 'Buy', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Buy XMR with BTC' })).toBeVisible();
    expect(await slow()).toEqual([]);
  });
});
