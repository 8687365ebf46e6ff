import type { Page } from '@playwright/test';
import { STATIC_PAGES } from '../../src/app/prerender/pages.ts';
import { LANGUAGES } from '../../src/domain/languages.ts';
import { expect, test } from './support/test.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every static page can be read', async ({ page }) => {
    for (const { path } of STATIC_PAGES) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
        expect(await page.title()).not.toBe('Quietbook');
        expect(await page.locator('meta[name="description"]').getAttribute('content')).not.toBe('');
        const canonical = path === '/tos' ? '/terms' : path;
        expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(canonical);
        await expect(page.locator('link[rel="alternate"]')).toHaveCount(LANGUAGES.length + 1);
        const styled = await page.locator('header').evaluate((header) => getComputedStyle(header).position);
        expect(styled).toBe('sticky');
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
      });
    }
  });
});

for (const [width, height] of [
  [360, 740],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const) {
  test(`the panels of the trading screen are where they will be, at ${width} px (TRADE-18)`, async ({
    browser,
    page,
    baseURL,
  }) => {
    const places = (one: Page) =>
      one.locator('main > [data-tab] > div, main > [data-tab] > div > div').evaluateAll((all) => {
        const top = document.querySelector('main')?.getBoundingClientRect().top ?? 0;
        return all
          .map((panel) => panel.getBoundingClientRect())
          .filter((box) => box.height > 0 && box.top < innerHeight)
          .map((box) => [box.left, box.top - top, box.width].map(Math.round));
      });
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width, height },
      ...(baseURL === undefined ? {} : { baseURL }),
    });
    const outline = await context.newPage();
    await outline.goto('/trade/XMR-BTC');
    await page.setViewportSize({ width, height });
    await page.goto('/trade/XMR-BTC');
    await expect(page.locator('canvas').first()).toBeVisible();
    const [before, after] = [await places(outline), await places(page)];
    const columns = (all: readonly number[][]) => all.map(([left, , wide]) => [left, wide]);
    expect(columns(before)).toEqual(columns(after));
    // The notice of the sandbox, which only its pages have, takes a line.
    const moved = before.map(([, top = 0], at) => Math.abs(top - (after[at]?.[1] ?? 0)));
    expect(Math.max(...moved)).toBeLessThanOrEqual(32);
    await context.close();
  });
}

test('the text stays until the application replaces it, at once and as a whole', async ({ page }) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      const text = document.querySelector('main')?.textContent ?? '';
      seen.push(document.querySelector('main h1') ? 'heading' : `no heading: ${text}`);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/');
  await expect(page.getByRole('table', { name: 'Markets' }).getByRole('row').nth(1)).toContainText('BTC');
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  const first = seen.indexOf('heading');
  expect(first).toBeGreaterThanOrEqual(0);
  expect(seen.slice(first).filter((one) => one !== 'heading')).toEqual([]);
});

test('search engines find the same addresses with and without scripts, on every page that is opened (PUBLIC-06)', async ({
  page,
  request,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const links = page.locator('link[rel="canonical"], link[hreflang]');
  const told = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  for (const path of ['/', '/fees?lng=de']) {
    const text = await (await request.get(path, { headers: { accept: 'text/html' } })).text();
    const written = [...text.matchAll(/<link rel="(?:canonical|alternate)"[^>]* href="([^"]*)"/g)];
    expect(written).toHaveLength(LANGUAGES.length + 2);
    await page.goto(path);
    await expect.poll(told).toEqual(written.map(([, href = '']) => origin + href));
  }
  await page.locator('a[href="/faq"]').first().click();
  const others = LANGUAGES.map((code) => `${origin}/faq${code === 'en' ? '' : `?lng=${code}`}`);
  await expect.poll(told).toEqual([`${origin}/faq?lng=de`, ...others, `${origin}/faq`]);
});

test('pages of a user, and addresses where there is nothing, are not for search engines', async ({
  request,
}) => {
  const robotsOf = async (path: string): Promise<string | undefined> =>
    (await request.get(path, { headers: { accept: 'text/html' } })).headers()['x-robots-tag'];
  for (const path of ['/dashboard', '/support/42', '/deposit/BTC', '/no/such/page', '/trade', '/faq/more'])
    expect(await robotsOf(path), path).toBe('noindex');
  for (const path of ['/', '/faq', '/tos', '/login', '/trade/XMR-BTC'])
    expect(await robotsOf(path), path).toBeUndefined();
  expect(await (await request.get('/robots.txt')).text()).toContain('Disallow: /dashboard\n');
});
