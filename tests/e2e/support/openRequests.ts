import type { Page, Request } from '@playwright/test';
import { SOON } from './soon.ts';
import { expect } from './test.ts';
import { letPageHear } from './time.ts';

const counted = new WeakMap<Page, Set<Request>>();

/** Counts such requests that the page has sent, and whose end it has not heard of. */
export function watchRequests(page: Page, calls: RegExp): void {
  const requests = new Set<Request>();
  counted.set(page, requests);
  page.on('request', (request) => {
    if (calls.test(request.url())) requests.add(request);
  });
  const end = (request: Request): void => void requests.delete(request);
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/** Whether one of those that are watched is on its way. */
export const isAsking = (page: Page): boolean => (counted.get(page)?.size ?? 0) > 0;

/**
 * Opens a page in this tab as somebody who is signed in, and waits until all that it asks at first is answered: what is
 * still on its way when the session ends elsewhere is refused, and the browser says so.
 */
export async function openSettled(page: Page, path: string): Promise<void> {
  watchRequests(page, /./);
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  // An answer may be what the next question waits for.
  const isSettled = async (): Promise<boolean> => {
    if (isAsking(page)) return false;
    await letPageHear(page);
    return !isAsking(page);
  };
  await expect.poll(isSettled, SOON).toBe(true);
}

/**
 * Lets so many milliseconds pass for a page whose time stands still and whose requests are watched, a second at a time:
 * what it asks meanwhile is answered before the next one, so that nothing runs out of time on a busy machine.
 */
export async function passAnswered(page: Page, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 1000) {
    await page.clock.runFor(Math.min(1000, milliseconds - passed));
    await letPageHear(page);
    await expect.poll(() => isAsking(page), SOON).toBe(false);
  }
}
