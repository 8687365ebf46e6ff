import type { Page, Request } from '@playwright/test';
import { SOON } from './soon.ts';
import { expect } from './test.ts';
import { letPageHear } from './time.ts';

const counted = new WeakMap<Page, Set<Request>>();

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

export const isAsking = (page: Page): boolean => (counted.get(page)?.size ?? 0) > 0;

/** A request on its way when the session ends elsewhere would be refused, and reported as an error. */
export async function openSettled(page: Page, path: string): Promise<void> {
  watchRequests(page, /./);
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await settle(page);
}

/** Waits until nothing that is watched is on its way. */
export async function settle(page: Page): Promise<void> {
  // One answer may cause the next request.
  const isSettled = async (): Promise<boolean> => {
    if (isAsking(page)) return false;
    await letPageHear(page);
    return !isAsking(page);
  };
  await expect.poll(isSettled, SOON).toBe(true);
}

/** A second at a time, so that requests are answered and do not time out on a busy machine. */
export async function passAnswered(page: Page, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 1000) {
    await page.clock.runFor(Math.min(1000, milliseconds - passed));
    await letPageHear(page);
    await expect.poll(() => isAsking(page), SOON).toBe(false);
  }
}
