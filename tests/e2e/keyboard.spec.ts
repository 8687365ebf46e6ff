import type { Locator, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { tabTo as tabOnTo } from './support/orders.ts';
import { expect, test } from './support/test.ts';

/** More stops than any page has. */
const STOPS = 60;
const banner = (page: Page) => page.getByRole('banner');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Whether the focus is visible, and follows the document's order. */
function stop(page: Page): Promise<{ text: string; isSeen: boolean; isInOrder: boolean }> {
  return page.evaluate(() => {
    const kept = globalThis as { before?: Element };
    const { activeElement: element } = document;
    if (!(element instanceof HTMLElement)) throw new Error('nothing has the focus');
    const styleOf = () => {
      for (const change of element.getAnimations()) change.finish();
      const { outlineStyle, outlineWidth, borderColor, boxShadow } = getComputedStyle(element);
      return outlineStyle !== 'none' && outlineWidth !== '0px' ? 'outlined' : borderColor + boxShadow;
    };
    const focused = styleOf();
    let isSeen = focused === 'outlined';
    if (!isSeen) {
      // Fields show it by their border.
      element.blur();
      isSeen = styleOf() !== focused;
      element.focus();
    }
    const { top, bottom } = element.getBoundingClientRect();
    const { before } = kept;
    kept.before = element;
    return {
      text: element.textContent || element.getAttribute('aria-label') || element.outerHTML,
      isSeen: isSeen && bottom > 0 && top < window.innerHeight,
      isInOrder:
        before?.isConnected !== true ||
        (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    };
  });
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await tabOnTo(page, target, STOPS, async () => {
    const { text, ...rest } = await stop(page);
    expect(rest, text).toEqual({ isSeen: true, isInOrder: true });
  });
}

test('by keyboard alone: from the landing page to an account, and signed in', async ({ page }) => {
  await page.goto('/');
  await test.step('the first stop leads past the header', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'Start trading' }));
  });
  await page.goto('/');
  await tabTo(page, banner(page).getByRole('link', { name: 'Register' }));
  await page.keyboard.press('Enter');
  await expect(heading(page)).toBeFocused();
  const name = `k${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const password = `Quiet-${name}-1`;
  for (const [label, text] of [
    ['Email', `${name}@quietbook.test`],
    ['Username', name],
    ['Password', password],
    ['Confirm password', password],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await tabTo(page, page.getByRole('button', { name: 'Create account' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await expect(heading(page)).toBeFocused();
  await tabTo(page, page.getByLabel('Email', { exact: true }));
  await page.keyboard.type(`${name}@quietbook.test`);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(heading(page)).toBeFocused();
  await expect(banner(page).getByRole('button', { name: 'Log out' })).toBeVisible();
});

test('by keyboard alone: from the landing page to a market, and its form', async ({ page }) => {
  await page.goto('/');
  await tabTo(page, page.getByRole('link', { name: 'Start trading' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/markets$/);
  await expect(heading(page)).toBeFocused();
  const row = page.getByRole('row').filter({ hasText: 'WOW/BTC' });
  await tabTo(page, page.getByRole('searchbox', { name: 'Search markets' }));
  await page.keyboard.type('wow');
  await expect(page.getByRole('row').filter({ hasText: 'Trade' })).toHaveCount(1);
  await tabTo(page, row.getByRole('link', { name: 'Trade', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/trade\/WOW-BTC$/);
  await expect(heading(page)).toBeFocused();
});

test('by keyboard alone: the menu of a phone, and the list of languages in it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/faq');
  const menu = page.getByRole('button', { name: 'Menu' });
  const markets = banner(page).getByRole('link', { name: 'Markets' });
  const language = page.getByRole('button', { name: 'Language' });
  await tabTo(page, menu);
  await test.step('closed, nothing of it is a stop; open, it comes next', async () => {
    await expect(markets).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(menu).toHaveAttribute('aria-expanded', 'true');
    await tabTo(page, markets);
  });
  await test.step('Escape closes the list, then the menu, and the focus goes back each time', async () => {
    await tabTo(page, language);
    await page.keyboard.press('Enter');
    const german = page.getByRole('button', { name: 'Deutsch' });
    await expect(german).toBeVisible();
    await tabTo(page, german);
    await page.keyboard.press('Escape');
    await expect(german).toBeHidden();
    await expect(language).toBeFocused();
    await expect(menu).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    await expect(menu).toBeFocused();
  });
  await test.step('it does not lie over what has the focus behind it', async () => {
    await page.keyboard.press('Enter');
    await expect(markets).toBeVisible();
    // The menu's last stop; the next one is in the page.
    await banner(page).getByRole('link', { name: 'Register' }).focus();
    await page.keyboard.press('Tab');
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    expect(await page.evaluate(() => document.activeElement?.closest('header') === null)).toBe(true);
  });
  await test.step('a choice closes both', async () => {
    await menu.focus();
    await page.keyboard.press('Enter');
    await language.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Deutsch' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(banner(page).locator('nav')).toBeHidden();
  });
});
