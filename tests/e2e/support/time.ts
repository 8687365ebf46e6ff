import { expect, type Locator, type Page } from '@playwright/test';
import { SOON } from './soon.ts';

/** The clock has to be installed. Timers of the next second may fire. */
export async function stopTime(page: Page): Promise<void> {
  for (let margin = 1000; ; margin *= 4) {
    try {
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + margin);
      return;
    } catch (error) {
      // A busy machine may need longer than the margin.
      if (margin > 10_000 || !String(error).includes('to the past')) throw error;
    }
  }
}

/** Else the page would follow the clock of the server that gives the files (TIME-01). Call it before the page is opened. */
export function hideServerDate(page: Pick<Page, 'addInitScript'>): Promise<unknown> {
  return page.addInitScript(() => {
    const of = Headers.prototype;
    const other = Object.getOwnPropertyDescriptor(of, 'get') as {
      value: (this: Headers, name: string) => string | null;
    };
    Object.defineProperty(of, 'get', {
      value(this: Headers, name: string) {
        return name === 'date' ? null : other.value.call(this, name);
      },
    });
  });
}

/** In steps of this many milliseconds; time stands still otherwise. */
export async function passUntilSeen(page: Page, awaited: Locator, step: number): Promise<void> {
  const isSeen = async (): Promise<boolean> => {
    if (await awaited.isVisible()) return true;
    await page.clock.runFor(step);
    return false;
  };
  await expect.poll(isSeen, SOON).toBe(true);
}

/** The clock is stopped, because an automatic read would remove the button. It has to be installed. */
export async function askAgain(page: Page, button: Locator, mend: () => unknown): Promise<void> {
  await stopTime(page);
  // A read that had just started fails first.
  await passUntilSeen(page, button, 500);
  await mend();
  await button.click();
  await page.clock.resume();
}

/** The prerendered page, before its scripts run. */
export const standingText = (page: Page): Locator => page.locator('#root[data-screen]');

/**
 * The clock is stopped except for the moments that loading takes, so that nothing times out on a slow machine.
 * @param time of the page's clock, milliseconds
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
  const looked = async (): Promise<boolean> => {
    await page.clock.runFor(250);
    return (await standingText(page).count()) === 0 && (await awaited.isVisible());
  };
  await expect.poll(looked, { intervals: [100] }).toBe(true);
}

/** Lets the page handle an answer: the screen may not show it, and a clock that moves too early misses a new timer. */
export async function letPageHear(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Messages also arrive while the clock is stopped.
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
