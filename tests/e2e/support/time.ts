import { expect, type Locator, type Page } from '@playwright/test';
import { SOON } from './soon.ts';

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

/** Lets a page whose time stands still go on, in such steps of milliseconds, until something is seen on it. */
export async function passUntilSeen(page: Page, awaited: Locator, step: number): Promise<void> {
  const isSeen = async (): Promise<boolean> => {
    if (await awaited.isVisible()) return true;
    await page.clock.runFor(step);
    return false;
  };
  await expect.poll(isSeen, SOON).toBe(true);
}

/**
 * Presses what asks again for a read that failed, after that was mended. The time of the page, whose clock has to be
 * installed, stands still until then: a read that begins by itself would take the button away before it is pressed.
 */
export async function askAgain(page: Page, button: Locator, mend: () => unknown): Promise<void> {
  await stopTime(page);
  // One may have begun at the last moment: it fails as well, after a pause and another try.
  await passUntilSeen(page, button, 500);
  await mend();
  await button.click();
  await page.clock.resume();
}

/** The page as the server sent it, as long as nothing in it listens. */
export const standingText = (page: Page): Locator => page.locator('#root[data-screen]');

/**
 * Opens a page whose time stands still from before it is opened, but for the moments that loading takes: what it asks
 * meanwhile does not run out of time, however long the machine needs.
 * @param time what the page's clock says at first, in milliseconds
 */
export async function openStopped(
  page: Page,
  path: string,
  awaited: Locator = page.getByRole('main'),
  time?: number,
): Promise<void> {
  await page.clock.install(time === undefined ? {} : { time });
  await stopTime(page);
  await page.goto(path, { waitUntil: 'load' });
  // Parts of a page that come one after the other are shown after pauses.
  const looked = async (): Promise<boolean> => {
    await page.clock.runFor(250);
    return (await standingText(page).count()) === 0 && (await awaited.isVisible());
  };
  await expect.poll(looked, { intervals: [100] }).toBe(true);
}

/**
 * Gives the page its turn to read an answer. States may look alike on both sides of it, so that what is seen does not
 * tell; and a clock that is moved too early passes over a delay that has not begun.
 */
export async function letPageHear(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Messages are not timers: they come also while the clock stands.
    const { port1, port2 } = new MessageChannel();
    for (let turn = 0; turn < 20; turn += 1) {
      await new Promise((resolve) => {
        port1.addEventListener('message', resolve, { once: true });
        port1.start();
        port2.postMessage(turn);
      });
    }
    port1.close();
  });
}
