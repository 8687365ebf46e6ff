import type { Page, Request } from '@playwright/test';

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
