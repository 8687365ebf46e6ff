import type { Page } from '@playwright/test';
import { expect } from './test.ts';

const said = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Takes away what was said before, so that what is said next stands alone. The page's clock has to be installed. */
export async function hush(page: Page): Promise<void> {
  const dismiss = said(page).getByRole('button', { name: 'Dismiss' });
  // Not by the pointer: one that is on its way out lies beside the window; and one that is looked for a second time
  // may have gone by itself.
  const pressAll = (): Promise<number> =>
    dismiss.evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLElement).click();
      return buttons.length;
    });
  while ((await pressAll()) > 0) await page.clock.runFor(400);
}

/**
 * Has a message shown on the trade screen of a user and takes it away: messages come in a part of their own, which is
 * put up a moment after it was loaded, and where time stands still there is no such moment.
 */
export async function wakeToasts(page: Page): Promise<void> {
  const refresh = page
    .getByRole('region', { name: 'My trades and orders' })
    .getByRole('button', { name: 'Refresh' });
  const words = page.getByText(/^Wait \d+ seconds? before refreshing again\.$/);
  // One that is pressed while the list is being read for the first time does nothing; the second one has to wait.
  await expect(async () => {
    await refresh.click();
    await refresh.click();
    // Those of earlier presses may stand there as well.
    await expect(words.first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await hush(page);
  await expect(words).toHaveCount(0);
}

/** Notes every message from now on, each once, however long it stays. @returns what tells them */
export async function noteToasts(page: Page): Promise<() => Promise<readonly string[]>> {
  const noted = await page.evaluateHandle(() => {
    const words: string[] = [];
    const seen = new WeakSet<Element>();
    new MutationObserver(() => {
      for (const one of document.querySelectorAll('[class*="Notification-description"]')) {
        if (seen.has(one)) continue;
        seen.add(one);
        words.push(one.textContent);
      }
    }).observe(document.body, { childList: true, subtree: true });
    return words;
  });
  return () => noted.jsonValue();
}
