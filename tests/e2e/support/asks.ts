import type { Page } from '@playwright/test';
import { expect } from './test.ts';
import { letPageHear } from './time.ts';

/** What the page of a walk has asked its server for, in order. */
declare const walkAsks: readonly string[];

/** Has every document of the page write down what it asks: whether it did is then known, and not waited for. */
export async function noteAsks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { fetch } = globalThis;
    const asks: string[] = [];
    Object.defineProperty(globalThis, 'walkAsks', { value: asks });
    globalThis.fetch = (input, init) => {
      asks.push(input instanceof Request ? input.url : String(input));
      return fetch(input, init);
    };
  });
}

const MOST_PAUSES = 40;

/** How often the present document has asked such a call so far. */
async function countAsks(page: Page, call: RegExp): Promise<number> {
  const asks = await page.evaluate(() => [...walkAsks]);
  return asks.filter((url) => call.test(url)).length;
}

/**
 * Lets time pass, a second or as told each time, until the page asks such a call. States on both sides of a pause may look
 * alike, so that the screen does not tell when the pause began.
 * @param pass how, by the number of pauses before
 * @param realWait milliseconds that the page may need to ask once it is due; its own time stands still meanwhile.
 */
export async function passUntilAsked(
  page: Page,
  call: RegExp,
  pass = (_before: number): Promise<void> => page.clock.runFor(1000),
  realWait = 100,
): Promise<void> {
  const before = await countAsks(page, call);
  for (let pause = 0; pause < MOST_PAUSES; pause += 1) {
    await pass(pause);
    await letPageHear(page);
    // A request that is late is there in the next round: time that passes too far changes nothing here.
    const isAsked = await expect
      .poll(() => countAsks(page, call), { timeout: realWait, intervals: [20, 30, 50, 100] })
      .toBeGreaterThan(before)
      .then(() => true)
      .catch(() => false);
    if (isAsked) return;
  }
  throw new Error(`nothing asked ${call}`);
}
