import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Finds nothing wrong with the page as it stands. @param where for the message */
export async function expectAccessible(page: Page, where = ''): Promise<void> {
  // What fades in or out has the contrast of neither end.
  await expect
    .poll(() =>
      page.evaluate(() => {
        const isMoving = document
          .getAnimations()
          .some(
            ({ playState, effect }) =>
              playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
          );
        const toasts = [...document.querySelectorAll('[class*="Notification-root"]')];
        return !isMoving && toasts.every((toast) => getComputedStyle(toast).opacity === '1');
      }),
    )
    .toBe(true);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(told, where).toEqual([]);
}

/** Nothing lies beside the window. */
export async function expectNoSidewaysScroll(page: Page, where = ''): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `sideways scroll ${where}`).toBeLessThanOrEqual(0);
}
