import type { Page } from '@playwright/test';
import { expect } from './test.ts';

const said = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** The clock has to be installed. */
export async function hush(page: Page): Promise<void> {
  const dismiss = said(page).getByRole('button', { name: 'Dismiss' });
  // Not by the pointer: a toast that is leaving lies beside the window, or may be gone.
  const pressAll = (): Promise<number> =>
    dismiss.evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLElement).click();
      return buttons.length;
    });
  while ((await pressAll()) > 0) await page.clock.runFor(400);
}

/** Toasts are a lazy part, which is not rendered while the clock is stopped: so one is shown first. */
export async function wakeToasts(page: Page): Promise<void> {
  const refresh = page
    .getByRole('region', { name: 'My trades and orders' })
    .getByRole('button', { name: 'Refresh' });
  const words = page.getByText(/^Wait \d+ seconds? before refreshing again\.$/);
  // During the first read a press does nothing, and the second one has to wait.
  await expect(async () => {
    await refresh.click();
    await refresh.click();
    await expect(words.first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await hush(page);
  await expect(words).toHaveCount(0);
}

/** Each once, however long it stays. */
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
