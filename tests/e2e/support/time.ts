import type { Page } from '@playwright/test';

/** Lets the page's time stand still from now on; its clock has to be installed. Timers of the next second may fire. */
export async function stopTime(page: Page): Promise<void> {
  for (let margin = 1000; ; margin *= 4) {
    try {
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + margin);
      return;
    } catch (error) {
      // A busy machine needed longer than the margin to get the order through.
      if (margin > 10_000 || !String(error).includes('to the past')) throw error;
    }
  }
}
