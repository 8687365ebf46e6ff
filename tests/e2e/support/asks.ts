import type { Page } from '@playwright/test';
import { SOON } from './soon.ts';
import { expect } from './test.ts';
import { letPageHear } from './time.ts';

interface Ask {
  readonly url: string;
  /** Whether its answer is waited for. */
  isOpen: boolean;
}

/** What the page of a walk has asked its server for, in order. */
declare const walkAsks: readonly Ask[];

/** Has every document of the page write down what it asks: whether it did is then known, and not waited for. */
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

/** The rules of the pair, without which the trade screen is nothing: it gives way to the maintenance page. */
const RULES = /\/pair\/pairs\/[^/]+$/;

/**
 * Waits until the trade screen has the rules of its pair. Time that passes while they are on their way ends that read, and
 * as much time ends all tries.
 */
export async function untilRulesRead(page: Page): Promise<void> {
  const areRead = async (): Promise<boolean> => (await asksOf(page, RULES)).some(({ isOpen }) => !isOpen);
  await expect.poll(areRead, SOON).toBe(true);
  await letPageHear(page);
}

const MOST_PAUSES = 40;

/** Such calls of the present document. */
async function asksOf(page: Page, call: RegExp): Promise<readonly Ask[]> {
  const asks = await page.evaluate(() => walkAsks.map((ask) => ({ ...ask })));
  return asks.filter(({ url }) => call.test(url));
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
  const { length: before } = await asksOf(page, call);
  // One that the passing time itself has ended is not waited for any more: the page asks again.
  const isAsking = async (): Promise<boolean> =>
    (await asksOf(page, call)).slice(before).some(({ isOpen }) => isOpen);
  for (let pause = 0; pause < MOST_PAUSES; pause += 1) {
    await pass(pause);
    await letPageHear(page);
    // A request that is late is there in the next round.
    const isAsked = await expect
      .poll(isAsking, { timeout: realWait, intervals: [20, 30, 50, 100] })
      .toBe(true)
      .then(() => true)
      .catch(() => false);
    if (isAsked) return;
  }
  throw new Error(`nothing asked ${call}`);
}
