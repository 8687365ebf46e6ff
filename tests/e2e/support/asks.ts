import type { Page } from '@playwright/test';
import { SOON } from './soon.ts';
import { expect } from './test.ts';
import { letPageHear } from './time.ts';

interface Ask {
  readonly url: string;
  isOpen: boolean;
}

declare const walkAsks: readonly Ask[];

/** The page logs its requests itself, so that nothing has to wait for them. */
export async function noteAsks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { fetch } = globalThis;
    const asks: Ask[] = [];
    Object.defineProperty(globalThis, 'walkAsks', { value: asks });
    globalThis.fetch = async (input, init) => {
      const ask: Ask = { url: input instanceof Request ? input.url : String(input), isOpen: true };
      asks.push(ask);
      try {
        return await fetch(input, init);
      } finally {
        ask.isOpen = false;
      }
    };
  });
}

/** Without the pair's rules the trade screen gives way to the maintenance page. */
const RULES = /\/pair\/pairs\/[^/]+$/;

/** Passing time would end the read, and finally all attempts. */
export async function untilRulesRead(page: Page): Promise<void> {
  const areRead = async (): Promise<boolean> => (await asksOf(page, RULES)).some(({ isOpen }) => !isOpen);
  await expect.poll(areRead, SOON).toBe(true);
  await letPageHear(page);
}

const MAX_PAUSES = 40;

async function asksOf(page: Page, call: RegExp): Promise<readonly Ask[]> {
  const asks = await page.evaluate(() => walkAsks.map((ask) => ({ ...ask })));
  return asks.filter(({ url }) => call.test(url));
}

/**
 * Lets time pass until the page sends such a request: the screen may not show when a pause started.
 * @param pass how, by the number of pauses before
 * @param realWait milliseconds, in which the page's clock is stopped
 */
export async function passUntilAsked(
  page: Page,
  call: RegExp,
  pass = (_before: number): Promise<void> => page.clock.runFor(1000),
  realWait = 100,
): Promise<void> {
  const { length: before } = await asksOf(page, call);
  // The passing time may have ended it; the page sends it again.
  const isAsking = async (): Promise<boolean> =>
    (await asksOf(page, call)).slice(before).some(({ isOpen }) => isOpen);
  for (let pause = 0; pause < MAX_PAUSES; pause += 1) {
    await pass(pause);
    await letPageHear(page);
    // A late request is there in the next round.
    const isAsked = await expect
      .poll(isAsking, { timeout: realWait, intervals: [20, 30, 50, 100] })
      .toBe(true)
      .then(() => true)
      .catch(() => false);
    if (isAsked) return;
  }
  throw new Error(`nothing asked ${call}`);
}
